import Annals
import EventLog
import Records

/// The command `annals restore TYPE/ID --from POINT [FIELD…]`.
enum RestoreCommand {
  private static let fields = Argument(
    "FIELD",
    "only this field; all that the record had then without one",
    .any
  )
  private static let from = Option.value(
    "from",
    "POINT",
    "when it was as it should be: r42, 2024-03-01, '2 hours ago'"
  )

  static let command = Command(
    name: "restore",
    abstract: "put a record or some of its fields back to what they were",
    discussion: """
      The first commit that changed a field after that point is what is undone; changes that came after it \
      are later ones. A record that was deleted since begins a new life.
      \(Command.reversalHelp(canSkip: true))
      """,
    arguments: [.record, fields],
    options: [.id, from, .force, .skipConflicts],
    examples: [
      Example("restore person/ann --from r41 age", "put one field back"),
      Example("restore person/ann --from yesterday -n", "see what else differs since then"),
    ],
    access: .writes,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let record = try RecordSelector(invocation.required(.record), literalID: invocation[.id])
    let wanted = try context.points.point(invocation.required(from))
    let store = try context.storeForWriting()
    defer { store.close() }
    let point = try store.resolve(wanted)
    try context.output.say("as of \(context.zone.text(point))")
    let subject = Reversal.Subject.record(
      type: record.type,
      id: record.id,
      at: .revision(point.revision),
      fields: invocation.all(fields).map { ExactString($0) }
    )
    try context.reverse(subject, in: store, invocation)
  }
}
