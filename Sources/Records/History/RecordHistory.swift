internal import ByteCoding
package import EventLog
package import PageStore
internal import StoreErrors

/// All that happened to one record, found through the views.
package struct RecordHistory {
  let key: RecordKey
  private let log: any EventLog
  private let sight: Views.Sight
  /// The record as the views show it; nil where no event ever named it.
  let latest: RecordState?

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

  /// Its events.
  ///
  /// - Parameters:
  ///   - reversed: whether the last comes first.
  ///   - version: which comes first of all; nil for the last or the first one.
  ///   - visit: returns false to stop.
  package func forEachEvent(
    reversed: Bool,
    from version: UInt64? = nil,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ visit: (Event) throws -> Bool
  ) throws {
    var next = version ?? (reversed ? count : 1)
    while next >= 1, next <= count {
      // A stretch at a time.
      let stretch = try positions(around: next, in: transaction)
      guard stretch.contains(where: { $0.version == next }) else { throw missing(next) }
      let wanted = reversed ? stretch : stretch.reversed()
      for (version, position) in wanted where reversed ? version <= next : version >= next {
        guard try visit(event(at: position)) else { return }
        next = reversed ? version - 1 : version + 1
      }
    }
  }

  /// Its event of a version.
  package func event(
    ofVersion version: UInt64,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Event {
    try event(at: try position(ofVersion: version, in: transaction))
  }

  /// Its state after a version.
  ///
  /// - Complexity: O(log versions).
  package func state(
    ofVersion version: UInt64,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> RecordState {
    if let latest, latest.version == version { return latest }
    let position = try position(ofVersion: version, in: transaction)
    return try state(through: position, in: transaction)
  }

  /// What is known of it at a revision.
  ///
  /// - Complexity: two searches, whatever the number of versions.
  package func lookup(
    at revision: Revision,
    under definition: TypeDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Lookup {
    guard latest != nil else { return .neverExisted }
    let state = try state(through: EventPosition(revision, .max), in: transaction)
    guard state.version > 0 else {
      return .notYetCreated(first: try event(ofVersion: 1, in: transaction))
    }
    if state.isAlive { return .found(try state.record(key.id, under: definition)) }
    let last = try self.state(through: state.position.previous, in: transaction)
    return .deleted(
      last: try last.record(key.id, under: definition),
      by: try event(at: state.position)
    )
  }

  func state(
    through position: EventPosition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> RecordState {
    // Of the commit that the views began from they know the end only.
    let since = sight.applied.since
    guard since == .zero || position >= EventPosition(since, .max) else {
      return try LogScan(log, of: key).state(through: position)
    }
    return try sight.store.state(of: key, through: position, in: transaction) ?? RecordState()
  }

  private func positions(
    around version: UInt64,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> [(version: UInt64, position: EventPosition)] {
    if let known = try sight.store.positions(around: version, of: key, in: transaction) {
      return known
    }
    return try LogScan(log, of: key).positions(through: sight.applied.since)
  }

  private func position(
    ofVersion version: UInt64,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> EventPosition {
    let found = try positions(around: version, in: transaction).first { $0.version == version }
    guard let found else { throw missing(version) }
    return found.position
  }

  func event(at position: EventPosition) throws -> Event {
    guard let header = try log.header(of: position.revision) else {
      throw ByteReader.damaged("the views name \(position.revision), which the log does not have")
    }
    return try log.withEvent(at: position) {
      try Event($0, at: position, of: header, sight.catalog)
    }
  }

  private func missing(_ version: UInt64) -> StoreError {
    ByteReader.damaged("version \(version) of '\(key.id)' is missing in the views")
  }
}

extension EventPosition {
  /// The place before this one, where an event may stand or not.
  fileprivate var previous: EventPosition {
    ordinal > 0
      ? EventPosition(revision, ordinal - 1)
      : EventPosition(Revision(revision.rawValue - min(revision.rawValue, 1)), .max)
  }
}
