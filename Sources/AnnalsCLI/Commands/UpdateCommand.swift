import Annals
import Records

/// The command `annals update TYPE/ID FIELD=VALUE…`.
enum UpdateCommand {
  static let command = Command(
    name: "update",
    abstract: "change the named fields of a record",
    discussion: Command.assignmentHelp
      + "\nWhere nothing changes, nothing is written and the exit code is 0.",
    arguments: [.record, .assignments],
    options: [.id, .unset, .ifVersion],
    examples: [
      Example("update person/ann age=42 -m 'birthday'", "change one field"),
      Example(
        "update person/ann --unset age --if-version 3",
        "only if nobody changed it meanwhile"
      ),
    ],
    access: .writes,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    guard !invocation.all(.assignments).isEmpty || invocation.has(.unset) else {
      throw ParserError.missingArgument(.assignments, of: invocation.path)
    }
    let record = try RecordSelector(invocation.required(.record), literalID: invocation[.id])
    let store = try context.storeForWriting()
    defer { store.close() }
    let values = try Assignments.read(
      invocation.all(.assignments),
      unset: invocation.all(.unset),
      for: store.type(record.type)
    )
    let operation = RecordOperation.update(
      type: record.type,
      id: record.id,
      values,
      ifVersion: try invocation.expectedVersion()
    )
    try context.write([operation], in: store, invocation)
  }
}
