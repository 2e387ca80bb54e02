import Annals
import EventLog
import Records

/// The commands `annals explain list …` and `annals explain count …`.
enum ExplainCommand {
  static let command = Command(
    name: "explain",
    abstract: "print how a list or a count would be answered",
    examples: [
      Example("explain list person --where \"owner = 'ann'\" --sort age", "see which view is used")
    ],
    subcommands: [
      Command(
        name: "list",
        abstract: "print how a list would be answered",
        arguments: [QueryOptions.type],
        options: QueryOptions.ofList,
        access: .reads,
        run: run
      ),
      Command(
        name: "count",
        abstract: "print how a count would be answered",
        arguments: [QueryOptions.type],
        options: QueryOptions.ofCount,
        access: .reads,
        run: run
      ),
    ]
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let store = try context.storeForReading()
    defer { store.close() }
    let point = try context.point(invocation, in: store)
    let type = try context.type(invocation.required(QueryOptions.type), at: point, in: store)
    let plan = try store.explain(QueryOptions.query(invocation, of: type), at: point)
    try Facts.print(
      [
        source(plan.source),
        Fact(
          "filter",
          .bool(plan.needsFilter),
          plan.needsFilter ? "each record is tested" : "not needed"
        ),
        Fact(
          "sort",
          .bool(plan.needsSort),
          plan.needsSort ? "all are collected first" : "not needed"
        ),
        Fact("estimate", .number(plan.estimate), "at most \(plan.estimate) looked at"),
      ] + unfilled(plan),
      context.output
    )
  }

  private static func unfilled(_ plan: Plan) -> [Fact] {
    guard let view = plan.unfilled else { return [] }
    return [
      Fact("unfilled", .text(view.text), "the view \(view) would serve, but was not filled yet")
    ]
  }

  private static func source(_ source: Plan.Source) -> Fact {
    switch source {
    case .view(let name, let fixed, let isBounded):
      let json = JSON.object([
        ("kind", .text("view")), ("view", .text(name.text)), ("fixed", .number(fixed)),
        ("bounded", .bool(isBounded)),
      ])
      let range = isBounded ? ", the next within a range" : ""
      return Fact("source", json, "view \(name), \(fixed) of its fields fixed\(range)")
    case .records(let count):
      let json = JSON.object([("kind", .text("records")), ("count", .number(count))])
      return Fact("source", json, "\(count) records, looked up by id")
    case .scan:
      return Fact("source", .object([("kind", .text("scan"))]), "all records of the type")
    case .replay(let from, let to):
      let json = JSON.object([
        ("kind", .text("replay")), ("from", .number(from.rawValue)), ("to", .number(to.rawValue)),
      ])
      return Fact("source", json, "a replay of the log from \(from) to \(to), then all records")
    }
  }
}
