/// SQLite through its C API: a table, two indexes and an audit table that triggers fill.
public final class SQLiteEngine: ReadableEngine {
  /// What it is.
  public static var description: EngineDescription {
    EngineDescription(
      name: "sqlite",
      version: SQLiteDatabase.version,
      durability: "durable",
      audit:
        "who, when, why per commit; old and new value of what changed, in plain columns, by triggers",
      history: "by scanning the audit table (no index on it)",
      settings: SQLiteSchema.settingsText
    )
  }

  private let begin, commit, rollback: SQLiteStatement
  private let nextRevision, insertCommit, insertPerson, deletePerson: SQLiteStatement
  private let selectPerson, ownerPage, agePage: SQLiteStatement
  /// By the set of fields, one bit a field: prepared when first needed.
  private var updates: [Int: SQLiteStatement] = [:]
  private let database: SQLiteDatabase

  /// Opens or makes `people.db` in the folder.
  ///
  /// - Throws: `BenchmarkError` with SQLite's message.
  public init(in folder: String) throws {
    database = try SQLiteDatabase(path: folder + "/people.db")
    try database.execute(SQLiteSchema.settings)
    if try database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").rows(capacity: 1, { _ in })
      .isEmpty
    {
      try database.execute(SQLiteSchema.tables)
      try database.execute(SQLiteSchema.triggers)
    }
    begin = try database.prepare("BEGIN IMMEDIATE")
    commit = try database.prepare("COMMIT")
    rollback = try database.prepare("ROLLBACK")
    nextRevision = try database.prepare(SQLiteSchema.nextRevision)
    insertCommit = try database.prepare(SQLiteSchema.insertCommit)
    insertPerson = try database.prepare(SQLiteSchema.insertPerson)
    deletePerson = try database.prepare(SQLiteSchema.deletePerson)
    selectPerson = try database.prepare(SQLiteSchema.selectPerson)
    ownerPage = try database.prepare(SQLiteSchema.pageOfOwner)
    agePage = try database.prepare(SQLiteSchema.pageByAge)
  }

  /// One transaction.
  ///
  /// - Throws: `BenchmarkError` with SQLite's message; nothing is changed then.
  public func apply(_ work: PeopleCommit) throws {
    try begin.run()
    do {
      let revision = try nextRevision.rows(capacity: 1) { $0.integer(0) }.first ?? 1
      insertCommit.bind(1, revision)
      insertCommit.bind(2, work.time)
      insertCommit.bind(3, work.actor)
      insertCommit.bind(4, work.reason)
      try insertCommit.run()
      for change in work.changes { try apply(change, revision) }
      try commit.run()
    } catch {
      try? rollback.run()
      throw error
    }
  }

  private func apply(_ change: Change, _ revision: Int64) throws(BenchmarkError) {
    switch change {
    case .create(let person):
      insertPerson.bind(1, person.id)
      insertPerson.bind(2, person.owner)
      insertPerson.bind(3, person.name)
      insertPerson.bind(4, person.age)
      insertPerson.bind(5, person.location)
      insertPerson.bind(6, person.note)
      insertPerson.bind(7, revision)
      try insertPerson.run()
    case .update(let id, let fields):
      let update = try update(of: fields)
      var place: Int32 = 1
      for field in fields {
        switch field {
        case .owner(let text), .name(let text), .location(let text), .note(let text):
          update.bind(place, text)
        case .age(let number): update.bind(place, number)
        }
        place += 1
      }
      update.bind(place, revision)
      update.bind(place + 1, id)
      try update.run()
    case .delete(let id):
      deletePerson.bind(1, id)
      try deletePerson.run()
    }
  }

  private func update(of fields: [PersonField]) throws(BenchmarkError) -> SQLiteStatement {
    let set = fields.reduce(0) { $0 | 1 << $1.place }
    if let known = updates[set] { return known }
    let statement = try database.prepare(SQLiteSchema.updatePerson(fields.map(\.place)))
    updates[set] = statement
    return statement
  }

  /// Through the index of owner and age.
  public func page(of owner: String, limit: Int) throws -> [Person] {
    ownerPage.bind(1, owner)
    ownerPage.bind(2, Int64(limit))
    return try ownerPage.rows(capacity: limit, Self.readPerson)
  }

  /// Through the index of age.
  public func pageByAge(limit: Int) throws -> [Person] {
    agePage.bind(1, Int64(limit))
    return try agePage.rows(capacity: limit, Self.readPerson)
  }

  /// Through the primary key.
  public func record(_ id: String) throws -> Person? {
    selectPerson.bind(1, id)
    return try selectPerson.rows(capacity: 1, Self.readPerson).first
  }

  /// The row itself.
  public func person(_ row: Person) -> Person { row }

  /// Moves what the write-ahead log holds into the database; the connection ends with the engine.
  ///
  /// - Throws: `BenchmarkError` with SQLite's message.
  public func close() throws { try database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }

  private static func readPerson(_ row: SQLiteStatement) -> Person {
    Person(
      id: row.text(0),
      owner: row.text(1),
      name: row.text(2),
      age: row.integer(3),
      location: row.text(4),
      note: row.text(5)
    )
  }
}
