internal import CLMDB

/// LMDB's environment, and nothing but the calls.
struct EnvironmentHandle: Sendable {
  /// How an environment is opened.
  struct Settings {
    var tables: Int
    var mapBytes: Int
    var maximumReaders: Int
    var isReadOnly: Bool
    var isSynced: Bool
    /// Without reader slots and writer lock; see `ReadTransaction`.
    var isUnlocked = false

    fileprivate var flags: UInt32 {
      var flags = MDB_NOTLS
      if isReadOnly { flags |= MDB_RDONLY }
      if !isSynced { flags |= MDB_NOSYNC }
      if isUnlocked { flags |= MDB_NOLOCK }
      return UInt32(flags)
    }
  }

  /// What the newest meta page and the process know.
  struct Facts {
    let mapBytes: Int
    let lastPage: UInt64
    let lastTransaction: UInt64
    let maximumReaders: Int
  }

  // Sound without the compiler's proof: the address never changes, LMDB guards what it points to
  // against threads, and `Gate` guards what LMDB does not.
  nonisolated(unsafe) private let pointer: OpaquePointer

  /// Opens the environment in a directory.
  ///
  /// Failing, it leaves nothing behind in memory.
  init(at directory: String, _ settings: Settings) throws(CallFailure) {
    var created: OpaquePointer?
    try CallFailure.check(mdb_env_create(&created), "mdb_env_create")
    guard let created else { throw CallFailure(call: "mdb_env_create", status: MDB_PANIC) }
    pointer = created
    do {
      try CallFailure.check(
        mdb_env_set_mapsize(created, settings.mapBytes),
        "mdb_env_set_mapsize"
      )
      try CallFailure.check(
        mdb_env_set_maxdbs(created, UInt32(settings.tables)),
        "mdb_env_set_maxdbs"
      )
      try CallFailure.check(
        mdb_env_set_maxreaders(created, UInt32(settings.maximumReaders)),
        "mdb_env_set_maxreaders"
      )
      try CallFailure.check(
        mdb_env_open(created, directory, settings.flags, 0o644),
        "mdb_env_open"
      )
    } catch {
      mdb_env_close(created)
      throw error
    }
  }

  /// The library's version, as 0x00MMmmpp.
  static var version: (major: Int32, minor: Int32, patch: Int32) {
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    mdb_version(&major, &minor, &patch)
    return (major, minor, patch)
  }

  /// Gives everything back.
  ///
  /// No transaction may be left.
  func close() { mdb_env_close(pointer) }

  /// The descriptor of `data.mdb`.
  var descriptor: Int32 {
    var descriptor: Int32 = -1
    mdb_env_get_fd(pointer, &descriptor)
    return descriptor
  }

  /// What the newest meta page and the process know; needs no transaction.
  var facts: Facts {
    var info = MDB_envinfo()
    mdb_env_info(pointer, &info)
    return Facts(
      mapBytes: info.me_mapsize,
      // Swift sees C's sizes as signed; those of a damaged file may have the highest bit.
      lastPage: UInt64(UInt(bitPattern: info.me_last_pgno)),
      lastTransaction: UInt64(UInt(bitPattern: info.me_last_txnid)),
      maximumReaders: Int(info.me_maxreaders)
    )
  }

  /// Bytes in a page.
  var pageSize: Int {
    var facts = MDB_stat()
    mdb_env_stat(pointer, &facts)
    return Int(facts.ms_psize)
  }

  /// Begins a transaction on this thread.
  func begin(isReadOnly: Bool) throws(CallFailure) -> TransactionHandle {
    var transaction: OpaquePointer?
    try CallFailure.check(
      mdb_txn_begin(pointer, nil, isReadOnly ? UInt32(MDB_RDONLY) : 0, &transaction),
      "mdb_txn_begin"
    )
    guard let transaction else { throw CallFailure(call: "mdb_txn_begin", status: MDB_PANIC) }
    return TransactionHandle(pointer: transaction)
  }

  /// Maps so many bytes.
  ///
  /// No transaction of this process may be alive.
  func setMapBytes(_ bytes: Int) throws(CallFailure) {
    try CallFailure.check(mdb_env_set_mapsize(pointer, bytes), "mdb_env_set_mapsize")
  }

  /// Writes everything committed through to the disk.
  func sync() throws(CallFailure) {
    try CallFailure.check(mdb_env_sync(pointer, 1), "mdb_env_sync")
  }

  /// Says whether commits wait for the disk; to be called with the writer lock held.
  func setSynced(_ isSynced: Bool) {
    // It fails for flags only that cannot be changed.
    mdb_env_set_flags(pointer, UInt32(MDB_NOSYNC), isSynced ? 0 : 1)
  }

  /// Writes a compacted copy, `data.mdb`, into an existing directory.
  func copy(to directory: String) throws(CallFailure) {
    try CallFailure.check(
      mdb_env_copy2(pointer, directory, UInt32(MDB_CP_COMPACT)),
      "mdb_env_copy2"
    )
  }

  /// Frees the reader slots of dead processes.
  func clearStaleReaders() throws(CallFailure) -> Int {
    var dead: Int32 = 0
    try CallFailure.check(mdb_reader_check(pointer, &dead), "mdb_reader_check")
    return Int(dead)
  }

  /// LMDB's table of readers as the lines of text it prints.
  func readerLines() throws(CallFailure) -> String {
    var lines = ""
    let status = withUnsafeMutablePointer(to: &lines) { lines in
      mdb_reader_list(
        pointer,
        { line, lines in
          guard let line, let lines else { return 0 }
          lines.assumingMemoryBound(to: String.self).pointee += String(cString: line)
          return 0
        },
        lines
      )
    }
    // The status is what the callback returned last, hence not negative when all went well.
    if status < 0 { throw CallFailure(call: "mdb_reader_list", status: status) }
    return lines
  }
}
