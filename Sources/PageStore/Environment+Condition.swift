public import StoreErrors

extension Environment {
  /// What stands in the journal beside the file.
  public enum JournalState: String, Sendable {
    /// There is none.
    case none
    /// Nothing: the last write that it kept was flushed to the file since.
    case idle
    /// The last small writes, which reach the file with a later flush.
    case holding
  }

  /// How the environment's place on the disk is, for those who look after it.
  public struct Condition: Sendable {
    /// The length of `data.mdb`.
    public let fileBytes: UInt64
    /// The address space mapped by this process.
    public let mapBytes: UInt64
    /// The reads of other processes that are running, with how many commits came since each began.
    public let readers: [(process: Int32, behind: UInt64)]
    /// How many reader slots of dead processes were freed when it was opened.
    public let freedReaders: Int
    /// What the journal holds.
    public let journal: JournalState
  }

  /// Looks at readers, sizes and the journal.
  ///
  /// - Parameter process: this process, whose own reads are left out.
  /// - Throws: `closed`, `io`.
  /// - Complexity: O(1).
  public func condition(of process: Int32) throws(StoreError) -> Condition {
    let readers = try readers().filter { $0.process != process }
    return try working(while: .reading) { handle throws(CallFailure) in
      let facts = handle.facts
      return Condition(
        fileBytes: try Files.length(of: handle.descriptor),
        mapBytes: UInt64(facts.mapBytes),
        readers: readers.map { reader in
          // One that began since the facts were taken is not behind at all.
          let behind = facts.lastTransaction - min(facts.lastTransaction, reader.transaction)
          return (reader.process, behind)
        },
        freedReaders: freedReaders,
        journal: try journalState()
      )
    }
  }

  private func journalState() throws(CallFailure) -> JournalState {
    guard options.isJournaled, let file = try JournalFile.open(in: path, isReadOnly: true),
      let header = try JournalHeader(of: file)
    else { return .none }
    return header.isActive ? .holding : .idle
  }
}
