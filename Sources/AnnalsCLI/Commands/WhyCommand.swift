import Annals
import EventLog
import Records
import StoreErrors

/// The command `annals why TYPE/ID [FIELD…]`.
enum WhyCommand {
  private static let record = Argument("TYPE/ID", "the record")
  private static let fields = Argument("FIELD", "only what concerns these fields", .any)

  static let command = Command(
    name: "why",
    abstract: "print the events that made a record, or a field, what it is",
    discussion: """
      Where blame names the event behind each field, why shows these events as show does, whole and oldest \
      first: what else was changed with them, from which values, and each reason in full. The event that \
      began the record's life is among them, and so is its deletion.
      With FIELD it is the last event that touched the field, also one that took its value away.
      """,
    arguments: [record, fields],
    options: [.id],
    examples: [
      Example("why person/ann", "how it came to be what it is"),
      Example("why person/ann age", "what the age was before, and what else was changed with it"),
      Example("why person/ann --at 2001-12-31", "how it had come to be what it was then"),
    ],
    access: .reads,
    isPaged: true,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let selector = try RecordSelector(invocation.required(record), literalID: invocation[.id])
    let store = try context.storeForReading()
    defer { store.close() }
    let point = try context.point(invocation, in: store)
    let definition = try context.type(selector.type.text, at: point, in: store)
    let lineage = try store.lineage(of: definition.name, selector.id, at: point)
    let names = invocation.all(fields)
    var events =
      names.isEmpty
      ? [lineage.birth] + lineage.origins.map(\.event) + (lineage.deletion.map { [$0] } ?? [])
      : try names.map { name in
        let last = try store.resolve(point).revision
        return try lastEvent(
          touching: definition.requireField(ExactString(name)),
          of: selector,
          until: last,
          in: store
        )
      }
    events.sort { $0.position < $1.position }
    var printer = EventPrinter(context, store, isFull: true)
    var previous: EventPosition?
    for event in events where event.position != previous {
      previous = event.position
      try printer.print(event)
    }
    try printer.finish()
  }

  private static func lastEvent(
    touching field: FieldDefinition,
    of selector: RecordSelector,
    until last: Revision,
    in store: Store
  ) throws -> Event {
    var found: Event?
    try store.events(of: selector.type, selector.id, reversed: true) { event in
      if event.commit.revision <= last,
        event.changes.contains(where: { $0.field.number == field.number })
      {
        found = event
      }
      return found == nil
    }
    if let found { return found }
    throw StoreError(
      .notFound,
      "\(field.name) of \(selector.type)/\(selector.id) was never set",
      hints: ["annals log '\(selector.type)/\(selector.id)' shows what was"]
    )
  }
}
