import Annals
import EventLog
import StoreErrors
import Records

/// The command `annals why TYPE/ID`.
enum WhyCommand {
  private static let record = Argument("TYPE/ID", "the record")

  static let command = Command(
    name: "why",
    abstract: "print which events made a record what it is",
    discussion: """
      The first line is the event that began the record's life, then comes each field with the event that \
      gave it its value. Of a deleted record the fields are those that it had last, and the deletion \
      comes at the end. Fields that are missing are left out.
      """,
    arguments: [record],
    options: [.id],
    examples: [
      Example("why person/ann", "who set what is shown now, when and why"),
      Example("why person/ann --at 2001-12-31", "the same for what was shown then"),
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
    try LineagePrinter(context).print(lineage)
  }
}
