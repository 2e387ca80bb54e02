internal import StoreErrors
public import Records

extension Store {
  /// What differs between two points: the records that were created, changed or deleted from one to the other, field
  /// by field.
  ///
  /// It is folded from the events between the points, so it costs in proportion to what changed, however large the
  /// store. A record that changed and changed back is left out.
  ///
  /// - Parameters:
  ///   - from: the point to compare; where it is the later one, the differences are seen from there, backwards.
  ///   - to: the point to compare with.
  ///   - type: the only type wanted; nil for all.
  /// - Returns: the differences, in the order in which the types were defined and then by id.
  /// - Throws: `StoreError`: `notFound` for a revision that is not there, `usage` for a type that is unknown at both
  ///   points; `io`, `damaged`, `closed`.
  /// - Complexity: O(events between the points), and memory for the records that they name.
  public func differences(
    from: Point,
    to: Point = .head,
    type: ExactString? = nil
  ) throws -> [Difference] {
    let from = try resolve(from).revision
    let to = try resolve(to).revision
    let (earlier, later) = from <= to ? (from, to) : (to, from)
    let definitions =
      try type.map { [try self.type($0, atRevision: later)] }
      ?? types(at: .revision(later))
    let number = type == nil ? nil : definitions.first?.number
    let differences = try Differences(of: log, after: earlier, through: later, type: number)
      .list(under: definitions)
    return from <= to ? differences : differences.map(\.reversed)
  }
}
