import Annals
import Records

/// The command `annals count TYPE`.
enum CountCommand {
  static let command = Command(
    name: "count",
    abstract: "print how many records a type has",
    discussion: QueryOptions.conditionHelp,
    arguments: [QueryOptions.type],
    options: QueryOptions.ofCount,
    examples: [Example("count person --where \"age >= 18\"", "how many are of age")],
    access: .reads,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let store = try context.storeForReading()
    defer { store.close() }
    let point = try context.point(invocation, in: store)
    let type = try context.type(invocation.required(QueryOptions.type), at: point, in: store)
    let count = try store.count(QueryOptions.query(invocation, of: type), at: point)
    switch context.output.form {
    case .json:
      try context.output.print(JSON.object([JSON.format, ("count", .number(count))]).line)
    case .jsonLines: try context.output.print(JSON.object([("count", .number(count))]).line)
    case .csv: try context.output.print(CSV.line([.text("count")]) + CSV.line([.text("\(count)")]))
    case .plain, .table: try context.output.print("\(count)\n")
    }
  }
}
