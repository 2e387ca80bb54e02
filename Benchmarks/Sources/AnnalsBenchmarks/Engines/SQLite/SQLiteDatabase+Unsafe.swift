internal import CSQLite

/// A connection of SQLite's C API.
///
/// All that is unsafe about the peer is in this file: pointers to C handles, freed by `close` or when the
/// last reference goes, and column memory, copied before the next step.
final class SQLiteDatabase {
  fileprivate let handle: OpaquePointer

  static var version: String { String(cString: sqlite3_libversion()) }

  /// Debian's build counts the memory that is in use, as SQLite's authors advise against: without it commits of this
  /// workload need an eighth fewer instructions.
  private static let isWithoutMemoryStatistics =
    sqlite3_config_without_memory_statistics() == SQLITE_OK

  init(path: String) throws(BenchmarkError) {
    guard Self.isWithoutMemoryStatistics else {
      throw BenchmarkError("SQLite was used before it could be set up")
    }
    var handle: OpaquePointer?
    // One connection on one thread needs no mutex.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let status = sqlite3_open_v2(path, &handle, flags, nil)
    guard status == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw BenchmarkError("SQLite cannot open \(path): \(String(cString: sqlite3_errstr(status)))")
    }
    self.handle = handle
  }

  func execute(_ sql: String) throws(BenchmarkError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  func prepare(_ sql: String) throws(BenchmarkError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil) == SQLITE_OK, let statement
    else {
      throw failure(sql)
    }
    return SQLiteStatement(statement, of: self)
  }

  fileprivate func failure(_ what: String) -> BenchmarkError {
    BenchmarkError("SQLite: \(String(cString: sqlite3_errmsg(handle))) in: \(what)")
  }

  /// Statements hold on to their connection, so this runs after the last of them is gone.
  deinit { sqlite3_close_v2(handle) }
}

/// A statement, prepared once and run many times.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let database: SQLiteDatabase
  /// Bound texts are copied here side by side, which spares an allocation for each.
  private let texts = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 1)
  private var used = 0

  fileprivate init(_ handle: OpaquePointer, of database: SQLiteDatabase) {
    self.handle = handle
    self.database = database
  }

  deinit {
    sqlite3_finalize(handle)
    texts.deallocate()
  }

  /// - Parameter place: counted from 1.
  func bind(_ place: Int32, _ number: Int64) { sqlite3_bind_int64(handle, place, number) }

  /// - Parameter place: counted from 1.
  func bind(_ place: Int32, _ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      guard used + utf8.count <= texts.count, let base = texts.baseAddress else {
        // -1 is SQLITE_TRANSIENT, a cast that Swift does not import: SQLite makes its own copy.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(
          handle,
          place,
          UnsafeRawPointer(utf8.baseAddress)?.assumingMemoryBound(to: CChar.self),
          Int32(utf8.count),
          transient
        )
        return
      }
      let target = base + used
      UnsafeMutableRawBufferPointer(start: target, count: utf8.count).copyMemory(
        from: UnsafeRawBufferPointer(utf8)
      )
      // No destructor: the bytes stay until the statement has run and `used` goes back to 0.
      sqlite3_bind_text(
        handle,
        place,
        target.assumingMemoryBound(to: CChar.self),
        Int32(utf8.count),
        nil
      )
      used += utf8.count
    }
  }

  /// Runs a statement that answers nothing.
  func run() throws(BenchmarkError) {
    let status = sqlite3_step(handle)
    sqlite3_reset(handle)
    used = 0
    guard status == SQLITE_DONE else { throw failure() }
  }

  /// Runs a statement and reads each row with `read`.
  func rows<Row>(capacity: Int, _ read: (SQLiteStatement) -> Row) throws(BenchmarkError) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(capacity)
    try forEachRow { rows.append(read(self)) }
    return rows
  }

  /// Runs a statement and calls `body` while it stands on each of its rows.
  func forEachRow(_ body: () -> Void) throws(BenchmarkError) {
    var status = sqlite3_step(handle)
    while status == SQLITE_ROW {
      body()
      status = sqlite3_step(handle)
    }
    sqlite3_reset(handle)
    used = 0
    guard status == SQLITE_DONE else { throw failure() }
  }

  /// The columns of its rows by their names, counted from 0.
  private(set) lazy var places: [String: Int32] = {
    let names = (0..<sqlite3_column_count(handle)).map { place in
      (String(cString: sqlite3_column_name(handle, place)), place)
    }
    return Dictionary(names) { first, _ in first }
  }()

  /// - Parameter column: counted from 0.
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// - Parameter column: counted from 0.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// - Parameter column: counted from 0.
  func text(_ column: Int32) -> String {
    let start = sqlite3_column_text(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private func failure() -> BenchmarkError {
    database.failure(String(cString: sqlite3_sql(handle)))
  }
}
