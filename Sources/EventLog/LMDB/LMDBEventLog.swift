internal import ByteCoding
internal import PageStore
internal import StoreErrors
internal import Synchronization
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The log on disk: one LMDB environment that is only ever appended to.
///
/// Any number of processes may read and append at the same time; LMDB's writer lock keeps them in order.
public final class LMDBEventLog: EventLog {
  /// The version of the tables and of what they hold.
  ///
  /// Format 1 has no compressed pieces; in format 2 no journal can stand beside.
  static let format: UInt8 = 3

  /// Which log this is.
  public let identity: LogIdentity
  /// What an acknowledged commit survives.
  public let durability: Durability

  let tables: Tables
  let group = GroupCommit<AppendRequest, [Appended]>()
  private let opened: Environment
  private let isReadOnly: Bool
  private let isClosed = Atomic(false)
  /// The head when it was read last, and the number of that snapshot.
  let seenHead = Mutex<(snapshot: UInt64, head: LogHead)?>(nil)

  /// Where the tables lie.
  ///
  /// Other logs of this process may share it, also after this one was closed.
  var environment: Environment {
    get throws(StoreError) {
      guard !isClosed.load(ordering: .acquiring) else { throw StoreError.logClosed }
      return opened
    }
  }

  /// The environment for an append.
  var writableEnvironment: Environment {
    get throws(StoreError) {
      guard !isReadOnly else { throw StoreError.logIsReadOnly }
      return try environment
    }
  }

  /// The tables of the log's environment.
  ///
  /// `FORMAT.md` describes their keys and values.
  struct Tables {
    static let names = ["meta", "commits", "definitions", "keys"]
    let meta: Table, commits: Table, definitions: Table, keys: Table

    init(_ environment: Environment) throws(StoreError) {
      meta = try environment.table("meta")
      commits = try environment.table("commits")
      definitions = try environment.table("definitions")
      keys = try environment.table("keys")
    }
  }

  /// The keys of the table `meta`.
  enum Meta {
    static let format = Array("format".utf8)
    static let identity = Array("identity".utf8)
  }

  private init(_ environment: Environment, durability: Durability, isReadOnly: Bool) throws {
    opened = environment
    self.durability = durability
    self.isReadOnly = isReadOnly
    tables = try Tables(environment)
    identity = try Self.identity(in: environment, tables)
  }

  /// Makes an empty log in an empty folder.
  ///
  /// - Throws: `StoreError`: `alreadyExists`, `cannotCreate`, `permission`, `diskFull`, `io`.
  public static func create(at directory: String) throws {
    let environment = try Environment.open(
      at: directory,
      Environment.Options(tables: Tables.names, isJournaled: true)
    )
    defer { environment.close() }
    let tables = try Tables(environment)
    let identity = UUID().byteArray
    try environment.write { transaction in
      guard try !transaction.contains(tables.meta, Meta.format),
        try transaction.count(of: tables.commits) == 0
      else {
        throw StoreError(.alreadyExists, "there is a log already (\(directory))")
      }
      try transaction.put(tables.meta, Meta.format, [Self.format])
      try transaction.put(tables.meta, Meta.identity, identity)
    }
  }

  /// Opens a log.
  ///
  /// - Parameters:
  ///   - directory: the log's folder.
  ///   - durability: what to wait for at each append: `durable` or `buffered`.
  ///   - isReadOnly: whether appends are refused; needs no right to write.
  /// - Throws: `StoreError`: `noStore`, `futureFormat`, `damaged`, `permission`, `busy`, `io`.
  /// - Complexity: O(1).
  public static func open(
    at directory: String,
    durability: Durability = .durable,
    isReadOnly: Bool = false
  ) throws -> LMDBEventLog {
    // Opening for writing would make what is not there.
    guard FileManager.default.fileExists(atPath: directory + "/data.mdb") else {
      throw StoreError.noLog(at: directory)
    }
    var options = Environment.Options(tables: Tables.names)
    options.isReadOnly = isReadOnly
    options.isSynced = durability == .durable
    options.isJournaled = true
    let environment = try Environment.open(at: directory, options)
    do {
      return try LMDBEventLog(environment, durability: durability, isReadOnly: isReadOnly)
    } catch {
      environment.close()
      throw error
    }
  }

  private static func identity(in environment: Environment, _ tables: Tables) throws -> LogIdentity
  {
    try environment.read { transaction in
      guard let format = try transaction.value(of: tables.meta, Meta.format) else {
        // Making a log ends with these values, so one without them was never finished.
        guard try transaction.count(of: tables.commits) == 0 else {
          throw ByteReader.damaged("the log has lost its format")
        }
        throw StoreError.noLog(at: environment.path)
      }
      guard format.count == 1, (1...Self.format).contains(format[0]) else {
        throw StoreError(
          .futureFormat,
          "the log has the format \(format.first ?? 0); this version knows \(Self.format)",
          hints: ["use the newest annals"]
        )
      }
      guard let bytes = try transaction.value(of: tables.meta, Meta.identity),
        let identity = LogIdentity(bytes: bytes)
      else { throw ByteReader.damaged("the log's identity") }
      return identity
    }
  }

  /// Makes everything acknowledged so far survive a power cut.
  public func flush() throws { try environment.flush() }

  /// Bytes and counts.
  public func statistics() throws -> LogStatistics {
    let head = try head()
    let statistics = try environment.statistics()
    return LogStatistics(
      commits: head.revision.rawValue,
      events: head.eventCount,
      bytes: statistics.fileBytes,
      tables: statistics.tables.map { ($0.name, $0.entries, $0.bytes) }
    )
  }

  /// Copies the log as it is now, while others append.
  ///
  /// - Parameter directory: a folder that is not there yet, or is empty; the one above it must be there.
  /// - Throws: `StoreError`: `alreadyExists`, `permission`, `diskFull`, `busy`, `io`, `closed`.
  package func copy(to directory: String) throws { try environment.copy(to: directory) }

  /// Gives back the room that no page of a log uses.
  ///
  /// - Returns: the file's length before and after.
  /// - Throws: `StoreError`: `busy` while this process or another has the log open; `permission`, `diskFull`, `io`.
  package static func compact(at directory: String) throws -> (before: UInt64, after: UInt64) {
    try Environment.compact(
      at: directory,
      Environment.Options(tables: Tables.names, isJournaled: true)
    )
  }

  /// Whether the log still is what its path leads to.
  ///
  /// - Throws: `StoreError` (`closed`).
  package var isInPlace: Bool { get throws { try environment.isInPlace } }

  /// Ends the use of the log.
  public func close() {
    // Only once: the environment counts its uses, and the next would be another's.
    if !isClosed.exchange(true, ordering: .acquiringAndReleasing) { opened.close() }
  }
}
