/// What a column of the table of people holds.
enum ColumnValue: Hashable {
  case integer(Int64)
  case text(String)
}

/// A connection that keeps records, each in a row: read through `Codable`, written as columns by their names.
final class RecordConnection {
  private let database: SQLiteDatabase
  /// Prepared when first needed, and looked up by their SQL.
  private var statements: [String: SQLiteStatement] = [:]

  /// A person as a row has it.
  private struct Row: Decodable {
    var person: Person
    var version: Int64
    var revision: Int64

    private enum CodingKeys: String, CodingKey { case version, revision }

    init(_ person: Person, version: Int64, revision: Int64) {
      self.person = person
      self.version = version
      self.revision = revision
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      version = try container.decode(Int64.self, forKey: .version)
      revision = try container.decode(Int64.self, forKey: .revision)
      person = try Person(from: decoder)
    }

    var columns: [String: ColumnValue] {
      [
        "id": .text(person.id), "owner": .text(person.owner), "name": .text(person.name),
        "age": .integer(person.age), "location": .text(person.location),
        "note": .text(person.note), "version": .integer(version), "revision": .integer(revision),
      ]
    }
  }

  /// Opens or makes `people.db` in the folder.
  init(in folder: String) throws(BenchmarkError) {
    database = try SQLiteDatabase(path: folder + "/people.db")
    try database.execute(SQLiteSchema.settings)
    let isNew = try database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1")
      .rows(capacity: 1) { _ in }.isEmpty
    if isNew { try database.execute(SQLiteSchema.tables + SQLiteSchema.audit) }
  }

  /// The records that a query gives.
  func fetch<Record: Decodable>(
    _ type: Record.Type,
    _ sql: String,
    _ arguments: [ColumnValue]
  ) throws -> [Record] {
    let statement = try statement(sql)
    bind(arguments, to: statement)
    let decoder = RowDecoder(statement)
    var records: [Record] = []
    var failure: (any Error)?
    try statement.forEachRow {
      do { records.append(try Record(from: decoder)) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    return records
  }

  /// Makes all changes in one transaction, or none.
  ///
  /// - Returns: the commit's revision.
  func write(_ work: PeopleCommit) throws -> Int {
    try statement("BEGIN IMMEDIATE").run()
    do {
      let revision =
        try 1 + statement(SQLiteSchema.selectHead).rows(capacity: 1) { $0.integer(0) }[0]
      try run(
        SQLiteSchema.insertCommit,
        [.integer(revision), .integer(work.time), .text(work.actor), .text(work.reason)]
      )
      for change in work.changes { try apply(change, revision) }
      try statement("COMMIT").run()
      return Int(revision)
    } catch {
      try? statement("ROLLBACK").run()
      throw error
    }
  }

  private func apply(_ change: Change, _ revision: Int64) throws {
    switch change {
    case .create(let person):
      let row = Row(person, version: 1, revision: revision).columns
      try insert(row, into: "person")
      try audit(1, person.id, 1, revision, from: [:], to: row)
    case .update(let id, let fields):
      guard let old = try row(id) else { throw BenchmarkError("nobody is called \(id)") }
      var new = Row(old.person, version: old.version + 1, revision: revision)
      for field in fields { new.person.set(field) }
      let before = old.columns
      let changed = new.columns.filter { before[$0.key] != $0.value }
      try update(id, changed)
      try audit(
        2,
        id,
        new.version,
        revision,
        from: before.filter { changed[$0.key] != nil },
        to: changed
      )
    case .delete(let id):
      guard let old = try row(id) else { throw BenchmarkError("nobody is called \(id)") }
      try run(SQLiteSchema.deletePerson, [.text(id)])
      try audit(3, id, old.version + 1, revision, from: old.columns, to: [:])
    }
  }

  private func row(_ id: String) throws -> Row? {
    try fetch(Row.self, "SELECT * FROM person WHERE id = ?", [.text(id)]).first
  }

  private func insert(_ row: [String: ColumnValue], into table: String) throws {
    let columns = row.sorted { $0.key < $1.key }
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let names = columns.map(\.key).joined(separator: ", ")
    try run("INSERT INTO \(table) (\(names)) VALUES (\(places))", columns.map(\.value))
  }

  private func update(_ id: String, _ changed: [String: ColumnValue]) throws {
    let columns = changed.sorted { $0.key < $1.key }
    let assignments = columns.map { "\($0.key) = ?" }.joined(separator: ", ")
    try run("UPDATE person SET \(assignments) WHERE id = ?", columns.map(\.value) + [.text(id)])
  }

  /// Writes down what a change was.
  private func audit(
    _ operation: Int64,
    _ id: String,
    _ version: Int64,
    _ revision: Int64,
    from old: [String: ColumnValue],
    to new: [String: ColumnValue]
  ) throws {
    var row: [String: ColumnValue] = [
      "op": .integer(operation), "id": .text(id), "version": .integer(version),
      "revision": .integer(revision),
    ]
    for field in SQLiteSchema.fields {
      row["old_" + field] = old[field]
      row["new_" + field] = new[field]
    }
    try insert(row, into: "audit")
  }

  private func run(_ sql: String, _ arguments: [ColumnValue]) throws {
    let statement = try statement(sql)
    bind(arguments, to: statement)
    try statement.run()
  }

  private func bind(_ arguments: [ColumnValue], to statement: SQLiteStatement) {
    for (place, argument) in zip(1..., arguments) {
      switch argument {
      case .integer(let number): statement.bind(Int32(place), number)
      case .text(let text): statement.bind(Int32(place), text)
      }
    }
  }

  private func statement(_ sql: String) throws(BenchmarkError) -> SQLiteStatement {
    if let known = statements[sql] { return known }
    let statement = try database.prepare(sql)
    statements[sql] = statement
    return statement
  }

  /// Moves what the write-ahead log holds into the database.
  func close() throws { try database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
}
