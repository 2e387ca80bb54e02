/// SQLite as an event-sourced program uses it: a table of events, which is the truth, and a projection of those who live
/// that the program keeps in the same transaction, by statements of its own and without triggers.
///
/// An event holds the record as it became and the revision until which that held; its index by id answers what a record
/// was, and its index by owner and age what a page was, without a replay. The value before a change is that
/// of the record's event before.
public final class SQLiteEventsEngine: HistoryEngine {
  /// What it is.
  public static var description: EngineDescription {
    EngineDescription(
      name: "sqlite-events",
      version: SQLiteDatabase.version,
      durability: .durable,
      audit: .trail,
      history: [.record, .page],
      settings:
        "table of events and a projection in one transaction, no triggers; events hold whole "
        + "records and until when, with indexes by id and by owner and age; "
        + SQLiteSchema.settingsText
    )
  }

  private let people: SQLitePeople
  private let endEvent, insertEvent, insertDeletion, recordAt, ownerPageAt: SQLiteStatement

  /// Opens or makes `people.db` in the folder.
  ///
  /// - Throws: `BenchmarkError` with SQLite's message.
  public init(in folder: String) throws {
    people = try SQLitePeople(in: folder, with: SQLiteEventsSchema.tables)
    endEvent = try people.database.prepare(SQLiteEventsSchema.endEvent)
    insertEvent = try people.database.prepare(SQLiteEventsSchema.insertEvent)
    insertDeletion = try people.database.prepare(SQLiteEventsSchema.insertDeletion)
    recordAt = try people.database.prepare(SQLiteEventsSchema.recordAt)
    ownerPageAt = try people.database.prepare(SQLiteEventsSchema.pageOfOwnerAt)
  }

  /// One transaction.
  ///
  /// - Throws: `BenchmarkError` with SQLite's message; nothing is changed then.
  public func apply(_ commit: PeopleCommit) throws { try people.write(commit, apply) }

  private func apply(_ change: Change, _ revision: Int64) throws(BenchmarkError) {
    switch change {
    case .create(let person):
      try people.apply(change, revision)
      try addEvent(.create, of: person.id)
    case .update(let id, _):
      try end(id, revision)
      try people.apply(change, revision)
      try addEvent(.update, of: id)
    case .delete(let id):
      try end(id, revision)
      insertDeletion.bind(1, id)
      insertDeletion.bind(2, revision)
      try insertDeletion.run()
      try people.apply(change, revision)
    }
  }

  /// Notes that what a record was holds no longer.
  private func end(_ id: String, _ revision: Int64) throws(BenchmarkError) {
    endEvent.bind(1, id)
    endEvent.bind(2, revision)
    try endEvent.run()
  }

  /// Copies a record as it is now into an event.
  private func addEvent(_ operation: SQLiteEventsSchema.Operation, of id: String)
    throws(BenchmarkError)
  {
    insertEvent.bind(1, id)
    insertEvent.bind(2, operation.rawValue)
    try insertEvent.run()
  }

  /// Through the projection's index of owner and age.
  public func page(of owner: String, limit: Int) throws -> [Person] {
    try people.page(of: owner, limit: limit)
  }

  /// Through the projection's index of age.
  public func pageByAge(limit: Int) throws -> [Person] { try people.pageByAge(limit: limit) }

  /// Through the projection's primary key.
  public func record(_ id: String) throws -> Person? { try people.record(id) }

  /// The last revision.
  public func head() throws -> Int { Int(try people.head()) }

  /// Through the events' index by id: one search, however long the record's history.
  public func record(_ id: String, at point: Int) throws -> Person? {
    recordAt.bind(1, id)
    recordAt.bind(2, Int64(point))
    return try recordAt.rows(capacity: 1) { $0.isNull(1) ? nil : Person($0) }.first ?? nil
  }

  /// Through the events' index by owner and age, past all that was true at other points.
  public func page(of owner: String, limit: Int, at point: Int) throws -> [Person] {
    ownerPageAt.bind(1, owner)
    ownerPageAt.bind(2, Int64(point))
    ownerPageAt.bind(3, Int64(limit))
    return try ownerPageAt.rows(capacity: limit, Person.init)
  }

  /// The row itself.
  public func person(_ row: Person) -> Person { row }

  /// Moves what the write-ahead log holds into the database.
  ///
  /// - Throws: `BenchmarkError` with SQLite's message.
  public func close() throws { try people.close() }
}
