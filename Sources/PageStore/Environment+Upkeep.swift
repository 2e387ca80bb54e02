internal import CLMDB
public import StoreErrors

extension Environment {
  /// A process with a read that is running.
  public struct Reader: Sendable, Equatable {
    /// The process.
    public let process: Int32
    /// The snapshot it sees.
    public let transaction: UInt64
  }

  /// How large the file and its tables are.
  public struct Statistics: Sendable {
    /// One table.
    public struct TableSize: Sendable {
      /// The table's name.
      public let name: String
      /// Its entries.
      public let entries: UInt64
      /// The bytes of its pages, partly filled ones included.
      public let bytes: UInt64
    }

    /// The length of `data.mdb`.
    public let fileBytes: UInt64
    /// The address space mapped by this process.
    public let mapBytes: UInt64
    /// Bytes in a page.
    public let pageSize: Int
    /// All opened tables, by name.
    public let tables: [TableSize]
    /// Pages of the file that no table uses; later writes take them first.
    public let freePages: UInt64
  }

  /// Writes all commits through to the disk.
  ///
  /// - Throws: `closed`, `diskFull`, `io`; `permission` when opened for reading only.
  public func flush() throws(StoreError) {
    try working(while: .syncing) { handle throws(CallFailure) in
      try handle.sync()
      #if canImport(Darwin)
        try Files.sync(handle.descriptor)
      #endif
    }
  }

  /// The number of the newest commit by any process; needs no transaction, so it is cheap to ask often.
  ///
  /// - Throws: `closed`.
  public func lastTransaction() throws(StoreError) -> UInt64 {
    try working(while: .reading) { handle in handle.facts.lastTransaction }
  }

  /// The reads that are running, of all processes.
  ///
  /// - Throws: `closed`.
  public func readers() throws(StoreError) -> [Reader] {
    let lines = try working(while: .reading) { handle throws(CallFailure) in
      try handle.readerLines()
    }
    // A heading, then process, thread (hexadecimal) and transaction, or `-` for an idle slot.
    return lines.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let process = Int32(words[0]), let transaction = UInt64(words[2])
      else { return nil }
      return Reader(process: process, transaction: transaction)
    }
  }

  /// Frees the slots of readers whose process has died, so that their pages can be used again.
  ///
  /// - Returns: how many there were.
  /// - Throws: `closed`, `io`.
  public func clearStaleReaders() throws(StoreError) -> Int {
    try working(while: .reading) { handle throws(CallFailure) in try handle.clearStaleReaders() }
  }

  /// Measures file and tables.
  ///
  /// Cost: the list of free pages is read.
  ///
  /// - Throws: as `read`.
  public func statistics() throws -> Statistics {
    let fileBytes = try working(while: .reading) { handle throws(CallFailure) in
      try Files.length(of: handle.descriptor)
    }
    return try read { transaction in
      let core = transaction.core
      do {
        let tables = try allTables.map { table in
          let facts = try core.handle.statistics(table.number)
          return Statistics.TableSize(
            name: table.name,
            entries: facts.entries,
            bytes: facts.pages * UInt64(facts.pageSize)
          )
        }
        return Statistics(
          fileBytes: fileBytes,
          mapBytes: UInt64(handle.facts.mapBytes),
          pageSize: handle.pageSize,
          tables: tables,
          freePages: try core.handle.freePages()
        )
      } catch let failure as CallFailure {
        throw core.failed(failure)
      }
    }
  }

  /// Runs something that needs the map but no transaction.
  func working<R>(
    while phase: StoreError.Phase,
    _ body: (EnvironmentHandle) throws(CallFailure) -> R
  ) throws(StoreError) -> R {
    try gate.enter(.reading)
    defer { leave(.reading) }
    do {
      return try body(handle)
    } catch {
      throw self.error(error, while: phase)
    }
  }
}
