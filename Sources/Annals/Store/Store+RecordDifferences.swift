internal import PageStore
internal import StoreErrors
public import Records

extension Store {
  /// How one record differs between two points.
  ///
  /// - Parameters:
  ///   - type: the record's type.
  ///   - id: its id.
  ///   - from: the point to compare; where it is the later one, the difference is seen from there, backwards.
  ///   - to: the point to compare with.
  /// - Returns: the difference; nil where it has none, or lives at neither point.
  /// - Throws: `StoreError`: `notFound` where the record never existed or was not yet created at the later point, or
  ///   for a revision that is not there; `usage` for a type that is unknown at both points; `io`, `damaged`, `closed`.
  /// - Complexity: two searches at each point, however much was written between them.
  public func difference(
    of type: ExactString,
    _ id: ExactString,
    from: Point,
    to: Point = .head
  ) throws -> Difference? {
    let from = try resolve(from).revision
    let to = try resolve(to).revision
    let later = max(from, to)
    return try views.read { transaction, sight in
      let definition = try self.type(type, atRevision: later)
      let key = RecordKey(definition.number, id)
      let history = try RecordHistory(of: key, log, sight, in: transaction)
      let old = try history.lookup(at: from, under: definition, in: transaction)
      let new = try history.lookup(at: to, under: definition, in: transaction)
      switch from < to ? new : old {
      case .neverExisted: throw Self.absent(type, id, at: later, isKnown: false)
      case .notYetCreated: throw Self.absent(type, id, at: later, isKnown: true)
      case .found, .deleted: break
      }
      return Difference(of: id, under: definition, from: old, to: new)
    }
  }

  /// What entered and left a filtered list between two points, and what changed within it.
  ///
  /// - Parameters:
  ///   - from: the point to compare; where it is the later one, the differences are seen from there, backwards.
  ///   - to: the point to compare with.
  ///   - type: the type of the list.
  ///   - id: the only record wanted; nil for all.
  ///   - condition: which records are in the list, in fields as the later point defines them.
  /// - Returns: the differences, by id.
  /// - Throws: `StoreError` as `differences` and, where a record is named, `difference`; `usage` for a condition that
  ///   does not fit the type.
  /// - Complexity: as `differences`, and a search for each record that lives at both points and differs; a fold of the
  ///   log instead where the later point is before `StoreStatistics.indexedSince`.
  public func listDifferences(
    from: Point,
    to: Point = .head,
    type: ExactString,
    id: ExactString? = nil,
    where condition: Condition
  ) throws -> [ListDifference] {
    let from = try resolve(from).revision
    let to = try resolve(to).revision
    let later = max(from, to)
    let definition = try self.type(type, atRevision: later)
    let differences =
      try id.map { id in
        let one = try difference(of: type, id, from: .revision(from), to: .revision(to))
        return one.map { [$0] } ?? []
      } ?? self.differences(from: .revision(from), to: .revision(to), type: type)
    let changed = differences.filter { $0.kind == .changed }.map(\.id)
    return try ListDifference.list(
      of: differences,
      where: condition,
      under: definition,
      values(of: changed, under: definition, at: later)
    )
  }

  /// The values of living records, by id.
  private func values(
    of ids: [ExactString],
    under definition: TypeDefinition,
    at revision: Revision
  ) throws -> [ExactString: [Value?]] {
    let known: [ExactString: [Value?]]? = try views.read { transaction, sight in
      guard revision >= sight.applied.since else { return nil }
      var values: [ExactString: [Value?]] = [:]
      for id in ids {
        let key = RecordKey(definition.number, id)
        let history = try RecordHistory(of: key, log, sight, in: transaction)
        let found = try history.lookup(at: revision, under: definition, in: transaction)
        values[id] = found.record?.values
      }
      return values
    }
    if let known { return known }
    let records = try pastRecords(under: definition, at: revision)
    return Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0.values) })
  }
}
