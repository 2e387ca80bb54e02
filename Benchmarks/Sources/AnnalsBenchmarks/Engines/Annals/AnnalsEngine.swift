public import Annals

/// Annals through its public `Store`, as a user of the library has it.
public final class AnnalsEngine: HistoryEngine, ConcurrentEngine, Sendable {
  /// What it is.
  public static var description: EngineDescription {
    let options = Store.Options()
    return EngineDescription(
      name: "annals",
      version: "of this checkout",
      durability: .init(options.durability),
      audit: .trail.union([.checksums]),
      history: [.record, .page],
      settings:
        "defaults: a read merges up to 4,000 waiting events; else views catch up, in batches of "
        + "\(options.catchUpEvents) events"
    )
  }

  let store: Store
  private let owner: UInt32
  private let age: SortKey

  /// Opens or makes `people` in the folder.
  ///
  /// - Throws: `StoreError`.
  public convenience init(in folder: String) throws { try self.init(in: folder, Store.Options()) }

  /// The same, opened in another way.
  init(in folder: String, _ options: Store.Options) throws {
    let path = Self.path(in: folder)
    do { store = try Store.open(at: path, options) } catch let error as StoreError
      where error.code == .noStore
    {
      store = try Store.create(at: path, options)
      _ = try store.write(by: "annals-bench", [.define(try Self.definition())])
    }
    let type = try store.type(Self.type)
    owner = try Self.number(of: "owner", in: type)
    age = SortKey(field: try Self.number(of: "age", in: type))
  }

  /// One `write`.
  ///
  /// - Throws: `StoreError`; nothing is changed then.
  public func apply(_ commit: PeopleCommit) throws { try apply([commit]) }

  /// Several commits with one flush.
  func apply(_ commits: [PeopleCommit]) throws {
    _ = try store.write(
      commits.map { commit in
        Store.Batch(
          by: commit.actor,
          because: commit.reason,
          commit.changes.map(Self.operation)
        )
      }
    )
  }

  /// Through the view of owner and age.
  public func page(of owner: String, limit: Int) throws -> [StoredRecord] {
    try page(of: owner, limit: limit, at: .head)
  }

  /// Through the index over the past.
  public func page(of owner: String, limit: Int, at point: Int) throws -> [StoredRecord] {
    try page(of: owner, limit: limit, at: Self.place(point))
  }

  /// The same as it was at a place in history.
  func page(of owner: String, limit: Int, at point: Point) throws -> [StoredRecord] {
    try store.fetch(
      Query(
        Self.type,
        where: .compare(field: self.owner, .equal, .text(owner)),
        sort: [age],
        limit: limit
      ),
      at: point
    ).records
  }

  /// Through the view of age.
  public func pageByAge(limit: Int) throws -> [StoredRecord] {
    try store.fetch(Query(Self.type, sort: [age], limit: limit)).records
  }

  /// By id.
  public func record(_ id: String) throws -> StoredRecord? { try record(id, at: .head) }

  /// By id, through the index over the past.
  public func record(_ id: String, at point: Int) throws -> StoredRecord? {
    try record(id, at: Self.place(point))
  }

  /// By id, as it was at a place in history.
  func record(_ id: String, at point: Point) throws -> StoredRecord? {
    try store.lookup(Self.type, ExactString(id), at: point).record
  }

  /// The log's last revision, less the one that defines the type.
  public func head() throws -> Int { Int(try store.head().revision.rawValue) - Self.definitions }

  /// The record's fields by name.
  ///
  /// - Throws: `BenchmarkError` where one is not there or of another kind.
  public func person(_ row: StoredRecord) throws -> Person {
    func text(_ name: ExactString) throws -> String {
      guard case .text(let text) = row[name] else {
        throw BenchmarkError("\(row.id) has no \(name)")
      }
      return text
    }
    guard case .int(let age) = row["age"] else { throw BenchmarkError("\(row.id) has no age") }
    return Person(
      id: row.id.text,
      owner: try text("owner"),
      name: try text("name"),
      age: age,
      location: try text("location"),
      note: try text("note")
    )
  }

  /// Closes the store.
  public func close() { store.close() }

  /// The store's own folder.
  static func path(in folder: String) -> String { folder + "/people" }

  static let type: ExactString = "person"

  /// Revisions before the first commit of people: one, which defines the type.
  private static let definitions = 1

  private static func place(_ point: Int) -> Point {
    .revision(Revision(UInt64(point + definitions)))
  }

  private static func definition() throws -> TypeDefinition {
    let fields = [
      FieldDefinition("owner", .text, number: 1), FieldDefinition("name", .text, number: 2),
      FieldDefinition("age", .int, number: 3), FieldDefinition("location", .text, number: 4),
      FieldDefinition("note", .text, number: 5),
    ]
    let age = SortKey(field: 3)
    return try TypeDefinition(
      name: type,
      fields: fields,
      views: [
        ViewDefinition("by-age", filters: [], sorts: [age]),
        ViewDefinition("by-owner", filters: [1], sorts: [age]),
      ]
    )
  }

  private static func number(of name: ExactString, in type: TypeDefinition) throws -> UInt32 {
    guard let field = type.field(name) else {
      throw BenchmarkError("the store has no field \(name)")
    }
    return field.number
  }

  private static func operation(_ change: Change) -> RecordOperation {
    switch change {
    case .create(let person):
      .create(
        type: type,
        id: ExactString(person.id),
        [
          ("owner", .text(person.owner)), ("name", .text(person.name)), ("age", .int(person.age)),
          ("location", .text(person.location)), ("note", .text(person.note)),
        ]
      )
    case .update(let id, let fields):
      .update(type: type, id: ExactString(id), fields.map(assignment))
    case .delete(let id): .delete(type: type, id: ExactString(id))
    }
  }

  private static func assignment(_ field: PersonField) -> (name: ExactString, value: Value?) {
    switch field {
    case .owner(let text): ("owner", .text(text))
    case .name(let text): ("name", .text(text))
    case .age(let number): ("age", .int(number))
    case .location(let text): ("location", .text(text))
    case .note(let text): ("note", .text(text))
    }
  }
}

extension EngineDescription.Durability {
  /// What the store calls by the same names.
  fileprivate init(_ durability: Annals.Durability) {
    switch durability {
    case .durable: self = .durable
    case .buffered: self = .buffered
    case .memory: self = .memory
    }
  }
}
