public import StoreErrors

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension Environment {
  /// Writes a compacted copy of the newest snapshot, beside running writers.
  ///
  /// The copy appears under its name only when it is whole and on the disk. Writers go on meanwhile, but
  /// the file grows, as the copied snapshot keeps its pages.
  ///
  /// - Parameter directory: a folder that does not exist or is empty; its parent must exist.
  /// - Throws: `alreadyExists`, `diskFull`, `permission`, `io`, `closed`; `busy` if
  ///   another process has just grown the file: any read follows that, then copy again; and if the caller may
  ///   not write to the folder, so that writers do not know of the copying, and were too quick for it.
  public func copy(to directory: String) throws(StoreError) {
    let partial = directory + ".partial-\(getpid())"
    try gate.enter(.reading)
    defer { leave(.reading) }
    do throws(CallFailure) {
      try Files.makeDirectory(partial)
      // A copy without a reader slot is whole under the same condition as a read; see `readUnlocked`.
      let newest = handle.facts.lastTransaction
      try handle.copy(to: partial)
      if isUnlocked, handle.facts.lastTransaction > newest + 1 {
        throw CallFailure(call: "mdb_env_copy2", status: EAGAIN)
      }
      try Files.sync(partial + "/data.mdb")
      try Files.sync(partial)
      try Files.rename(partial, to: directory)
      try Files.sync(Files.parent(of: directory))
    } catch {
      Files.removeFile(partial + "/data.mdb")
      Files.removeDirectory(partial)
      throw StoreError(error, while: .copying, at: directory, mapBytes: handle.facts.mapBytes)
    }
  }
}
