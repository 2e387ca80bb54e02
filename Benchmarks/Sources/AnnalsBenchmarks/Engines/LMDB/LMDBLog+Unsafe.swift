internal import CLMDBPeer

/// One LMDB table of numbered entries, through the C API, with LMDB's default durability.
///
/// All that is unsafe about the peer is in this file: the environment's handle, freed once, and the
/// entry's bytes, which LMDB copies before `mdb_put` returns.
final class LMDBLog {
  private let environment: OpaquePointer
  private let table: MDB_dbi
  /// The key of the next entry.
  private var next: UInt64 = 0

  static var version: String {
    var (major, minor, patch): (CInt, CInt, CInt) = (0, 0, 0)
    _ = mdb_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }

  /// 64 GB of address space: more than any run writes, and it costs nothing.
  private static let mapBytes = 64 << 30

  init(folder: String) throws(BenchmarkError) {
    var created: OpaquePointer?
    try Self.check(mdb_env_create(&created), "mdb_env_create")
    guard let created else { throw BenchmarkError("LMDB gave no environment") }
    var table: MDB_dbi = 0
    var last: UInt64?
    do throws(BenchmarkError) {
      try Self.check(mdb_env_set_mapsize(created, Self.mapBytes), "mdb_env_set_mapsize")
      try Self.check(mdb_env_open(created, folder, 0, 0o644), "mdb_env_open")
      var transaction: OpaquePointer?
      try Self.check(mdb_txn_begin(created, nil, 0, &transaction), "mdb_txn_begin")
      do throws(BenchmarkError) {
        try Self.check(mdb_dbi_open(transaction, nil, 0, &table), "mdb_dbi_open")
        last = try Self.lastKey(transaction, table)
      } catch {
        mdb_txn_abort(transaction)
        throw error
      }
      try Self.check(mdb_txn_commit(transaction), "mdb_txn_commit")
    } catch {
      mdb_env_close(created)
      throw error
    }
    environment = created
    self.table = table
    next = last.map { $0 + 1 } ?? 0
  }

  deinit { mdb_env_close(environment) }

  /// Appends entries in one durable transaction.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - entry: the bytes of each; the number is written over the first 8, so that no two are alike.
  func append(_ count: Int, _ entry: inout [UInt8]) throws(BenchmarkError) {
    var transaction: OpaquePointer?
    try Self.check(mdb_txn_begin(environment, nil, 0, &transaction), "mdb_txn_begin")
    for number in next..<next + UInt64(count) {
      let status = entry.withUnsafeMutableBytes { bytes in
        bytes.storeBytes(of: number, as: UInt64.self)
        var value = MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
        var bigEndian = number.bigEndian
        return withUnsafeMutableBytes(of: &bigEndian) { keyBytes in
          var key = MDB_val(mv_size: 8, mv_data: keyBytes.baseAddress)
          return mdb_put(transaction, table, &key, &value, UInt32(MDB_APPEND))
        }
      }
      guard status == MDB_SUCCESS else {
        mdb_txn_abort(transaction)
        return try Self.check(status, "mdb_put")
      }
    }
    try Self.check(mdb_txn_commit(transaction), "mdb_txn_commit")
    next += UInt64(count)
  }

  private static func lastKey(
    _ transaction: OpaquePointer?,
    _ table: MDB_dbi
  ) throws(BenchmarkError) -> UInt64? {
    var cursor: OpaquePointer?
    try check(mdb_cursor_open(transaction, table, &cursor), "mdb_cursor_open")
    defer { mdb_cursor_close(cursor) }
    var key = MDB_val()
    let status = mdb_cursor_get(cursor, &key, nil, MDB_LAST)
    if status == MDB_NOTFOUND { return nil }
    try check(status, "mdb_cursor_get")
    guard key.mv_size == 8, let bytes = key.mv_data else { return nil }
    return UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
  }

  private static func check(_ status: CInt, _ call: String) throws(BenchmarkError) {
    guard status != MDB_SUCCESS else { return }
    throw BenchmarkError("\(call): \(String(cString: mdb_strerror(status)))")
  }
}
