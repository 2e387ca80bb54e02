package import StoreErrors

/// How a filtered list differs by one record between two points.
public struct ListDifference: Sendable, Hashable {
  /// What became of the record's place in the list, seen from the first point.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It is in the list only at the second.
    case entered
    /// It is in the list at both, and differs.
    case changed
    /// It is in the list only at the first.
    case left
  }

  /// What became of its place.
  public let kind: Kind
  /// What became of the record: one that entered was created or changed, one that left was deleted or changed.
  public let record: Difference
}

extension ListDifference {
  /// Places records in a filtered list; those that are in it at neither point are left out.
  ///
  /// - Parameters:
  ///   - differences: the records of one type, each with what differs.
  ///   - condition: which records are in the list.
  ///   - definition: the type as the differences show it.
  ///   - values: by id the values at either point, for those that live at both.
  /// - Throws: `StoreError` (`usage`) for a condition that does not fit the type.
  package static func list(
    of differences: [Difference],
    where condition: Condition,
    under definition: TypeDefinition,
    _ values: [ExactString: [Value?]]
  ) throws(StoreError) -> [ListDifference] {
    let filter = Filter(try condition.checked(for: definition), for: definition)
    let nothing = [Value?](repeating: nil, count: definition.fields.count)
    return differences.compactMap { difference in
      // What does not differ is the same on both sides, and nothing where it lives on one side only.
      var old = values[difference.id] ?? nothing
      var new = old
      for change in difference.changes {
        guard let index = definition.index(ofNumber: change.field.number) else { continue }
        old[index] = change.old
        new[index] = change.new
      }
      let wasListed = difference.kind != .created && filter.accepts(old)
      let isListed = difference.kind != .deleted && filter.accepts(new)
      guard wasListed || isListed else { return nil }
      return ListDifference(
        kind: wasListed && isListed ? .changed : isListed ? .entered : .left,
        record: difference
      )
    }
  }
}
