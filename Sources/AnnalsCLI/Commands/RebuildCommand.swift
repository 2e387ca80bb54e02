import Annals
import EventLog
import StoreErrors
import Records

/// The command `annals rebuild`.
enum RebuildCommand {
  static let command = Command(
    name: "rebuild",
    abstract: "make the views again from the log",
    discussion: """
      Nothing that was written can be lost by it; reads go on meanwhile. The new views are proven to \
      hold what was put into them and compared with the old ones before they take their place; where those \
      differed, each list is named.
      """,
    options: [.dryRun],
    examples: [Example("rebuild", "after views were damaged, say")],
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let store = try context.storeForWriting()
    defer { store.close() }
    if invocation.has(.dryRun) {
      return try context.output.print(
        "would make the views again from \(store.head().eventCount.counted("event"))\n"
      )
    }
    let bar = ProgressBar("rebuilding", context.output)
    let done = try store.rebuild { bar.update(done: $0, total: $1) }
    bar.finish()
    let seconds = done.duration / .seconds(1)
    for list in done.differences { try context.output.say("the old views differed: \(list)") }
    if context.output.form.isJSON {
      return try Facts.print(
        [
          Fact("events", done.events),
          Fact("seconds", .value(.double(seconds)), ""),
          Fact("foundDifference", .bool(!done.differences.isEmpty), ""),
          Fact("differences", .array(done.differences.map { .text($0) }), ""),
        ],
        context.output
      )
    }
    try context.output.say(
      "rebuilt the views from \(done.events.counted("event")) in \(Facts.rounded(seconds)) s"
    )
  }
}
