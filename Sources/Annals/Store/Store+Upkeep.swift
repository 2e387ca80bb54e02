public import EventLog
internal import PageStore
internal import StoreErrors
public import Records

/// Counts and sizes of a store, for people.
public struct StoreStatistics: Sendable {
  /// The log's.
  public var log: LogStatistics
  /// The views' bytes on disk.
  public var viewBytes: UInt64
  /// The views' tables: name, entries, bytes.
  public var viewTables: [(name: String, entries: UInt64, bytes: UInt64)]
  /// How many events the views do not show yet.
  public var waitingEvents: UInt64
  /// The first revision whose past the views have indexed; zero for all.
  ///
  /// Views that were lost and restored from a snapshot know the past from there on; `Store.rebuild` indexes all.
  public var indexedSince: Revision
  /// Each type with how many of its records live.
  public var types: [(definition: TypeDefinition, living: UInt64)]
  /// The views of all types.
  public var views: [ViewStatistics]
  /// The snapshots, oldest first.
  public var snapshots: [SnapshotInfo]
}

/// What is known of a view.
public struct ViewStatistics: Sendable, Hashable {
  /// The name of its type.
  public var type: ExactString
  /// Its name.
  public var name: ExactString
  /// How many entries it has.
  public var entries: UInt64
  /// A digest of what it holds at `revision`, the same in every copy of the store: see `FORMAT.md`.
  public var digest: LogDigest
  /// The revision that it shows.
  public var revision: Revision
  /// Whether it shows all records, and need not be filled any more.
  public var isWhole: Bool
}

extension Store {
  /// Saves the state of all records, so that replays need not begin at r1, and lost views are back soon.
  ///
  /// - Returns: the snapshot; the one that is there where this revision was saved before.
  /// - Throws: `StoreError`: `notFound` for an empty store; `misuse` for one in memory; `readOnly`, `diskFull`,
  ///   `io`, `closed`.
  /// - Complexity: O(records).
  @discardableResult
  public func snapshot() throws -> SnapshotInfo {
    try checkWritable()
    return try savedStates().take(from: views)
  }

  /// The snapshots, oldest first.
  ///
  /// - Throws: `StoreError` (`misuse` for a store in memory, `io`, `damaged`, `closed`).
  public func snapshots() throws -> [SnapshotInfo] { try savedStates().list() }

  /// Removes what is more than the policy keeps: see `SnapshotPolicy.keep`.
  ///
  /// - Returns: those that were removed.
  /// - Throws: `StoreError` (`misuse` for a store in memory, `readOnly`, `io`, `closed`).
  @discardableResult
  public func pruneSnapshots() throws -> [SnapshotInfo] {
    try checkWritable()
    return try savedStates().prune(keeping: options.snapshotPolicy.keep)
  }

  /// What `pruneSnapshots` would remove, oldest first.
  ///
  /// - Throws: `StoreError` (`misuse` for a store in memory, `io`, `damaged`, `closed`).
  public func prunableSnapshots() throws -> [SnapshotInfo] {
    try savedStates().prunable(keeping: options.snapshotPolicy.keep)
  }

  private func savedStates() throws -> Snapshots {
    if let snapshotFiles { return snapshotFiles }
    throw StoreError(
      .misuse,
      "a store in memory has no snapshots",
      hints: ["make a store on disk"]
    )
  }

  /// Makes the views anew from the log, while reads go on with the old ones.
  ///
  /// The new ones are read once more and proven to hold what was put into them. The old ones are brought to the same
  /// revision, where they are sound, and compared with them, list by list.
  ///
  /// - Returns: how many events were folded, how long it took, and in which lists the old views said something that the
  ///   log does not bear out; none where they were right.
  /// - Throws: `StoreError` (`diskFull`, `io`, `damaged`, `closed`); the old views stay then.
  /// - Complexity: O(events · log records).
  @discardableResult
  public func rebuild(progress: Progress? = nil) throws -> (
    events: UInt64, duration: Duration, differences: [String]
  ) {
    let clock = ContinuousClock()
    let start = clock.now
    let done = try views.rebuild(progress: progress)
    return (done.events, start.duration(to: clock.now), done.differences)
  }

  /// Brings the views up to the log's head, as a read would, fills those that came to records that were there already,
  /// and takes a snapshot where the policy has one due.
  ///
  /// Reads and writes go on meanwhile; without it each read fills such a view a little further, and does without it
  /// until it is whole.
  ///
  /// - Returns: how many events were taken in.
  /// - Throws: `StoreError` (`diskFull`, `io`, `damaged`, `closed`).
  @discardableResult
  public func catchUp(progress: Progress? = nil) throws -> UInt64 {
    let taken = try views.mending { try views.catchUp(filling: .all, progress: progress) }
    try takeDueSnapshot()
    return taken
  }

  /// Takes a snapshot where the policy has one due.
  func takeDueSnapshot() throws {
    let policy = options.snapshotPolicy
    guard policy.everyEvents > 0, !options.isReadOnly, let snapshotFiles else { return }
    let events = try log.head().eventCount
    // Before the first is due there is nothing to look for.
    guard events >= policy.everyEvents else { return }
    let saved = try snapshotFiles.list().last?.eventCount ?? 0
    guard events - min(saved, events) >= policy.everyEvents else { return }
    _ = try snapshotFiles.take(from: views)
    _ = try snapshotFiles.prune(keeping: policy.keep)
  }

  /// Counts and sizes.
  ///
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  /// - Complexity: O(types + tables).
  public func statistics() throws -> StoreStatistics {
    let log = try log.statistics()
    let snapshots = try snapshotFiles?.list() ?? []
    return try views.readAsIs { transaction, sight in
      let files = try sight.store.environment.statistics()
      let types = try types(at: .revision(sight.applied.revision)).map {
        ($0, try sight.store.count(of: $0.number, in: transaction))
      }
      let applied = sight.applied
      let views = try types.flatMap { type, _ in
        try type.views.map { view in
          let summary = try sight.store.summary(of: view, of: type, in: transaction)
          return ViewStatistics(
            type: type.name,
            name: view.name,
            entries: summary.entries,
            digest: summary.digest,
            revision: applied.revision,
            isWhole: applied.shows(view, of: type)
          )
        }
      }
      return StoreStatistics(
        log: log,
        viewBytes: files.fileBytes,
        viewTables: files.tables.map { ($0.name, $0.entries, $0.bytes) },
        waitingEvents: log.events - min(log.events, sight.applied.eventCount),
        indexedSince: sight.applied.since,
        types: types,
        views: views,
        snapshots: snapshots
      )
    }
  }
}
