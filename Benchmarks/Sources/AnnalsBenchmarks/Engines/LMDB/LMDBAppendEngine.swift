/// The limit: LMDB appending entries of 150 bytes under 8-byte keys, and nothing else.
///
/// The changes are counted, not encoded, and there is neither a view nor a way to read: no log in LMDB that
/// does real work can be quicker.
public final class LMDBAppendEngine: Engine {
  /// What it is.
  public static var description: EngineDescription {
    EngineDescription(
      name: "lmdb",
      version: LMDBLog.version,
      durability: .durable,
      audit: [],
      history: [],
      settings: "150 bytes appended per event under an 8-byte key; default sync, MDB_APPEND"
    )
  }

  private let log: LMDBLog
  private var entry = [UInt8](repeating: 0x61, count: 150)

  /// Opens or makes the environment in the folder.
  ///
  /// - Throws: `BenchmarkError` with LMDB's message.
  public init(in folder: String) throws { log = try LMDBLog(folder: folder) }

  /// One transaction with an entry per change.
  ///
  /// - Throws: `BenchmarkError` with LMDB's message; nothing is appended then.
  public func apply(_ commit: PeopleCommit) throws { try log.append(commit.changes.count, &entry) }

  /// Does nothing: every commit is on the disk, and the environment ends with the engine.
  public func close() {}
}
