public import EventLog
internal import StoreErrors
public import Records
internal import Synchronization

/// The fold that answered the last read of the past; the next is often of the same point.
struct PastFold: Sendable {
  let revision: Revision
  let type: UInt32
  let fold: LogFold
}

extension Store {
  /// What a replay did.
  public struct Replay: Sendable {
    /// What it shows.
    public var point: ResolvedPoint
    /// How many events it folded.
    public var events: UInt64
    /// The snapshot that spared the events before it.
    public var snapshot: Revision?
    /// How long the folding took.
    public var duration: Duration
    /// How many records it found alive.
    public var records: UInt64
  }

  /// Folds the log itself, not the views, and hands out the living records by type and id.
  ///
  /// - Parameters:
  ///   - point: where to stop.
  ///   - type: the only type wanted; nil for all, in the order in which they were defined.
  ///   - useSnapshots: whether the fold may begin at a sound snapshot.
  ///   - progress: told how far it is.
  ///   - body: called with each record; returns false to stop.
  /// - Throws: `StoreError`: `usage` for an unknown type; as `resolve`; and what `body` throws.
  /// - Complexity: O(events since the snapshot + records · log records), and memory for all records.
  @discardableResult
  public func replay(
    to point: Point = .head,
    type: ExactString? = nil,
    useSnapshots: Bool = true,
    progress: Progress? = nil,
    _ body: (StoredRecord) throws -> Bool
  ) throws -> Replay {
    let resolved = try resolve(point)
    let definitions =
      try type.map { [try self.type($0, atRevision: resolved.revision)] }
      ?? types(at: .revision(resolved.revision))
    let clock = ContinuousClock()
    let start = clock.now
    let fold = try LogFold(
      of: log,
      to: resolved.revision,
      type: type == nil ? nil : definitions.first?.number,
      from: useSnapshots ? snapshotFiles : nil,
      progress: progress
    )
    var replay = Replay(
      point: resolved,
      events: fold.eventCount,
      snapshot: fold.snapshot,
      duration: start.duration(to: clock.now),
      records: 0
    )
    var goesOn = true
    for definition in definitions {
      try fold.forEachState(ofType: definition.number) { id, state in
        guard state.isAlive else { return true }
        replay.records += 1
        if goesOn { goesOn = try body(try state.record(id, under: definition)) }
        return true
      }
    }
    return replay
  }

  /// The living records of a type at a past revision.
  func pastRecords(under definition: TypeDefinition, at revision: Revision) throws -> [StoredRecord]
  {
    let known = past.withLock { past in
      past.flatMap { $0.revision == revision && $0.type == definition.number ? $0.fold : nil }
    }
    let fold =
      try known ?? LogFold(of: log, to: revision, type: definition.number, from: snapshotFiles)
    past.withLock { $0 = PastFold(revision: revision, type: definition.number, fold: fold) }
    return try fold.records(under: definition)
  }
}
