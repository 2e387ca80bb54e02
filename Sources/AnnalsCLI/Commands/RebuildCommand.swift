import Annals
import EventLog
import PageStore
import Records

/// The command `annals rebuild`.
enum RebuildCommand {
  static let command = Command(
    name: "rebuild",
    abstract: "make the views again from the log",
    discussion: """
      Nothing that was written can be lost by it; reads go on meanwhile. The new views are compared with the \
      old ones before they take their place, and a difference is told.
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
    if done.foundDifference { try context.output.say("the old views differed and were replaced") }
    if context.output.form.isJSON {
      return try Facts.print(
        [
          Fact("events", done.events),
          Fact("seconds", .value(.double(seconds)), ""),
          Fact("foundDifference", .bool(done.foundDifference), ""),
        ],
        context.output
      )
    }
    try context.output.say(
      "rebuilt the views from \(done.events.counted("event")) in \(Facts.rounded(seconds)) s"
    )
  }
}
