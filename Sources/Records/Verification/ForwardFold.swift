internal import EventLog
internal import PageStore

/// The records of some types as the log itself makes them, folded forward from point to point.
struct ForwardFold {
  private let log: any EventLog
  /// The states by type and id, deleted records included.
  private(set) var records: [UInt32: [ExactString: RecordState]] = [:]
  /// What was folded.
  private(set) var revision = Revision.zero
  /// How many events were read.
  private(set) var eventCount: UInt64 = 0
  /// Checks what is read, where that is wanted.
  private var check: LogCheck?

  private static let progressStep: UInt64 = 65_536

  /// Begins before the first commit.
  init(of log: any EventLog, types: [UInt32], check: LogCheck?) {
    self.log = log
    self.check = check
    for type in types { records[type] = [:] }
  }

  /// Reads on to a revision; does nothing where it is there already.
  ///
  /// - Complexity: O(events in between).
  mutating func advance(to target: Revision, progress: (UInt64) -> Void) throws {
    guard target > revision else { return }
    try log.scan(revision.next...target) { header, position, bytes in
      eventCount += 1
      if eventCount % Self.progressStep == 0 { progress(eventCount) }
      try check?.take(header, position, bytes)
      guard let event = try StoredEvent.Head(bytes), records[event.type] != nil else { return true }
      try records[event.type, default: [:]][event.id(in: bytes), default: RecordState()]
        .apply(event, bytes, at: position, time: header.time)
      return true
    }
    try check?.finish()
    revision = target
  }
}
