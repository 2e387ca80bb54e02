import Annals
import Records

/// The command `annals undelete TYPE/ID`.
enum UndeleteCommand {
  static let command = Command(
    name: "undelete",
    abstract: "let a deleted record live again, as it was just before",
    discussion: Command.reversalHelp(canSkip: false)
      + "\nA record that was created anew under the same id is such a change.",
    arguments: [.record],
    options: [.id, .force],
    examples: [Example("undelete person/ann -m 'left by mistake'", "bring back what was deleted")],
    access: .writes,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let record = try RecordSelector(invocation.required(.record), literalID: invocation[.id])
    let store = try context.storeForWriting()
    defer { store.close() }
    try context.reverse(.deletion(type: record.type, id: record.id), in: store, invocation)
  }
}
