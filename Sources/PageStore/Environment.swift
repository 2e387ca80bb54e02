public import StoreErrors
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// One LMDB environment: a folder with a file of tables that several threads and processes share.
///
/// Any number of reads run beside one write. Reads see the snapshot they began with. Every failure is a
/// `StoreError` that names the folder and the way out.
public final class Environment: Sendable {
  /// How to open an environment.
  public struct Options: Sendable {
    /// The names of all tables ever needed; a writable environment makes the missing ones.
    public var tables: [String]
    /// Refuses writes, makes nothing, and also works where the caller may not write.
    public var isReadOnly: Bool
    /// Whether a commit returns only when it is on the disk.
    ///
    /// Without, a crash of the machine may damage the file; a crash of the process does not.
    public var isSynced: Bool
    /// Whether small synced writes are kept by a journal, which needs one flush for each where LMDB needs two.
    ///
    /// All processes that write must say the same.
    public var isJournaled: Bool
    /// What the machine's boot is called: a journal of another one is done again when the environment is opened.
    ///
    /// nil where the system does not say: then no journal is begun, and one that is in use is refused.
    public var boot: String?
    /// The address space to map, in bytes: no disk and no memory, but the limit until the map
    /// grows.
    ///
    /// Halved until it fits the address space.
    public var initialMapBytes: Int
    /// The reads of all processes together that can run at once.
    ///
    /// The first one to open decides.
    public var maximumReaders: Int
    /// How long growing the map and closing wait for running transactions of this process.
    public var growthDeadline: Duration

    /// Makes options.
    public init(
      tables: [String],
      isReadOnly: Bool = false,
      isSynced: Bool = true,
      isJournaled: Bool = false,
      boot: String? = MachineBoot.name,
      initialMapBytes: Int = 64 << 30,
      maximumReaders: Int = 1022,
      growthDeadline: Duration = .seconds(30)
    ) {
      self.tables = tables
      self.isReadOnly = isReadOnly
      self.isSynced = isSynced
      self.isJournaled = isJournaled
      self.boot = boot
      self.initialMapBytes = initialMapBytes
      self.maximumReaders = maximumReaders
      self.growthDeadline = growthDeadline
    }
  }

  /// The folder, as it was given.
  public let path: String
  /// How it was opened.
  public let options: Options
  /// Tells the environments of this process apart.
  let number: UInt64
  /// Tells the file apart from all others.
  let identity: FileIdentity
  let handle: EnvironmentHandle
  let gate: Gate
  let idleReads = IdleReads()
  /// What keeps small writes; nil where they are left to LMDB.
  let journal: Journal?
  /// Whether reads have no reader slot, so that writers do not know of them, and what a read has seen may be wrong until
  /// it has returned.
  public let isUnlocked: Bool
  /// How many reader slots of dead processes were found and freed when it was opened.
  public let freedReaders: Int
  /// How much of the file was used when the last write began; 0 before the first.
  let usedBytes = Atomic<UInt64>(0)
  /// How long the file was at least when it was looked at last.
  let fileBytes = Atomic<UInt64>(0)
  private let tables: [String: Table]

  init(_ opened: OpenedEnvironment) {
    path = opened.path
    options = opened.options
    number = opened.number
    identity = opened.identity
    handle = opened.handle
    isUnlocked = opened.isUnlocked
    freedReaders = opened.freedReaders
    tables = opened.tables
    gate = Gate(path: opened.path)
    let isJournaled = opened.options.isJournaled && !opened.options.isReadOnly
    journal = isJournaled ? Journal(in: opened.path, opened.options) : nil
  }

  /// Opens the environment in a folder, or returns the one that is open already.
  ///
  /// LMDB forbids a second open of the same file in a process, so that there is one object for each,
  /// whatever path leads to it, with a count of its uses: each `open` needs its own `close`. What is
  /// open must offer what is asked for: all tables, writing, syncing. A writable one makes the folder
  /// (its parent must exist), the file and the missing tables, and syncs them.
  ///
  /// - Throws: `noStore`, `permission`, `readOnly`, `cannotCreate`, `damaged` (also if the file is
  ///   shorter than it must be), `futureFormat`, `mapFull`, `diskFull`, `busy`; `misuse` if it is open
  ///   in this process with less than is asked for.
  public static func open(
    at directory: String,
    _ options: Options
  ) throws(StoreError) -> Environment {
    try EnvironmentRegistry.shared.open(directory, options)
  }

  /// A table by its name, opened with the environment.
  ///
  /// - Throws: `misuse` if the name was not among the options' tables.
  public func table(_ name: String) throws(StoreError) -> Table {
    if let table = tables[name] { return table }
    throw StoreError(
      .misuse,
      "Table '\(name)' was not opened with '\(path)'.",
      hints: ["Name it in Environment.Options.tables."]
    )
  }

  /// Whether the file that this has open is still the one at its path: false once another folder took its place.
  public var isInPlace: Bool { (try? Files.identity(at: path + "/data.mdb")) == identity }

  /// Whether all these tables were opened.
  func hasTables(_ names: [String]) -> Bool { names.allSatisfy { tables[$0] != nil } }

  /// All tables, by name.
  var allTables: [Table] {
    tables.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Closes one use; the last one waits for running transactions and gives everything back.
  ///
  /// What still runs after `growthDeadline`, and a transaction that closes its own environment, end
  /// unharmed, and the last of them gives everything back. Later calls throw `closed`; closing again
  /// does nothing.
  public func close() {
    EnvironmentRegistry.shared.close(self)
  }

  /// The error for a failed call.
  func error(_ failure: CallFailure, while phase: StoreError.Phase) -> StoreError {
    var failure = failure
    // Where only a part of a page fits, LMDB says that the disk failed.
    if failure.status == EIO, phase == .writing, Files.isFull(handle.descriptor) {
      failure = CallFailure(call: failure.call, status: ENOSPC)
    }
    return StoreError(failure, while: phase, at: path, mapBytes: handle.facts.mapBytes)
  }
}
