internal import ByteCoding
package import EventLog
package import PageStore
internal import StoreErrors

extension ViewStore {
  /// A record as it was after the last of its events that is not past a position, found with two searches and
  /// some steps back; nil where no event ever named it.
  ///
  /// Before its first event its version is 0.
  package func state(
    of key: RecordKey,
    through position: EventPosition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> RecordState? {
    guard Self.canBeThere(key) else { return nil }
    // Of records with many events the newest trail seldom reaches back far enough: most searches in it are spared.
    let isLong = try transaction.count(of: tables.history) > transaction.count(of: tables.records)
    if isLong, let sealed = try sealedState(of: key, through: position, in: transaction) {
      return sealed
    }
    let recent = try transaction.withChecked(of: tables.records, ViewKeys.record(key)) { bytes in
      try Self.state(in: bytes, through: position)
    }
    guard let recent, recent.position > position else { return recent }
    guard !isLong, let sealed = try sealedState(of: key, through: position, in: transaction) else {
      throw lost(key, position)
    }
    return sealed
  }

  private func sealedState(
    of key: RecordKey,
    through position: EventPosition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> RecordState? {
    let state = try sealed.withTrail(of: key, atOrAfter: position, in: transaction) { bytes in
      try Self.state(in: bytes, through: position)
    }
    if let state, state.position > position { throw lost(key, position) }
    return state
  }

  private static func state(in trail: Span<UInt8>, through position: EventPosition) throws
    -> RecordState
  {
    var trail = try Trail(trail)
    try trail.stepBack(to: position)
    return trail.state
  }

  private func lost(_ key: RecordKey, _ position: EventPosition) -> StoreError {
    ByteReader.damaged("what '\(key.id)' was at \(position.revision) is missing in the views")
  }

  /// Where the events of a stretch of a record's history stand: those of the trail that holds a version.
  ///
  /// - Returns: the newest first; nil where the views do not know the version.
  /// - Complexity: O(log revisions) searches.
  package func positions(
    around version: UInt64,
    of key: RecordKey,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> [(version: UInt64, position: EventPosition)]? {
    guard Self.canBeThere(key) else { return nil }
    let recent = try transaction.withChecked(of: tables.records, ViewKeys.record(key)) {
      try Self.positions(in: $0)
    }
    guard let recent, version > 0, let newest = recent.newest, version <= newest.version else {
      return nil
    }
    if version > newest.version - UInt64(recent.positions.count) { return recent.positions }
    // Sealed trails stand by position: the last revision from which on the next one ends before the version.
    var below: UInt64 = 0
    var above = newest.position.revision.rawValue + 1
    while above - below > 1 {
      let middle = below + (above - below) / 2
      let place = EventPosition(Revision(middle), 0)
      let reached = try sealed.withTrail(of: key, atOrAfter: place, in: transaction) {
        try Trail($0).state.version
      }
      if let reached, reached < version { below = middle } else { above = middle }
    }
    var place = EventPosition(Revision(below), 0)
    while let found = try sealed.withTrail(
      of: key,
      atOrAfter: place,
      in: transaction,
      Self.positions(in:)
    ),
      let last = found.newest
    {
      if last.version >= version {
        // The first trail of views that began from a snapshot does not reach back to version 1.
        return version > last.version - UInt64(found.positions.count) ? found.positions : nil
      }
      place = EventPosition(last.position.revision, last.position.ordinal + 1)
    }
    return nil
  }

  private static func positions(in bytes: Span<UInt8>) throws -> (
    newest: (version: UInt64, position: EventPosition)?,
    positions: [(version: UInt64, position: EventPosition)]
  ) {
    var trail = try Trail(bytes)
    let newest = (trail.state.version, trail.state.position)
    var positions: [(version: UInt64, position: EventPosition)] = []
    while trail.remaining > 0 {
      positions.append((trail.state.version, trail.state.position))
      try trail.stepBack()
    }
    return (newest, positions)
  }

  /// Whether an id is short enough for the tables: no record has a longer one.
  static func canBeThere(_ key: RecordKey) -> Bool {
    key.id.text.utf8.count <= TypeDefinition.maximumNameBytes
  }

  /// Who holds a unique value.
  ///
  /// - Parameter unique: its key, `ViewKeys.unique`.
  func holder(
    of unique: [UInt8],
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> ExactString? {
    try transaction.withChecked(of: tables.uniques, unique) {
      ExactString(try ByteReader.text($0))
    }
  }
}
