internal import CLMDB

/// LMDB's cursor, and nothing but the calls.
struct CursorHandle {
  /// A way to move.
  enum Move {
    case first, last, next, previous

    fileprivate var operation: MDB_cursor_op {
      switch self {
      case .first: MDB_FIRST
      case .last: MDB_LAST
      case .next: MDB_NEXT
      case .previous: MDB_PREV
      }
    }
  }

  private let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

  /// Moves; nil if there is no entry that way.
  func move(_ move: Move) throws(CallFailure) -> StoredEntry? {
    var key = MDB_val()
    return try entry(&key, move.operation)
  }

  /// Moves to the first entry whose key is not below the given one; nil if there is none.
  func seek(atOrAfter key: Span<UInt8>) throws(CallFailure) -> StoredEntry? {
    try MDB_val.lending(key) { key throws(CallFailure) in try entry(&key, MDB_SET_RANGE) }
  }

  private func entry(
    _ key: inout MDB_val,
    _ operation: MDB_cursor_op
  ) throws(CallFailure) -> StoredEntry? {
    var value = MDB_val()
    let status = mdb_cursor_get(pointer, &key, &value, operation)
    if status == MDB_NOTFOUND { return nil }
    try CallFailure.check(status, "mdb_cursor_get")
    return StoredEntry(key: StoredBytes(key), value: StoredBytes(value))
  }

  /// Deletes the entry under the cursor.
  func delete() throws(CallFailure) {
    try CallFailure.check(mdb_cursor_del(pointer, 0), "mdb_cursor_del")
  }

  /// Gives the cursor back; it must not be used again.
  func close() { mdb_cursor_close(pointer) }
}

extension TransactionHandle {
  /// A cursor over a table, to be closed before the transaction ends.
  func cursor(_ table: UInt32) throws(CallFailure) -> CursorHandle {
    var cursor: OpaquePointer?
    try CallFailure.check(mdb_cursor_open(pointer, table, &cursor), "mdb_cursor_open")
    guard let cursor else { throw CallFailure(call: "mdb_cursor_open", status: MDB_PANIC) }
    return CursorHandle(cursor)
  }
}
