import Annals
import Records

/// The command `annals put TYPE/ID FIELD=VALUE…`.
enum PutCommand {
  static let command = Command(
    name: "put",
    abstract: "create a record, or update it where it lives",
    discussion: Command.assignmentHelp,
    arguments: [.record, .assignments],
    options: [.id, .unset, .ifVersion],
    examples: [Example("put line/1 number=1 text='the first line'", "keep it, new or not")],
    access: .writes,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let record = try RecordSelector(invocation.required(.record), literalID: invocation[.id])
    let store = try context.storeForWriting()
    defer { store.close() }
    let values = try Assignments.read(
      invocation.all(.assignments),
      unset: invocation.all(.unset),
      for: store.type(record.type)
    )
    let operation = RecordOperation.put(
      type: record.type,
      id: record.id,
      values,
      ifVersion: try invocation.expectedVersion()
    )
    try context.write([operation], in: store, invocation)
  }
}
