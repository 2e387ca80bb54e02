/// What both SQLite engines have in common: the table of those who live, its indexes, the commits, and the statements
/// for them, each prepared once.
///
/// What is kept of each change beside the table is the engine's own.
final class SQLitePeople {
  let database: SQLiteDatabase
  private let begin, commit, rollback: SQLiteStatement
  private let selectHead, insertCommit, insertPerson, deletePerson: SQLiteStatement
  private let selectPerson, ownerPage, agePage: SQLiteStatement
  /// By the set of fields, one bit a field: prepared when first needed.
  private var updates: [Int: SQLiteStatement] = [:]

  /// Opens or makes `people.db` in the folder.
  ///
  /// - Parameter tables: the engine's own tables, indexes and triggers, for a database that is new.
  init(in folder: String, with tables: String) throws(BenchmarkError) {
    database = try SQLiteDatabase(path: folder + "/people.db")
    try database.execute(SQLiteSchema.settings)
    if try database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").rows(capacity: 1, { _ in })
      .isEmpty
    {
      try database.execute(SQLiteSchema.tables)
      try database.execute(tables)
    }
    begin = try database.prepare("BEGIN IMMEDIATE")
    commit = try database.prepare("COMMIT")
    rollback = try database.prepare("ROLLBACK")
    selectHead = try database.prepare(SQLiteSchema.selectHead)
    insertCommit = try database.prepare(SQLiteSchema.insertCommit)
    insertPerson = try database.prepare(SQLiteSchema.insertPerson)
    deletePerson = try database.prepare(SQLiteSchema.deletePerson)
    selectPerson = try database.prepare(SQLiteSchema.selectPerson)
    ownerPage = try database.prepare(SQLiteSchema.pageOfOwner)
    agePage = try database.prepare(SQLiteSchema.pageByAge)
  }

  /// Makes all changes in one transaction, or none.
  ///
  /// - Parameter apply: makes one change; gets the commit's revision.
  func write(
    _ work: PeopleCommit,
    _ apply: (Change, Int64) throws(BenchmarkError) -> Void
  ) throws(BenchmarkError) {
    try begin.run()
    do throws(BenchmarkError) {
      let revision = try head() + 1
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

  /// Changes the table of those who live.
  func apply(_ change: Change, _ revision: Int64) throws(BenchmarkError) {
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

  /// The last commit's revision, or 0.
  func head() throws(BenchmarkError) -> Int64 {
    try selectHead.rows(capacity: 1) { $0.integer(0) }.first ?? 0
  }

  /// Through the index of owner and age.
  func page(of owner: String, limit: Int) throws(BenchmarkError) -> [Person] {
    ownerPage.bind(1, owner)
    ownerPage.bind(2, Int64(limit))
    return try ownerPage.rows(capacity: limit, Person.init)
  }

  /// Through the index of age.
  func pageByAge(limit: Int) throws(BenchmarkError) -> [Person] {
    agePage.bind(1, Int64(limit))
    return try agePage.rows(capacity: limit, Person.init)
  }

  /// Through the primary key.
  func record(_ id: String) throws(BenchmarkError) -> Person? {
    selectPerson.bind(1, id)
    return try selectPerson.rows(capacity: 1, Person.init).first
  }

  /// Moves what the write-ahead log holds into the database; the connection ends with the last reference.
  func close() throws(BenchmarkError) {
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}

extension Person {
  /// Reads the columns of `SQLiteSchema.columns`.
  init(_ row: SQLiteStatement) {
    self.init(
      id: row.text(0),
      owner: row.text(1),
      name: row.text(2),
      age: row.integer(3),
      location: row.text(4),
      note: row.text(5)
    )
  }
}
