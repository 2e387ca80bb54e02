package import EventLog
internal import PageStore

/// The ground truth: every record as the log itself makes it, folded forward event by event.
package struct LogFold: Sendable {
  private let log: any EventLog
  /// The only types wanted; nil for all.
  private let types: Set<UInt32>?
  /// Every record that an event named, by type and id, deleted ones included.
  private(set) var records: [UInt32: [ExactString: RecordState]] = [:]
  /// How far the log was folded.
  private var revision = Revision.zero
  /// How many events were read.
  package private(set) var eventCount: UInt64 = 0
  /// The snapshot that spared the events before it.
  package private(set) var snapshot: Revision?
  /// Checks what is read, where that is wanted.
  private var check: LogCheck?

  /// How many events lie between two words of progress.
  private static let progressStep: UInt64 = 65_536

  /// Begins before the first commit.
  ///
  /// - Parameters:
  ///   - types: the only types wanted; nil for all.
  ///   - check: is given every event; nil for none.
  init(of log: any EventLog, types: Set<UInt32>?, check: LogCheck? = nil) {
    self.log = log
    self.types = types
    self.check = check
  }

  /// Folds a log.
  ///
  /// - Parameters:
  ///   - revision: where to stop; not past the log's head.
  ///   - type: the only type wanted; nil for all.
  ///   - snapshots: where to begin from, if anything sound is there.
  /// - Complexity: O(events since the snapshot + records).
  package init(
    of log: any EventLog,
    to revision: Revision,
    type: UInt32? = nil,
    from snapshots: Snapshots?,
    progress: Progress? = nil
  ) throws {
    self.init(of: log, types: type.map { [$0] })
    let total = try log.header(of: revision)?.asHead.eventCount ?? 0
    let header = try load(snapshots, notAfter: revision)
    snapshot = header?.revision
    self.revision = header?.revision ?? .zero
    let spared = header?.eventCount ?? 0
    try advance(to: revision) { progress?(spared + $0, total) }
  }

  /// Folds on to a revision; does nothing where it is there already.
  ///
  /// - Parameter progress: called now and then with how many events were read.
  /// - Complexity: O(events in between).
  mutating func advance(to target: Revision, progress: (UInt64) -> Void) throws {
    guard target > revision else { return }
    try log.scan(revision.next...target) { header, position, bytes in
      eventCount += 1
      if eventCount % Self.progressStep == 0 { progress(eventCount) }
      try check?.take(header, position, bytes)
      guard let event = try StoredEvent.Head(bytes), types?.contains(event.type) ?? true else {
        return true
      }
      try records[event.type, default: [:]][event.id(in: bytes), default: RecordState()]
        .apply(event, bytes, at: position, time: header.time)
      return true
    }
    try check?.finish()
    revision = target
  }

  private mutating func load(_ snapshots: Snapshots?, notAfter revision: Revision) throws
    -> SnapshotHeader?
  {
    let header = try snapshots?.load(notAfter: revision) { _ in
      records = [:]
    } _: { key, state in
      if types?.contains(key.type) ?? true {
        records[key.type, default: [:]][key.id] = state
      }
    }
    if header == nil { records = [:] }
    return header
  }

  /// The living records of a type, in no order.
  ///
  /// - Throws: `damaged` where stored bytes do not read as values.
  package func records(under definition: TypeDefinition) throws -> [Record] {
    try (records[definition.number] ?? [:]).compactMap { id, state in
      state.isAlive ? try state.record(id, under: definition) : nil
    }
  }
}
