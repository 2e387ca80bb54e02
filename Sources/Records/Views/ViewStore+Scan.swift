internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

extension ViewStore {
  /// Hands out a type's records, deleted ones included, in the order of their ids.
  ///
  /// - Parameter after: the id to begin behind.
  func forEachRecord(
    ofType type: UInt32,
    after: ExactString? = nil,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (ExactString, RecordState) throws -> Bool
  ) throws {
    let prefix = ViewKeys.type(type)
    let start = after.map { ViewKeys.record(RecordKey(type, $0)) } ?? prefix
    try transaction.withCursor(over: tables.records) { cursor in
      var isThere = try cursor.seek(atOrAfter: start)
      while isThere {
        let goesOn = try cursor.withChecked { key, value in
          guard key.starts(with: prefix) else { return false }
          let id = try ViewKeys.id(inRecordKey: key)
          if id == after { return true }
          return try body(id, try RecordState(try Trail.state(in: value)))
        }
        guard goesOn else { return }
        isThere = try cursor.next()
      }
    }
  }

  /// Hands out the entries whose full keys lie in a range, in the order of their full keys.
  ///
  /// - Parameters:
  ///   - lower: where to begin, inclusive.
  ///   - upper: entries that begin with it are still in.
  func forEachEntry(
    from lower: [UInt8],
    through upper: [UInt8],
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (EntryKey) throws -> Bool
  ) throws {
    try transaction.withCursor(over: tables.entries) { cursor in
      var isThere = try cursor.seek(atOrAfter: Array(lower.prefix(EntryKey.keptBytes)))
      /// Long keys of one beginning, which LMDB does not have in the right order.
      var run: [EntryKey] = []
      func take(_ entry: EntryKey) throws -> Bool {
        if ByteOrder.precedes(entry.full, lower) { return true }
        if ByteOrder.isBeyond(entry.full.span, upper.span) { return false }
        return try body(entry)
      }
      func finishRun() throws -> Bool {
        defer { run.removeAll() }
        run.sort { $0.full.lexicographicallyPrecedes($1.full) }
        for entry in run where try !take(entry) { return false }
        return true
      }
      while isThere {
        let entry = try cursor.withChecked { try EntryKey($0, $1) }
        if let first = run.first,
          !entry.full.prefix(EntryKey.keptBytes).elementsEqual(
            first.full.prefix(EntryKey.keptBytes)
          )
        {
          guard try finishRun() else { return }
        }
        if entry.full.count > EntryKey.keptBytes {
          run.append(entry)
        } else if try !take(entry) {
          return
        }
        isThere = try cursor.next()
      }
      _ = try finishRun()
    }
  }

  /// Hands out every record, deleted ones included, in the order of keys.
  func forEachRecord(
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (RecordKey, Span<UInt8>) throws -> Void
  ) throws {
    try transaction.withCursor(over: tables.records) { cursor in
      var isThere = try cursor.first()
      while isThere {
        try cursor.withChecked { key, state in
          try body(try RecordKey(stored: key), try Trail.state(in: state))
        }
        isThere = try cursor.next()
      }
    }
  }
}
