import Annals
import EventLog
import Records
import StoreErrors

/// The command `annals tail [TYPE[/ID]]`.
enum TailCommand {
  private static let count = Option.value(
    "lines",
    short: "n",
    "N",
    "begin with the last N events; \(Follower.firstEvents) without it",
    isBareNumber: true
  )
  private static let after = Option.value(
    "after",
    "POINT",
    "begin with all that came after this point; r0 for everything"
  )
  private static let noWait = Option.flag("no-wait", "end where the log ends, instead of waiting")

  static let command = Command(
    name: "tail",
    abstract: "print the last events, then each new one as it is committed",
    discussion: """
      The oldest comes first. New events are printed within a fraction of a second of their commit, by whatever process. It ends with \
      Ctrl-C, or when its reader goes away.
      With --position it can be ended and started again: FILE keeps the last commit that was printed, and the \
      next start goes on behind it, whatever -n and --after say. So each later event is printed exactly once. \
      FILE is written after what it tells of: where the tool is killed in between (kill -9), or its reader \
      goes away, some events are printed once more, and none is left out. Each reader needs a FILE of its own.
      """,
    arguments: [LogOptions.subject],
    options: [.id, count, after, LogOptions.oneLine, LogOptions.position, noWait],
    examples: [
      Example("tail person --oneline", "watch what happens to people"),
      Example(
        "tail --jsonl --after r0 --position feed.pos",
        "feed another system with every event"
      ),
      Example(
        "tail --jsonl --position feed.pos --no-wait",
        "the same by a timer: what is new, then end"
      ),
    ],
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let first = try invocation.number(count) ?? Follower.firstEvents
    let store = try context.storeForReading()
    defer { store.close() }
    var filter = EventFilter()
    filter.subject = try LogOptions.subject(invocation, in: store, mayCome: true)
    var sink: any EventSink = EventPrinter(
      context,
      store,
      isOneLine: invocation.has(LogOptions.oneLine)
    )
    var follower = try Follower(store, filter, context, positionAt: invocation[LogOptions.position])
    follower.waits = !invocation.has(noWait)
    let start: Follower.Start =
      if let point = invocation[after] {
        .after(try store.resolve(context.points.point(point)).revision)
      } else {
        .last(first, RevisionSpan(first: Revision(1), last: try store.head().revision))
      }
    try follower.run(from: start, into: &sink)
  }
}
