internal import ByteCoding
package import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

/// The ground truth: every record as the log itself makes it, folded forward event by event.
package struct LogFold: Sendable {
  private let log: any EventLog
  /// The only types wanted; nil for all.
  private let types: Set<UInt32>?
  /// Every record that an event named, deleted ones included: dealt into shares, and by type.
  private var shares = noRecords
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
  private static let noRecords = [[UInt32: StateTable]](repeating: [:], count: FoldCrew.shareCount)

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
  /// - Complexity: O(events since the snapshot + records), shared out to the processor's cores.
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
  /// - Complexity: O(events in between), shared out to the processor's cores.
  mutating func advance(to target: Revision, progress: (UInt64) -> Void) throws {
    guard target > revision else { return }
    var crew = FoldCrew(exchange(&shares, with: Self.noRecords))
    do {
      try log.scan(revision.next...target) { header, position, bytes in
        eventCount += 1
        if eventCount % Self.progressStep == 0 { progress(eventCount) }
        try check?.take(header, position, bytes)
        guard let event = try StoredEvent.Head(bytes), types?.contains(event.type) ?? true else {
          return true
        }
        let id = bytes.extracting(event.idBytes)
        try crew.take(bytes, of: id, event.type, at: position, time: header.time)
        return true
      }
      try check?.finish()
    } catch {
      // An event that does not fit came before whatever ended the reading.
      _ = try crew.finish()
      throw error
    }
    shares = try crew.finish()
    revision = target
  }

  private mutating func load(_ snapshots: Snapshots?, notAfter revision: Revision) throws
    -> SnapshotHeader?
  {
    let header = try snapshots?.load(notAfter: revision) { _ in
      shares = Self.noRecords
    } _: { key, state in
      guard types?.contains(key.type) ?? true else { return }
      let id = key.id.text.utf8Span.span
      let hash = StateTable.hash(id)
      shares[FoldCrew.share(of: hash)][key.type, default: StateTable()].update(id, hash: hash) {
        $0 = state
      }
    }
    if header == nil { shares = Self.noRecords }
    return header
  }

  /// Hands out a type's records in the order of their ids, deleted ones included.
  ///
  /// - Parameter body: returns false to stop.
  /// - Complexity: O(n log n) for n records, and memory for their ids.
  package func forEachState(
    ofType type: UInt32,
    _ body: (ExactString, RecordState) throws -> Bool
  ) throws {
    let tables = shares.compactMap { $0[type] }
    var ids = FlatKeys()
    var places: [(table: Int, index: Int)] = []
    for (number, table) in tables.enumerated() {
      for index in 0..<table.count {
        ids.append { $0.append(raw: table.id(index)) }
        places.append((number, index))
      }
    }
    for index in ids.order() {
      let place = places[index]
      let id = ExactString(try ByteReader.text(ids[index]))
      guard try body(id, tables[place.table].state(place.index)) else { return }
    }
  }

  /// The living records of a type, in the order of their ids.
  ///
  /// Throws as `RecordState.value(of:)`.
  package func records(under definition: TypeDefinition) throws -> [StoredRecord] {
    var records: [StoredRecord] = []
    try forEachState(ofType: definition.number) { id, state in
      if state.isAlive { records.append(try state.record(id, under: definition)) }
      return true
    }
    return records
  }
}
