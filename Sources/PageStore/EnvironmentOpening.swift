internal import CLMDB
internal import StoreErrors

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The steps of opening an environment.
enum EnvironmentOpening {
  /// Makes sure that there is something to open, or a folder to make it in.
  ///
  /// - Returns: whether the file is still to be made.
  static func prepare(
    _ directory: String,
    _ options: Environment.Options
  ) throws(StoreError) -> Bool {
    do {
      if try Files.length(at: directory + "/data.mdb") > 0 { return false }
    } catch  where error.status != ENOENT {
      throw StoreError(error, while: .opening, at: directory)
    } catch {}
    // An empty file is what an open that was killed leaves.
    if options.isReadOnly {
      throw StoreError(
        CallFailure(call: "stat", status: ENOENT),
        while: .opening,
        at: directory
      )
    }
    do {
      try Files.makeDirectory(directory)
      try Files.sync(Files.parent(of: directory))
    } catch  where error.status == ENOENT {
      throw StoreError(
        .cannotCreate,
        "The folder that '\(directory)' is to be made in does not exist.",
        hints: ["Make it first, or check the path."]
      )
    } catch  where error.status != EEXIST {
      throw StoreError(error, while: .opening, at: directory)
    } catch {}
    return true
  }

  /// Opens LMDB's environment: with as much address space as there is, and again after what passes.
  ///
  /// Where the caller may read but not write, LMDB cannot take a reader slot; then it is opened without
  /// locks, and each read looks out for writers itself.
  static func open(
    _ directory: String,
    _ options: Environment.Options
  ) throws(StoreError) -> (EnvironmentHandle, isUnlocked: Bool) {
    var settings = EnvironmentHandle.Settings(
      tables: max(options.tables.count, 1),
      mapBytes: max(options.initialMapBytes, 1 << 20),
      maximumReaders: options.maximumReaders,
      isReadOnly: options.isReadOnly,
      isSynced: options.isSynced
    )
    // LMDB itself leaves the locks out on a read-only file system, and does not say so.
    settings.isUnlocked = options.isReadOnly && Files.isOnReadOnlyFileSystem(directory)
    var attempts = 0
    while true {
      do throws(CallFailure) {
        if !settings.isReadOnly {
          // LMDB takes 64 bytes for each reader but one, and at least 128 for the locks.
          try Files.reserve(directory + "/lock.mdb", bytes: 64 * (settings.maximumReaders + 1))
        }
        let handle = try withVersionLock(directory) { () throws(CallFailure) in
          try EnvironmentHandle(at: directory, settings)
        }
        if attempts < 50, !isInPlace(handle, directory) {
          // A compacted file took its place after LMDB had opened it.
          closing(directory) { handle.close() }
          throw CallFailure(call: "mdb_env_open", status: EAGAIN)
        }
        return (handle, settings.isUnlocked)
      } catch {
        let mayUnlock = options.isReadOnly && !settings.isUnlocked
        switch error.status {
        case ENOMEM where settings.mapBytes > 1 << 20:
          settings.mapBytes /= 2
        case EACCES where mayUnlock, EROFS where mayUnlock, EPERM where mayUnlock:
          settings.isUnlocked = true
        case ENOENT where attempts < 50, EAGAIN where attempts < 50:
          // Another process is opening or closing at this moment.
          attempts += 1
          Files.pause(milliseconds: 10)
        default:
          throw StoreError(error, while: .opening, at: directory, mapBytes: settings.mapBytes)
        }
      }
    }
  }

  private static func isInPlace(_ handle: EnvironmentHandle, _ directory: String) -> Bool {
    (try? Files.identity(at: directory + "/data.mdb"))
      == (try? Files.identity(of: handle.descriptor))
  }

  /// Refuses a file that lacks pages which may be read: touching one would end the process.
  static func checkLength(
    _ handle: EnvironmentHandle,
    _ directory: String
  ) throws(StoreError) {
    let shortage: (length: UInt64, needed: UInt64)?
    do {
      shortage = try findShortage(handle)
    } catch {
      throw StoreError(error, while: .opening, at: directory)
    }
    if let shortage {
      throw StoreError(
        .damaged,
        "'\(directory)/data.mdb' has \(shortage.length) bytes but must have \(shortage.needed).",
        hints: ["It was cut off, or copied while in use. Restore a copy."]
      )
    }
  }

