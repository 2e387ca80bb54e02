import Annals
import StoreErrors
import Records

/// The commands `annals delete TYPE/ID` and `annals delete TYPE --where EXPR`.
enum DeleteCommand {
  private static let records = Argument("TYPE[/ID]", "the record, or the type for --where")

  static let command = Command(
    name: "delete",
    abstract: "end the life of a record, or of all that fulfil a condition",
    discussion: """
      Nothing is lost: the record can still be read at an earlier point, and its history goes on should it \
      be created again. With --where all deletions are one commit; on a terminal it asks first.
      """,
    arguments: [records],
    options: [.id, .condition, .ifVersion, .yes],
    examples: [
      Example("delete person/ann -m 'left'", "delete one"),
      Example("delete record --where \"owner = 'xiaoli'\" -n", "see how many that would delete"),
    ],
    access: .writes,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let named = try RecordSelector.read(invocation.required(records), literalID: invocation[.id])
    let store = try context.storeForWriting()
    defer { store.close() }
    let type = try store.type(named.type)
    switch (named.id, invocation[.condition]) {
    case (let id?, nil):
      let version = try invocation.expectedVersion()
      try context.write(
        [.delete(type: type.name, id: id, ifVersion: version)],
        in: store,
        invocation
      )
    case (nil, let expression?):
      if invocation.has(.ifVersion) { throw ParserError.exclusive(.condition, .ifVersion) }
      let condition = try Condition(parsing: expression, for: type)
      if !invocation.has(.dryRun) {
        let count = try store.count(Query(type.name, where: condition))
        try context.confirm(invocation, count: Int(count)) {
          try context.doomed(condition, of: type, in: store)
        }
      }
      try context.write([.deleteWhere(type: type.name, condition)], in: store, invocation)
    case (.some, .some):
      throw StoreError(.usage, "delete takes one record or --where, not both")
    case (nil, nil):
      throw StoreError(
        .usage,
        "delete needs a record or a condition (\(type.name.text.quoted) is a type)",
        hints: ["write TYPE/ID, or TYPE --where EXPR"]
      )
    }
  }
}
