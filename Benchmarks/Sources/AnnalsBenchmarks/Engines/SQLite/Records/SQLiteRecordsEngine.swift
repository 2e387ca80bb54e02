internal import Dispatch

/// SQLite as Swift programs use it through record types: rows are decoded through `Codable` by the names of their
/// columns, statements are looked up by their SQL, and the audit trail is written by the program's own code.
///
/// This is what GRDB (https://github.com/groue/GRDB.swift) does for a `Codable` record and `updateChanges`, written by
/// hand upon the same C API as the other SQLite engines; GRDB itself takes no part. One queue has the only connection,
/// as GRDB's `DatabaseQueue` has.
///
/// `Sendable` is unchecked because the compiler does not see that the connection is used on its queue alone.
public final class SQLiteRecordsEngine: StructEngine, ConcurrentEngine, AsyncEngine,
  @unchecked Sendable
{
  /// What it is.
  public static var description: EngineDescription {
    EngineDescription(
      name: "sqlite-records",
      version: SQLiteDatabase.version,
      durability: .durable,
      audit: .trail,
      history: [],
      settings:
        "Codable records read and written by column names, audit rows written by code, one queue for all; "
        + "audit table without an index by id; " + SQLiteSchema.settingsText
    )
  }

  private let queue = DispatchQueue(label: "sqlite-records")
  private let people: RecordConnection

  /// Opens or makes `people.db` in the folder.
  ///
  /// - Throws: `BenchmarkError` with SQLite's message.
  public init(in folder: String) throws { people = try RecordConnection(in: folder) }

  /// One transaction.
  ///
  /// - Throws: `BenchmarkError` with SQLite's message; nothing is changed then.
  public func apply(_ commit: PeopleCommit) throws {
    _ = try queue.sync { try people.write(commit) }
  }

  /// The same from a task, which is suspended until its turn is over.
  ///
  /// - Returns: the commit's revision.
  public func commit(_ commit: PeopleCommit) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try self.people.write(commit) }) }
    }
  }

  /// Through the index of owner and age.
  public func page(of owner: String, limit: Int) throws -> [Person] {
    try queue.sync {
      try people.fetch(
        Person.self,
        SQLiteSchema.pageOfOwner,
        [.text(owner), .integer(Int64(limit))]
      )
    }
  }

  /// Through the index of age.
  public func pageByAge(limit: Int) throws -> [Person] {
    try queue.sync {
      try people.fetch(Person.self, SQLiteSchema.pageByAge, [.integer(Int64(limit))])
    }
  }

  /// Through the primary key.
  public func record(_ id: String) throws -> Person? {
    try queue.sync { try people.fetch(Person.self, SQLiteSchema.selectPerson, [.text(id)]).first }
  }

  /// The row itself.
  public func person(_ row: Person) -> Person { row }

  /// Moves what the write-ahead log holds into the database.
  ///
  /// - Throws: `BenchmarkError` with SQLite's message.
  public func close() throws { try queue.sync { try people.close() } }
}
