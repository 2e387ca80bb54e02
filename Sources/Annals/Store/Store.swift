@_exported public import EventLog
@_exported public import StoreErrors
@_exported public import Records
internal import Synchronization

/// A store of records that never forgets: every change is an event in a log, and everything that can be read is
/// made from that log.
///
/// A store is one folder. Any number of threads and processes may use it at the same time; every read sees every
/// commit that was acknowledged before it began. All calls block the calling thread.
public final class Store: Sendable {
  /// How a store is opened.
  public struct Options: Sendable {
    /// Whether writes are refused; needs no right to write in the folder.
    public var isReadOnly = false
    /// What a commit survives once it is acknowledged.
    public var durability = Durability.durable
    /// How many events are sorted in memory at once on their way into the views, at most, and how many may wait there
    /// while one process writes, up to 32,000: then they are taken in, on another thread if they are many, and the
    /// writer goes on until twice as many wait.
    ///
    /// At least 1.
    public var catchUpEvents = 100_000
    /// How many events a snapshot must spare for views that were lost to begin from it.
    ///
    /// They are ready sooner then, but the past before the snapshot is answered by replays until `rebuild` has
    /// indexed it.
    public var restoreEvents: UInt64 = 1_000_000
    /// Whether opening a store for Swift types makes one where there is none.
    public var makesStore = true
    /// Whether opening a store for Swift types changes what is stored where the types ask for that; otherwise that is
    /// an error which says what would change.
    ///
    /// Types that are not stored yet are defined in any case.
    public var migratesTypes = true
    /// What becomes of a Swift type whose rules and views are those that a later program has changed.
    ///
    /// What was altered with the `annals` command stays, unless this is `.restored`.
    public var earlierTypes = EarlierTypes.refused
    /// Who defines the Swift types that a store is opened for: the actor of that commit.
    ///
    /// What others change of the types is not undone; so all programs of a store have the same.
    public var schemaActor = "annals"
    /// Why it defines and changes them: the reason of that commit, which the types' own rules are applied to.
    public var schemaReason = "the program's types"
    /// When snapshots are taken by themselves.
    public var snapshotPolicy = SnapshotPolicy()

    /// Told how far the views have come, now and then while a call first has to bring them up to the log's head: after
    /// an import, a change of a type's views, or the loss of the views.
    ///
    /// Called on the thread of that call, which waits for it.
    public var viewsProgress: Progress?

    /// Makes the usual options.
    public init() {}
  }

  /// The folder; empty for a store in memory.
  public let path: String
  let log: any EventLog
  let views: Views
  let snapshotFiles: Snapshots?
  let writer: Writer
  let options: Options
  let past = Mutex<PastFold?>(nil)
  /// The Swift types that were used so far.
  let knownTypes = Mutex(KnownTypes())
  /// The projections that were asked for so far: `ProjectionFold`s by their Swift types.
  let projections = Mutex<[ObjectIdentifier: any Sendable]>([:])
  /// Tells tasks of new commits.
  let watch: CommitWatch

  /// The views begin to take in what waits once it is more; the writer keeps the latest state of as many records twice.
  private static let mostWaitingEvents = 32_000

  private init(path: String, log: any EventLog, _ options: Options) {
    self.path = path
    self.log = log
    self.options = options
    watch = CommitWatch(of: log)
    let root = path.isEmpty ? nil : path
    let snapshots = root.map { Snapshots(in: $0 + "/snapshots", of: log) }
    snapshotFiles = snapshots
    views = Views(
      of: log,
      in: ViewsDirectory(root: root, isReadOnly: options.isReadOnly),
      snapshots: snapshots,
      batchEvents: options.catchUpEvents,
      restoreEvents: options.restoreEvents,
      progress: options.viewsProgress
    )
    writer = Writer(
      to: log,
      views,
      waitingLimit: min(options.catchUpEvents, Self.mostWaitingEvents)
    )
  }

  /// Makes an empty store.
  ///
  /// - Parameters:
  ///   - path: the folder, which must not hold a store yet; made where it is not there.
  ///   - options: how it is opened.
  /// - Throws: `StoreError`: `usage` for an empty path; `alreadyExists`, `cannotCreate`, `permission`,
  ///   `readOnly`, `diskFull`, `io`.
  public static func create(at path: String, _ options: Options = Options()) throws -> Store {
    guard !path.isEmpty else { throw emptyPath(.usage) }
    guard !exists(at: path) || isUnfinished(at: path) else {
      throw StoreError(
        .alreadyExists,
        "there is a store already (\(path))",
        hints: ["use it as it is, or choose another folder"]
      )
    }
    try Folder.make(path + "/log")
    try LMDBEventLog.create(at: path + "/log")
    return try open(at: path, options)
  }

  /// Whether a creation that was killed left a log without its beginning, which can be finished.
  private static func isUnfinished(at path: String) -> Bool {
    do {
      try LMDBEventLog.open(at: path + "/log", durability: .buffered, isReadOnly: true).close()
      return false
    } catch { return (error as? StoreError)?.code == .noStore }
  }

  /// Opens a store.
  ///
  /// - Throws: `StoreError`: `noStore`, `damaged`, `futureFormat`, `permission`, `busy`, `io`.
  /// - Complexity: O(1): nothing is read, checked or loaded before something needs it.
  public static func open(at path: String, _ options: Options = Options()) throws -> Store {
    guard !path.isEmpty else { throw emptyPath(.noStore) }
    guard exists(at: path) else {
      if Folder.isHidden(logFile(in: path)) {
        throw StoreError(
          .permission,
          "the folder may not be looked into (\(path))",
          hints: ["check its owner and mode, and those of the folders above it"]
        )
      }
      throw StoreError(
        .noStore,
        "there is no store (\(path))",
        hints: ["make one there, or name another folder"]
      )
    }
    let log = try LMDBEventLog.open(
      at: path + "/log",
      durability: options.durability,
      isReadOnly: options.isReadOnly
    )
    return Store(path: path, log: log, options)
  }

  /// Makes a store that lives as long as the process: its log in memory, its views in a temporary folder.
  public static func inMemory(_ options: Options = Options()) -> Store {
    Store(path: "", log: MemoryEventLog(), options)
  }

  /// Whether there is a store in a folder.
  public static func exists(at path: String) -> Bool {
    !path.isEmpty && Folder.hasFile(logFile(in: path))
  }

  private static func logFile(in path: String) -> String { path + "/log/data.mdb" }

  /// Without a name the folder would be the root of the file system.
  private static func emptyPath(_ code: StoreError.Code) -> StoreError {
    StoreError(code, "the store's folder has an empty name", hints: ["name a folder"])
  }

  /// Which store this is; it never changes.
  public var identity: LogIdentity { log.identity }

  /// Whether the store still is what its path leads to: false once its log was moved away, removed or replaced.
  ///
  /// - Throws: `StoreError` (`closed`).
  /// - Complexity: one question to the file system.
  public var isInPlace: Bool { get throws { try (log as? LMDBEventLog)?.isInPlace ?? true } }

  deinit { close() }

  /// Ends the use of the store; later calls throw `closed`.
  public func close() {
    views.close()
    log.close()
  }
}
