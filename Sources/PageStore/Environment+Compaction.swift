public import StoreErrors

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension Environment {
  /// Gives back the room that no page uses: LMDB's files never shrink, so a compacted copy takes the place of the file.
  ///
  /// The copy is whole and on the disk before one rename puts it in place. That is done with LMDB's own lock held by
  /// nobody else, and only if nothing was written since the copy began: so a process that is killed at any moment
  /// leaves either the old file or the new one, with all commits. The number of the last transaction stays what it was:
  /// a process that waits for the lock has read it already.
  ///
  /// - Parameters:
  ///   - directory: the folder, in which there must be room for the copy.
  ///   - options: as for `open`.
  /// - Returns: the file's length before and after.
  /// - Throws: `busy` while this process or another has the environment open; as `open` and `copy(to:)`.
  public static func compact(
    at directory: String,
    _ options: Options
  ) throws(StoreError) -> (before: UInt64, after: UInt64) {
    CompactedFile.removeAbandoned(in: directory)
    for _ in 0..<3 {
      let copy = try CompactedFile(of: directory, options)
      defer { copy.remove() }
      let sizes = try EnvironmentRegistry.shared.whileClosed(directory) { () throws(StoreError) in
        try copy.putInPlace()
      }
      if let sizes { return sizes }
    }
    throw CompactedFile.inUse(directory)
  }
}

/// A compacted copy of an environment's file, before it takes the file's place.
struct CompactedFile {
  private static let prefix = "compacted-"

  private let directory: String
  /// The folder that the copy lies in.
  private let folder: String
  /// The last transaction when the copying began.
  private let transaction: UInt64
  private let pageSize: Int

  /// Copies the file of an environment that is closed again afterwards.
  init(of directory: String, _ options: Environment.Options) throws(StoreError) {
    self.directory = directory
    folder = directory + "/\(Self.prefix)\(getpid())"
    let environment = try Environment.open(at: directory, options)
    defer { environment.close() }
    do {
      // Any write puts away a journal that a killed process has left.
      try environment.write { _ in }
    } catch {
      throw error as? StoreError ?? StoreError(.internal, "\(error)")
    }
    transaction = try environment.lastTransaction()
    pageSize = environment.handle.pageSize
    try environment.copy(to: folder)
  }

  /// Puts the copy in the place of the file, while nobody in this process has it open.
  ///
  /// - Returns: the length before and after; nil where something was written since the copy was made.
  /// - Throws: `busy` while another process has the file open; `io`, `permission`.
  func putInPlace() throws(StoreError) -> (before: UInt64, after: UInt64)? {
    do throws(CallFailure) {
      let lock = try OpenFile(directory + "/lock.mdb")
      guard try lock.lockAlone() else { throw CallFailure(call: "fcntl", status: EBUSY) }
      guard try isCurrent() else { return nil }
      try keepNumber()
      let before = try Files.length(at: directory + "/data.mdb")
      try Files.copyOwner(from: directory + "/data.mdb", to: folder + "/data.mdb")
      try Files.rename(folder + "/data.mdb", to: directory + "/data.mdb")
      try Files.sync(directory)
      let after = try Files.length(at: directory + "/data.mdb")
      // Until here nobody could open it.
      withExtendedLifetime(lock) {}
      return (before, after)
    } catch {
      if error.status == EBUSY { throw Self.inUse(directory) }
      throw StoreError(error, while: .copying, at: directory)
    }
  }

  /// Whether the file still is what was copied, and no journal says more.
  private func isCurrent() throws(CallFailure) -> Bool {
    let file = try OpenFile(directory + "/data.mdb", isReadOnly: true)
    guard try MetaPage.newestTransaction(in: file, pageSize: pageSize) == transaction else {
      return false
    }
    guard let journal = try JournalFile.open(in: directory, isReadOnly: true) else { return true }
    return try JournalHeader(of: journal)?.isActive != true
  }

  /// Lets the copy, which LMDB numbers anew, go on with the number of the file.
  private func keepNumber() throws(CallFailure) {
    let file = try OpenFile(folder + "/data.mdb")
    // LMDB writes copies with transaction 1, on the second page.
    let page = MetaPage.numbered(try file.read(at: pageSize, MetaPage.byteCount), transaction)
    for (number, page) in MetaPage.both(page).enumerated() {
      try file.write(page, at: number * pageSize)
    }
    try file.sync()
  }

  /// Removes what is left of the copy.
  func remove() { Self.remove(folder) }

  /// Removes what killed processes have left.
  static func removeAbandoned(in directory: String) {
    for name in Files.names(in: directory) where name.hasPrefix(prefix) {
      let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "." }) ?? 0
      if process > 0, process != getpid(), kill(process, 0) == 0 || errno == EPERM { continue }
      remove(directory + "/" + name)
    }
  }

  private static func remove(_ folder: String) {
    Files.removeFile(folder + "/data.mdb")
    Files.removeDirectory(folder)
  }

  /// The error of an environment that others use.
  static func inUse(_ directory: String) -> StoreError {
    StoreError(
      .busy,
      "'\(directory)' is in use, and can only be compacted while nobody has it open.",
      hints: ["End the programs that use the store, then try again."]
    )
  }
}
