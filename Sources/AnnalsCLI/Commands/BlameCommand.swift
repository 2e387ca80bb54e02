import Annals
import EventLog
import Records

/// The command `annals blame TYPE/ID`.
enum BlameCommand {
  private static let record = Argument("TYPE/ID", "the record")

  static let command = Command(
    name: "blame",
    abstract: "print who set each field of a record, when and why",
    discussion: """
      Each field comes with its value and the event that gave it that value: version, revision, actor, time \
      and reason. Fields that are missing are left out. Of a deleted record the fields are those that it had \
      last, and a message tells of the deletion.
      """,
    arguments: [record],
    options: [.id],
    examples: [
      Example("blame person/ann", "who set what is shown now, when and why"),
      Example("blame person/ann --at 2001-12-31", "the same for what was shown then"),
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
    try BlamePrinter(context).print(store.lineage(of: definition.name, selector.id, at: point))
  }
}
