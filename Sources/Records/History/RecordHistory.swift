package import EventLog
package import PageStore

/// All that happened to one record, found through the views' index of its events.
package struct RecordHistory {
  private let key: RecordKey
  private let log: any EventLog
  private let sight: Views.Sight
  /// The record as the views show it; nil where no event ever named it.
  private let latest: RecordState?

  package init(
    of key: RecordKey,
    _ log: any EventLog,
    _ sight: Views.Sight,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws {
    self.key = key
    self.log = log
    self.sight = sight
    latest = try sight.store.state(of: key, in: transaction)
  }

  /// How many events it has.
  package var count: UInt64 { latest?.version ?? 0 }

  /// Its event of a version.
  package func event(
    ofVersion version: UInt64,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Event {
    try withEvent(ofVersion: version, in: transaction) { bytes, position, header in
      try Event(bytes, at: position, of: header, sight.catalog)
    }
  }

  /// Its state after a version, folded from its first event.
  ///
  /// - Complexity: O(version).
  package func state(
    ofVersion version: UInt64,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> RecordState {
    if let latest, latest.version == version { return latest }
    var state = RecordState()
    while state.version < version {
      try withEvent(ofVersion: state.version + 1, in: transaction) { bytes, position, header in
        guard let event = try StoredEvent(bytes) else {
          throw ByteReader.damaged("the views name an event that is not of '\(key.id)'")
        }
        try state.apply(event, at: position, time: header.time)
      }
    }
    return state
  }

  /// What is known of it at a revision.
  package func lookup(
    at revision: Revision,
    under definition: TypeDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Lookup {
    guard let latest else { return .neverExisted }
    let version =
      latest.position.revision <= revision
      ? latest.version
      : try sight.store.version(of: key, at: revision, among: count, in: transaction)
    guard version > 0 else {
      return .notYetCreated(first: try event(ofVersion: 1, in: transaction))
    }
    let state = try state(ofVersion: version, in: transaction)
    if state.isAlive { return .found(state.record(key.id, under: definition)) }
    let last = try self.state(ofVersion: version - 1, in: transaction)
    return .deleted(
      last: last.record(key.id, under: definition),
      by: try event(ofVersion: version, in: transaction)
    )
  }

  private func withEvent<R>(
    ofVersion version: UInt64,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (Span<UInt8>, EventPosition, CommitHeader) throws -> R
  ) throws -> R {
    guard let position = try sight.store.position(ofVersion: version, of: key, in: transaction),
      let header = try log.header(of: position.revision)
    else { throw ByteReader.damaged("version \(version) of '\(key.id)' is missing") }
    return try log.withEvent(at: position) { try body($0, position, header) }
  }
}
