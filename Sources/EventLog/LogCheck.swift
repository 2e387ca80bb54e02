internal import ByteCoding
internal import StoreErrors

/// Checks of a whole log that no single read makes: that each commit's digest follows from the one before and from
/// its events, that times never run backwards, and that events and idempotency keys are counted and found.
///
/// Checksums and gaps are checked by whatever hands out the events.
package struct LogCheck {
  private let log: any EventLog
  /// Where the log says that definitions stand; a wrong place gives another digest.
  private var definitions: Set<EventPosition> = []
  /// The definitions up to there are known.
  private var known = Revision.zero
  /// The last commit that was checked whole.
  package private(set) var head = LogHead.empty
  private var commit: CommitHeader?
  private var checksums: [UInt64] = []

  /// Begins before the first commit.
  ///
  /// - Complexity: O(definitions), and memory for them.
  package init(of log: any EventLog) throws {
    self.log = log
    try findDefinitions()
  }

  /// Finds the definitions up to the log's head.
  private mutating func findDefinitions() throws {
    let head = try log.head()
    definitions.formUnion(try log.definitions(after: known))
    known = head.revision
  }

  /// Takes the next event in the order of the log.
  ///
  /// - Throws: `damaged` where the commit before it is not what follows upon its predecessor.
  package mutating func take(
    _ header: CommitHeader,
    _ position: EventPosition,
    _ event: Span<UInt8>
  ) throws {
    if position.ordinal == 0 {
      try finish()
      commit = header
      // Others go on writing meanwhile.
      if header.revision > known { try findDefinitions() }
    }
    let kind: EventDraft.Kind = definitions.contains(position) ? .definition : .record
    checksums.append(EventFrame.checksum(of: event, kind: kind.rawValue, at: position))
  }

  /// Checks the last commit, of which all events were taken.
  ///
  /// Throws as `take`.
  package mutating func finish() throws {
    guard let commit else { return }
    let revision = commit.revision
    guard revision == head.revision.next else {
      throw ByteReader.damaged("\(head.revision.next) is missing before \(revision)")
    }
    guard commit.time >= head.time else {
      throw ByteReader.damaged("the time of \(revision) is before that of the commit before")
    }
    guard commit.eventsBefore == head.eventCount, Int(commit.eventCount) == checksums.count else {
      throw ByteReader.damaged("the events up to \(revision) are miscounted")
    }
    guard commit.chain == CommitEncoder.chain(commit, checksums, after: head.chain) else {
      throw ByteReader.damaged("the digest of \(revision) is not that of its events")
    }
    if let key = commit.key, try log.result(forKey: key)?.revision != revision {
      throw ByteReader.damaged("the idempotency key '\(key.name)' does not lead to \(revision)")
    }
    head = commit.asHead
    self.commit = nil
    checksums.removeAll(keepingCapacity: true)
  }
}
