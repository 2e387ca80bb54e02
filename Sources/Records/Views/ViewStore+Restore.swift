internal import OrderedBytes
internal import EventLog
internal import PageStore

extension ViewStore {
  /// Fills empty views from the newest sound snapshot, if there is one.
  ///
  /// The records come from it; where each of their events stands is read from the log, without
  /// folding anything.
  ///
  /// - Returns: the snapshot's revision, or nil where there is none and the views stay empty.
  func restore(from snapshots: Snapshots?, log: any EventLog, batchEvents: Int) throws -> Revision?
  {
    guard let snapshots else { return nil }
    try marker.set()
    let head = try log.head()
    var states: [(key: RecordKey, state: RecordState)] = []
    let header = try snapshots.load(notAfter: head.revision) { _ in
      states.removeAll()
    } _: { key, state in
      states.append((key, state))
    }
    guard let header else { return nil }
    var catalog = Catalog()
    try catalog.update(from: log, to: header.revision)
    try environment.write { transaction in
      try transaction.removeAll(of: tables.records)
      var counts: [UInt32: Int64] = [:]
      for (key, state) in states {
        try transaction.append(tables.records, key: ViewKeys.record(key), value: state.bytes)
        if state.isAlive { counts[key.type, default: 0] += 1 }
      }
      for (type, count) in counts { try addToCount(count, of: type, in: &transaction) }
      for definition in catalog.definitions(at: header.revision) {
        try reindex(definition, in: &transaction)
      }
    }
    states.removeAll()
    try restoreHistory(through: header.revision, log: log, batchEvents: batchEvents)
    try environment.write { transaction in
      let applied = Applied(
        revision: header.revision,
        chain: header.chain,
        eventCount: header.eventCount
      )
      try setApplied(applied, of: log.identity, in: &transaction)
    }
    return header.revision
  }

  private func restoreHistory(
    through last: Revision,
    log: any EventLog,
    batchEvents: Int
  ) throws {
    var batch: [(key: [UInt8], value: [UInt8])] = []
    func writeBatch() throws {
      try environment.write { transaction in
        for (key, value) in KeySort.sorted(batch, by: \.key) {
          try transaction.put(tables.history, key, value)
        }
      }
      batch.removeAll(keepingCapacity: true)
    }
    try log.scan(Revision(1)...last) { _, position, bytes in
      guard let event = try StoredEvent.Subject(bytes) else { return true }
      batch.append(Self.historyEntry(of: event.key, version: event.version, at: position))
      if batch.count >= batchEvents { try writeBatch() }
      return true
    }
    try writeBatch()
  }

  /// What the table `history` holds for an event.
  static func historyEntry(
    of key: RecordKey,
    version: UInt64,
    at position: EventPosition
  ) -> (key: [UInt8], value: [UInt8]) {
    var place = ByteWriter(reserving: 8)
    place.appendVarint(position.revision.rawValue)
    place.appendVarint(UInt64(position.ordinal))
    return (ViewKeys.history(key, version: version), place.bytes)
  }

  /// Hands out every record, deleted ones included, in the order of keys.
  func forEachRecord(
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (RecordKey, Span<UInt8>) throws -> Void
  ) throws {
    try transaction.withCursor(over: tables.records) { cursor in
      var isThere = try cursor.first()
      while isThere {
        try cursor.withEntry { key, state in
          var reader = ByteReader(key)
          try body(RecordKey(try reader.fixed32(), try ViewKeys.id(inRecordKey: key)), state)
        }
        isThere = try cursor.next()
      }
    }
  }
}
