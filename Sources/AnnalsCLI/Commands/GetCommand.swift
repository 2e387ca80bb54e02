import Annals
import EventLog
import StoreErrors
import Records

/// The command `annals get TYPE/ID[@N]`.
enum GetCommand {
  private static let record = Argument("TYPE/ID[@N]", "the record, or one of its versions")

  static let command = Command(
    name: "get",
    abstract: "print one record",
    discussion: """
      Exits 1 where there is no such record, and says which of the three it is: not yet created at that \
      point, deleted (by whom and when), or never there at all.
      """,
    arguments: [record],
    options: [.id],
    examples: [
      Example("get person/ann", "as it is now"),
      Example("get person/ann@2", "its second version"),
      Example("get person/ann --at '2 days ago'", "as it was then"),
    ],
    access: .reads,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let selector = try RecordSelector(
      invocation.required(record),
      literalID: invocation[.id],
      allowsVersion: true
    )
    if selector.version != nil, invocation.has(.at) {
      throw StoreError(.usage, "a version is the same at every point: leave out @N or --at")
    }
    let store = try context.storeForReading()
    defer { store.close() }
    let point = try context.point(invocation, in: store)
    let found = try find(selector, in: store, at: point, context)
    var printer = try RecordPrinter(context, type: found.definition)
    try printer.print(found)
    try printer.finish()
  }

  /// Finds a record, or one of its versions.
  ///
  /// - Throws: `StoreError`: `notFound`, which says why it is not there; `usage` for an unknown type.
  static func find(
    _ selector: RecordSelector,
    in store: Store,
    at point: Point,
    _ context: Context
  ) throws -> StoredRecord {
    let name = "\(selector.type)/\(selector.id)"
    if let number = selector.version {
      let (record, event) = try version(number, selector, in: store)
      if let record { return record }
      throw StoreError(
        .notFound,
        "\(name)@\(number) is its deletion, \(context.describe(event))",
        hints: ["see annals show '\(name)@\(number)'"]
      )
    }
    switch try lookup(selector, in: store, at: point) {
    case .found(let record): return record
    case .deleted(let last, let event):
      throw StoreError(
        .notFound,
        "\(name) was deleted, \(context.describe(event))",
        hints: ["see it as it was: annals get '\(name)@\(last.version)'"]
      )
    case .notYetCreated(let event):
      throw StoreError(
        .notFound,
        "\(name) was not yet created: that was \(context.describe(event))"
      )
    case .neverExisted:
      throw StoreError(.notFound, "\(name) never existed")
    }
  }

  /// A version of a record; where there is none, an id that only looks like one is pointed at.
  private static func version(
    _ number: UInt64,
    _ selector: RecordSelector,
    in store: Store
  ) throws -> (record: StoredRecord?, event: Event) {
    do { return try store.version(number, of: selector.type, selector.id) } catch var error
      as StoreError
      where error.code == .notFound
    {
      let id = "\(selector.id)@\(number)"
      if case .neverExisted = try store.lookup(selector.type, ExactString(id)) { throw error }
      error.hints = ["if @\(number) belongs to the id: annals get \(selector.type) --id '\(id)'"]
      throw error
    }
  }

  /// What is known of a record at a point; before its type was defined it was not yet created either.
  private static func lookup(
    _ selector: RecordSelector,
    in store: Store,
    at point: Point
  ) throws -> Lookup {
    do { return try store.lookup(selector.type, selector.id, at: point) } catch let error
      as StoreError
      where error.code == .usage && point != .head
    {
      if case .neverExisted = try store.lookup(selector.type, selector.id) { return .neverExisted }
      return .notYetCreated(first: try store.version(1, of: selector.type, selector.id).event)
    }
  }
}

extension Context {
  /// Which commit an event belongs to: `in r42 by ann at 2024-03-01T12:00:00Z (left)`.
  func describe(_ event: Event) -> String {
    let reason = event.commit.reason.map { " (\($0))" } ?? ""
    return "in \(event.commit.revision) by \(event.commit.actor) at \(zone.text(event.commit.time))"
      + reason
  }
}
