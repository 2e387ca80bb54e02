import Annals
import EventLog
import StoreErrors
import Records

/// The command `annals replay [--to POINT] [TYPE]`.
enum ReplayCommand {
  private static let type = Argument("TYPE", "only records of this type", .optional)
  private static let to = Option.value("to", "POINT", "how far; the head without it")
  private static let statistics = Option.flag(
    "stats",
    "print events, seconds and the snapshot used instead of the records"
  )

  static let command = Command(
    name: "replay",
    abstract: "fold the log itself, not the views, and print the records",
    discussion: """
      It gives what list gives at the same point, by a way that no view takes part in. Without TYPE the \
      records of all types are printed, each named TYPE/ID.
      """,
    arguments: [type],
    options: [to, statistics],
    examples: [
      Example("replay person --to 2001-12-31", "the people of then"),
      Example("replay --stats", "how long the whole log takes"),
    ],
    access: .reads,
    isPaged: true,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    if invocation.has(to), invocation.has(.at) { throw ParserError.exclusive(to, .at) }
    let store = try context.storeForReading()
    defer { store.close() }
    var point = try context.point(invocation, in: store)
    if let text = invocation[to] {
      let resolved = try store.resolve(context.points.point(text))
      try context.output.say("as of \(context.zone.text(resolved))")
      point = .revision(resolved.revision)
    }
    let definition = try invocation[type].map { try context.type($0, at: point, in: store) }
    let onlyStatistics = invocation.has(statistics)
    var printer = onlyStatistics ? nil : try RecordPrinter(context, type: definition)
    let bar = ProgressBar("replaying", context.output)
    let replay = try store.replay(
      to: point,
      type: definition?.name,
      useSnapshots: true,
      progress: { bar.update(done: $0, total: $1) }
    ) { record in
      bar.finish()
      try printer?.print(record)
      return true
    }
    bar.finish()
    try printer?.finish()
    if onlyStatistics { try print(replay, context) }
  }

  private static func print(_ replay: Store.Replay, _ context: Context) throws {
    let seconds = replay.duration / .seconds(1)
    let rate = seconds > 0 ? UInt64(Double(replay.events) / seconds) : 0
    try Facts.print(
      [
        Fact("revision", .number(replay.point.revision.rawValue), "\(replay.point.revision)"),
        Fact("events", .number(replay.events), "\(replay.events)"),
        Fact("records", .number(replay.records), "\(replay.records)"),
        Fact("seconds", .value(.double(seconds)), Facts.rounded(seconds)),
        Fact("eventsPerSecond", .number(rate), "\(rate)"),
        Fact(
          "snapshot",
          replay.snapshot.map { .number($0.rawValue) } ?? .value(.null),
          replay.snapshot.map { "\($0)" } ?? "none"
        ),
      ],
      context.output
    )
  }
}
