internal import CLMDB

/// LMDB's transaction, and nothing but the calls.
struct TransactionHandle {
  let pointer: OpaquePointer

  /// The snapshot a read sees, or the number a write will have.
  var id: UInt64 { UInt64(mdb_txn_id(pointer)) }

  // MARK: Ending and reusing

  /// Commits and ends the transaction, whatever the outcome.
  func commit() throws(CallFailure) {
    try CallFailure.check(mdb_txn_commit(pointer), "mdb_txn_commit")
  }

  /// Ends the transaction without a trace.
  func abort() { mdb_txn_abort(pointer) }

  /// Lets go of the snapshot but keeps the memory and the reader slot.
  func reset() { mdb_txn_reset(pointer) }

  /// Takes the newest snapshot after a `reset`.
  func renew() throws(CallFailure) {
    try CallFailure.check(mdb_txn_renew(pointer), "mdb_txn_renew")
  }

  // MARK: Tables

  /// Opens a named table; nil if there is none and `creating` is false.
  func openTable(_ name: String, creating: Bool) throws(CallFailure) -> UInt32? {
    var table: UInt32 = 0
    let status = mdb_dbi_open(pointer, name, creating ? UInt32(MDB_CREATE) : 0, &table)
    if status == MDB_NOTFOUND { return nil }
    try CallFailure.check(status, "mdb_dbi_open")
    return table
  }

  /// Entries and pages of a table.
  func statistics(_ table: UInt32) throws(CallFailure) -> (
    entries: UInt64, pages: UInt64, pageSize: Int
  ) {
    var facts = MDB_stat()
    try CallFailure.check(mdb_stat(pointer, table, &facts), "mdb_stat")
    let pages = facts.ms_branch_pages + facts.ms_leaf_pages + facts.ms_overflow_pages
    return (UInt64(facts.ms_entries), UInt64(pages), Int(facts.ms_psize))
  }

  /// Deletes all entries of a table.
  func empty(_ table: UInt32) throws(CallFailure) {
    try CallFailure.check(mdb_drop(pointer, table, 0), "mdb_drop")
  }

  // MARK: Entries

  /// The value of a key; nil if there is none.
  func value(_ table: UInt32, _ key: Span<UInt8>) throws(CallFailure) -> StoredBytes? {
    try MDB_val.lending(key) { key throws(CallFailure) in
      var value = MDB_val()
      let status = mdb_get(pointer, table, &key, &value)
      if status == MDB_NOTFOUND { return nil }
      try CallFailure.check(status, "mdb_get")
      return StoredBytes(value)
    }
  }

  /// Stores a value.
  ///
  /// - Parameter appending: leave out the search, as the key is above all others.
  /// - Returns: false if it was to be appended but is not above all others.
  func put(
    _ table: UInt32,
    _ key: Span<UInt8>,
    _ value: Span<UInt8>,
    appending: Bool
  ) throws(CallFailure) -> Bool {
    try MDB_val.lending(key) { key throws(CallFailure) in
      try MDB_val.lending(value) { value throws(CallFailure) in
        let status = mdb_put(pointer, table, &key, &value, appending ? UInt32(MDB_APPEND) : 0)
        if status == MDB_KEYEXIST { return false }
        try CallFailure.check(status, "mdb_put")
        return true
      }
    }
  }

  /// Deletes a key; false if there was none.
  func delete(_ table: UInt32, _ key: Span<UInt8>) throws(CallFailure) -> Bool {
    try MDB_val.lending(key) { key throws(CallFailure) in
      let status = mdb_del(pointer, table, &key, nil)
      if status == MDB_NOTFOUND { return false }
      try CallFailure.check(status, "mdb_del")
      return true
    }
  }

  /// How many pages the file holds that no table uses any more.
  func freePages() throws(CallFailure) -> UInt64 {
    // Table 0 is LMDB's list of free pages: each value starts with their number.
    let cursor = try cursor(0)
    defer { cursor.close() }
    var pages: UInt64 = 0
    while let entry = try cursor.move(.next) {
      guard entry.value.buffer.count >= MemoryLayout<UInt>.size else { continue }
      pages += UInt64(UnsafeRawBufferPointer(entry.value.buffer).loadUnaligned(as: UInt.self))
    }
    return pages
  }
}
