internal import EventLog
internal import PageStore
internal import StoreErrors
public import Records

extension Store {
  /// With more events than this waiting for the views, a person at a prompt is better served without them.
  private static let mostWaiting: UInt64 = 1_000

  /// The ids of living records that begin with some text, in their order; what a prompt offers.
  ///
  /// Where very many events wait for the views, the records are those that the views show already: this never
  /// takes long, and never writes.
  ///
  /// - Parameters:
  ///   - type: the type's name.
  ///   - prefix: what they begin with, byte by byte.
  ///   - limit: how many at most.
  /// - Throws: `StoreError`: `usage` for an unknown type; `io`, `damaged`, `closed`.
  /// - Complexity: O(limit · log records).
  public func ids(
    of type: ExactString,
    beginningWith prefix: String,
    limit: Int
  ) throws -> [ExactString] {
    guard limit > 0 else { return [] }
    // The walk begins behind the prefix, which may be an id itself.
    let whole = ExactString(prefix)
    guard try waitingEvents() > Self.mostWaiting else {
      let first = prefix.isEmpty ? .neverExisted : try lookup(type, whole)
      return try views.read(at: nil) { transaction, sight in
        try ids(of: type, behind: whole, first, limit, sight, transaction)
      }
    }
    return try views.readAsIs { transaction, sight in
      let definition = try self.type(type, atRevision: sight.revision)
      let key = RecordKey(definition.number, whole)
      let first = try RecordHistory(of: key, log, sight, in: transaction)
        .lookup(at: sight.revision, under: definition, in: transaction)
      return try ids(of: type, behind: whole, first, limit, sight, transaction)
    }
  }

  /// - Parameter first: what is known of the record that the prefix names.
  private func ids(
    of type: ExactString,
    behind prefix: ExactString,
    _ first: Lookup,
    _ limit: Int,
    _ sight: Views.Sight,
    _ transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> [ExactString] {
    let definition = try self.type(type, atRevision: sight.revision)
    var found: [ExactString] = []
    if case .found = first { found = [prefix] }
    try ViewsAtPoint(sight, at: sight.revision).forEachRecord(
      under: definition,
      after: prefix.text.isEmpty ? nil : prefix,
      in: transaction
    ) { record in
      guard found.count < limit, record.id.text.utf8.starts(with: prefix.text.utf8) else {
        return false
      }
      found.append(record.id)
      return true
    }
    return found
  }

  /// How many events the views do not show yet.
  ///
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  /// - Complexity: O(1).
  public func waitingEvents() throws -> UInt64 {
    let head = try log.head().eventCount
    return try views.readAsIs { _, sight in head - min(head, sight.applied.eventCount) }
  }
}
