/// SQLite through its C API: a table, two indexes and an audit table that triggers fill.
public final class SQLiteEngine: StructEngine {
  /// What it is.
  public static var description: EngineDescription {
    EngineDescription(
      name: "sqlite",
      version: SQLiteDatabase.version,
      durability: .durable,
      audit: .trail,
      history: [],
      settings: "audit table of plain columns, filled by triggers, without an index by id; "
        + SQLiteSchema.settingsText
    )
  }

  private let people: SQLitePeople

  /// Opens or makes `people.db` in the folder.
  ///
  /// - Throws: `BenchmarkError` with SQLite's message.
  public init(in folder: String) throws {
    people = try SQLitePeople(in: folder, with: SQLiteSchema.audit + SQLiteSchema.triggers)
  }

  /// One transaction.
  ///
  /// - Throws: `BenchmarkError` with SQLite's message; nothing is changed then.
  public func apply(_ commit: PeopleCommit) throws { try people.write(commit, people.apply) }

  /// Through the index of owner and age.
  public func page(of owner: String, limit: Int) throws -> [Person] {
    try people.page(of: owner, limit: limit)
  }

  /// Through the index of age.
  public func pageByAge(limit: Int) throws -> [Person] { try people.pageByAge(limit: limit) }

  /// Through the primary key.
  public func record(_ id: String) throws -> Person? { try people.record(id) }

  /// The row itself.
  public func person(_ row: Person) -> Person { row }

  /// Moves what the write-ahead log holds into the database.
  ///
  /// - Throws: `BenchmarkError` with SQLite's message.
  public func close() throws { try people.close() }
}
