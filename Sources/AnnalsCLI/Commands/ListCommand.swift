import Annals
import StoreErrors
import Records

/// The command `annals list TYPE`.
enum ListCommand {
  static let command = Command(
    name: "list",
    abstract: "print records of a type",
    discussion: """
      \(QueryOptions.conditionHelp)
      Every order is total: ties are broken by id. With --limit, where more follows, the next page's token \
      is printed as a message; with --json it is the member next.
      In --plain, null is \\N, a missing field \\M, and a backslash in text is doubled. In --csv, null is an \
      empty cell without quotes, empty text is "", and a missing field is \\M without quotes.
      With --deleted it lists those whose life had ended, as they were last, each with the revision, the \
      actor, the time and the reason of its deletion: the latest first, unless --sort says otherwise.
      """,
    arguments: [QueryOptions.type],
    options: QueryOptions.ofList,
    examples: [
      Example("list person --sort age,-name", "by age, then by name backwards"),
      Example("list person --where \"owner = 'ann' and age >= 18\" --limit 50", "a page"),
      Example("list person --view by-age --at 2001-12-31", "a view, as it was then"),
      Example("list person --deleted --where \"owner = 'ann'\"", "whom ann lost, and who did it"),
    ],
    access: .reads,
    isPaged: true,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let store = try context.storeForReading()
    defer { store.close() }
    let point = try context.point(invocation, in: store)
    let type = try context.type(invocation.required(QueryOptions.type), at: point, in: store)
    let query = try QueryOptions.query(invocation, of: type)
    if invocation.has(QueryOptions.deleted) {
      return try DeletedRecordPrinter(context, type: type)
        .print(store.deletedRecords(query, at: point))
    }
    var printer = try RecordPrinter(context, type: type)
    guard query.limit != nil else {
      _ = try store.forEach(query, at: point) { record in
        try printer.print(record)
        return true
      }
      return try printer.finish()
    }
    let page = try store.fetch(query, at: point)
    for record in page.records { try printer.print(record) }
    try printer.finish(next: page.next)
  }
}
