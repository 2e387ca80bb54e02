internal import ByteCoding
internal import EventLog
internal import PageStore
internal import StoreErrors

extension ViewStore {
  /// Hands out the ids of a type's records, deleted ones included, in their order.
  func forEachID(
    ofType type: UInt32,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (ExactString) throws -> Void
  ) throws {
    try forEachPlace(in: tables.records, ofType: type, transaction) { cursor in
      try body(cursor.withEntry { key, _ in try ViewKeys.id(inRecordKey: key) })
    }
  }

  /// Hands out the keys of a type's unique values with their holders, in the order of the keys.
  func forEachUnique(
    ofType type: UInt32,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (Span<UInt8>, ExactString) throws -> Void
  ) throws {
    try forEachPlace(in: tables.uniques, ofType: type, transaction) { cursor in
      try cursor.withChecked { key, holder in
        try body(key, ExactString(try ByteReader.text(holder)))
      }
    }
  }

  private func forEachPlace(
    in table: Table,
    ofType type: UInt32,
    _ transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (borrowing Cursor) throws -> Void
  ) throws {
    let prefix = ViewKeys.type(type)
    try transaction.withCursor(over: table) { cursor in
      var isThere = try cursor.seek(atOrAfter: prefix)
      while isThere {
        guard try cursor.withEntry({ key, _ in key.starts(with: prefix) }) else { return }
        try body(cursor)
        isThere = try cursor.next()
      }
    }
  }
}
