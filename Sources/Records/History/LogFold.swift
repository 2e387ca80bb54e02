package import EventLog

/// The ground truth: every record as the log itself makes it, folded event by event up to a revision.
package struct LogFold: Sendable {
  /// Every record that an event named, deleted ones included.
  package private(set) var records: [RecordKey: RecordState] = [:]
  /// How many events were folded.
  package private(set) var eventCount: UInt64 = 0
  /// The snapshot that spared the events before it.
  package private(set) var snapshot: Revision?

  /// How many events lie between two words of progress.
  private static let progressStep: UInt64 = 65_536

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
    let total = try log.header(of: revision)?.asHead.eventCount ?? 0
    let header = try load(snapshots, notAfter: revision, type)
    snapshot = header?.revision
    let spared = header?.eventCount ?? 0
    let start = header?.revision ?? .zero
    guard revision > start else { return }
    try log.scan(start.next...revision) { header, position, bytes in
      eventCount += 1
      if eventCount % Self.progressStep == 0 { progress?(spared + eventCount, total) }
      guard let event = try StoredEvent.Head(bytes), type == nil || event.type == type else {
        return true
      }
      try records[event.key(in: bytes), default: RecordState()]
        .apply(event, bytes, at: position, time: header.time)
      return true
    }
  }

  private mutating func load(
    _ snapshots: Snapshots?,
    notAfter revision: Revision,
    _ type: UInt32?
  ) throws -> SnapshotHeader? {
    let header = try snapshots?.load(notAfter: revision) { _ in
      records = [:]
    } _: { key, state in
      if type == nil || key.type == type { records[key] = state }
    }
    if header == nil { records = [:] }
    return header
  }

  /// The living records of a type, in no order.
  package func records(under definition: TypeDefinition) throws -> [Record] {
    try records.compactMap { key, state in
      guard key.type == definition.number, state.isAlive else { return nil }
      return try state.record(key.id, under: definition)
    }
  }
}
