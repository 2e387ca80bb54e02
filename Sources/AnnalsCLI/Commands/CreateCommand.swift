import Annals
import Records

/// The command `annals create TYPE[/ID] FIELD=VALUE…`.
enum CreateCommand {
  private static let record = Argument(
    "TYPE[/ID]",
    "the type, and the id; without one a UUIDv7 is made and printed"
  )
  private static let ifAbsent = Option.flag(
    "if-absent",
    "do nothing and exit 0 where the record lives already"
  )

  static let command = Command(
    name: "create",
    abstract: "begin a record's life",
    discussion: Command.assignmentHelp + "\nExits 3 where the record lives already.",
    arguments: [record, .assignments],
    options: [.id, .unset, ifAbsent],
    examples: [
      Example("create person/ann name=Ann age=41 -m 'joined'", "say why, too"),
      Example(
        "create person name=Bo age:=null",
        "let an id be made; the age is known to be nothing"
      ),
    ],
    access: .writes,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let named = try RecordSelector.read(invocation.required(record), literalID: invocation[.id])
    let store = try context.storeForWriting()
    defer { store.close() }
    let values = try Assignments.read(
      invocation.all(.assignments),
      unset: invocation.all(.unset),
      for: store.type(named.type)
    )
    let operation = RecordOperation.create(
      type: named.type,
      id: named.id,
      values,
      ifAbsent: invocation.has(ifAbsent)
    )
    try context.write([operation], in: store, invocation, printsIDs: named.id == nil)
  }
}