  private static func findShortage(
    _ handle: EnvironmentHandle
  ) throws(CallFailure) -> (length: UInt64, needed: UInt64)? {
    while true {
      let facts = handle.facts
      let pageSize = UInt64(max(1, handle.pageSize))
      // In a damaged file the last page may have any number; no file is that long.
      let isPossible = facts.lastPage < UInt64(Int64.max) / pageSize
      let needed = isPossible ? (facts.lastPage + 1) * pageSize : .max
      let length = try Files.length(of: handle.descriptor)
      if length >= needed { return nil }
      if !isPossible { return (length, needed) }
      let isFree = try FreeTail.isFree(
        descriptor: handle.descriptor,
        pageSize: handle.pageSize,
        length: length,
        lastPage: facts.lastPage
      )
      if isFree { return nil }
      // If another process committed meanwhile, this was no steady sight.
      if handle.facts.lastTransaction == facts.lastTransaction { return (length, needed) }
    }
  }

  /// Opens all tables, in one transaction; makes the missing ones if it may.
  static func openTables(
    _ handle: EnvironmentHandle,
    _ directory: String,
    _ options: Environment.Options
  ) throws(StoreError) -> [(String, UInt32)] {
    do {
      // Without the writer lock first: it may be held for long by another process.
      if let tables = try openTables(handle, options.tables, creating: false) { return tables }
      if !options.isReadOnly,
        let tables = try openTables(handle, options.tables, creating: true)
      {
        return tables
      }
    } catch {
      throw StoreError(
        error,
        while: .opening,
        at: directory,
        mapBytes: handle.facts.mapBytes
      )
    }
    throw StoreError(
      .noStore,
      "'\(directory)' lacks tables: it was never finished, or is not a store of Annals.",
      hints: ["Check the path, or open it once for writing to complete it."]
    )
  }

  private static func openTables(
    _ handle: EnvironmentHandle,
    _ names: [String],
    creating: Bool
  ) throws(CallFailure) -> [(String, UInt32)]? {
    let transaction = try handle.begin(isReadOnly: !creating)
    var tables: [(String, UInt32)] = []
    do {
      for name in names {
        guard let table = try transaction.openTable(name, creating: creating) else {
          transaction.abort()
          return nil
        }
        tables.append((name, table))
      }
    } catch {
      transaction.abort()
      throw error
    }
    // The tables' numbers outlive a transaction only if it commits, also one that only reads.
    try transaction.commit()
    return tables
  }

  /// Completes the opening: descriptors, dead readers, and for a new file its place on the disk.
  ///
  /// - Returns: the file's identity, and how many slots of dead readers were freed.
  static func settle(
    _ handle: EnvironmentHandle,
    _ directory: String,
    isNew: Bool,
    isUnlocked: Bool
  ) throws(StoreError) -> (FileIdentity, freedReaders: Int) {
    do throws(CallFailure) {
      // LMDB opens this one so that programs started later would inherit it.
      try Files.closeOnExec(handle.descriptor)
      if isNew {
        try Files.sync(handle.descriptor)
        try Files.sync(directory)
      }
      let freed = isUnlocked ? 0 : try handle.clearStaleReaders()
      return (try Files.identity(of: handle.descriptor), freed)
    } catch {
      throw StoreError(error, while: .opening, at: directory)
    }
  }

  // MARK: The versions that break each other's locks

  /// Runs a close of LMDB's environment.
  static func closing(_ directory: String, _ close: () -> Void) {
    withVersionLock(directory) { close() }
  }

  /// From 0.9.26 to 0.9.31 closing destroys the shared mutexes even while another process opens them
  /// (ITS#9278, reverted by ITS#10095), so that opens and closes must not meet.
  private static func withVersionLock<R, Failure: Error>(
    _ directory: String,
    _ body: () throws(Failure) -> R
  ) throws(Failure) -> R {
    let version = EnvironmentHandle.version
    guard version.major == 0, version.minor == 9, (26...31).contains(version.patch) else {
      return try body()
    }
    // Where the lock file cannot be made, nobody can take LMDB's own locks either.
    let lock = try? Files.openLocked(directory + "/open.lock")
    defer { if let lock { Files.closeLocked(lock) } }
    return try body()
  }
}
