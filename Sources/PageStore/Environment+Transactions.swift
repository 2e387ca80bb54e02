internal import CLMDB
internal import StoreErrors
internal import Synchronization

extension Environment {
  /// How often a read without a reader slot runs again before it gives up.
  private static let mostRepeats = 20

  /// Runs `body` on the newest snapshot, on the calling thread, beside any writer.
  ///
  /// Where the caller may not write to the folder, `body` may run several times; see `readUnlocked`.
  ///
  /// - Throws: `closed`, `busy` (no reader slot free, or another process grew the file and this one
  ///   could not follow in time), `damaged`, and what `body` throws.
  public func read<R>(_ body: (inout ReadTransaction) throws -> R) throws -> R {
    if isUnlocked { return try readUnlocked(body) }
    let core = try beginRead()
    defer { end(core) }
    var transaction = ReadTransaction(core)
    return try body(&transaction)
  }

  /// Changes tables: everything `body` does is committed if it returns, and nothing if it throws.
  ///
  /// One write runs at a time, over all processes; this waits its turn. `body` runs on the calling
  /// thread; if the map was full it runs again from the start on a map of twice the size.
  ///
  /// - Throws: `readOnly`, `closed`; `misuse` for a write inside a write, or if the map must grow while
  ///   the calling thread is inside a read; `mapFull`, `diskFull`, `damaged`, `io`; `busy` if
  ///   transactions of this process kept the map from growing; and what `body` throws.
  public func write<R>(_ body: (inout WriteTransaction) throws -> R) throws -> R {
    if options.isReadOnly {
      throw StoreError(
        .readOnly,
        "'\(path)' was opened for reading only.",
        hints: ["Open it for writing."]
      )
    }
    while true {
      let mapBytes: Int
      do {
        return try writeOnce(body)
      } catch let full as MapIsFull {
        mapBytes = full.mapBytes
      }
      try growMap(from: mapBytes)
    }
  }

  /// Tells `write` to grow the map.
  private struct MapIsFull: Error { let mapBytes: Int }

  private func writeOnce<R>(_ body: (inout WriteTransaction) throws -> R) throws -> R {
    let handle = try begin(.writing) { handle throws(CallFailure) in
      try handle.begin(isReadOnly: false)
    }
    defer { leave(.writing) }
    do { try journal?.begin(self.handle) } catch {
      handle.abort()
      throw self.error(error, while: .writing)
    }
    reserveAhead()
    let core = TransactionCore(self, handle, isWriting: true)
    if journal != nil { core.record = RedoRecord() }
    let mapBytes = self.handle.facts.mapBytes
    let result: R
    do {
      var transaction = WriteTransaction(core)
      result = try body(&transaction)
    } catch {
      handle.abort()
      if core.firstFailure?.status == MDB_MAP_FULL { throw MapIsFull(mapBytes: mapBytes) }
      // What made the transaction fail says more than what `body` made of it.
      if let first = core.firstFailure { throw self.error(first, while: .writing) }
      throw error
    }
    do {
      if let first = core.firstFailure {
        handle.abort()
        throw first
      }
      try commit(core)
    } catch let failure as CallFailure where failure.status == MDB_MAP_FULL {
      throw MapIsFull(mapBytes: mapBytes)
    } catch let failure as CallFailure {
      throw self.error(failure, while: .writing)
    }
    return result
  }

  /// Commits, with one flush where the journal keeps the write.
  private func commit(_ core: TransactionCore) throws(CallFailure) {
    if let journal, let record = core.record {
      let isKept: Bool
      do { isKept = try journal.keep(record, of: core.handle.id, handle) } catch {
        core.handle.abort()
        throw error
      }
      if isKept { return try commitKept(core, journal) }
    }
    try core.handle.commit()
    #if canImport(Darwin)
      if options.isSynced { try? Files.sync(handle.descriptor) }
    #endif
  }

  // MARK: Beginning and ending

  private func beginRead() throws(StoreError) -> TransactionCore {
    try begin(.reading) { handle throws(CallFailure) in
      if let idle = idleReads.take() {
        do {
          try idle.handle.renew()
          return idle
        } catch {
          idle.handle.abort()
        }
      }
      return TransactionCore(self, try handle.begin(isReadOnly: true), isWriting: false)
    }
  }

  private func end(_ read: TransactionCore) {
    read.handle.reset()
    idleReads.keep(read)
    leave(.reading)
  }

  func leave(_ purpose: Gate.Purpose) {
    if gate.leave(purpose) { EnvironmentRegistry.shared.giveBack(self) }
  }

  /// Enters the gate and begins something in LMDB.
  ///
  /// If that throws, the gate has been left again.
  func begin<Begun>(
    _ purpose: Gate.Purpose,
    _ body: (EnvironmentHandle) throws(CallFailure) -> Begun
  ) throws(StoreError) -> Begun {
    var hasClearedReaders = false
    while true {
      try gate.enter(purpose)
      let failure: CallFailure
      do {
        return try body(handle)
      } catch {
        failure = error
      }
      if failure.status == MDB_READERS_FULL, !hasClearedReaders {
        hasClearedReaders = true
        idleReads.end()
        _ = try? handle.clearStaleReaders()
        leave(purpose)
      } else if failure.status == MDB_MAP_RESIZED {
        leave(purpose)
        try adoptMapSize()
      } else {
        let error = self.error(failure, while: purpose == .reading ? .reading : .writing)
        leave(purpose)
        throw error
      }
    }
  }

  // MARK: Reading without a reader slot

  /// Reads where this process cannot write, and so cannot tell writers which pages it needs.
  ///
  /// LMDB's writer number n reuses only pages that a commit up to n - 2 set free. Pages of snapshot s
  /// are set free by s + 1 at the earliest, so that writer s + 3 is the first to overwrite one, and it
  /// begins after commit s + 2. If the newest commit is still s or s + 1 when `body` has ended, all that
  /// `body` saw was whole; otherwise its result, or its error, is thrown away and it runs again.
  private func readUnlocked<R>(_ body: (inout ReadTransaction) throws -> R) throws -> R {
    for _ in 0..<Self.mostRepeats {
      let core = try beginRead()
      defer { end(core) }
      let snapshot = core.handle.id
      let result = Result {
        var transaction = ReadTransaction(core)
        return try body(&transaction)
      }
      // The reads of `body` must not drift below the look at the newest commit.
      atomicMemoryFence(ordering: .sequentiallyConsistent)
      if handle.facts.lastTransaction <= snapshot + 1 { return try result.get() }
    }
    throw StoreError(
      .busy,
      "'\(path)' was written to during each of \(Self.mostRepeats) attempts to read it without a lock.",
      hints: [
        "Allow this user to write to lock.mdb in the folder, so that its reads are protected.",
        "Or read less at a time.",
      ]
    )
  }
}
