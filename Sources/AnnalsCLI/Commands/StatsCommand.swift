import Annals
import EventLog
import Records

/// The command `annals stats`.
enum StatsCommand {
  static let command = Command(
    name: "stats",
    abstract: "print counts and sizes of the log, the views, types and snapshots",
    examples: [Example("stats --json", "for a program that keeps watch")],
    isPaged: true,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let store = try context.storeForReading()
    defer { store.close() }
    // Counts of records are kept with the views, which may not show the last commits yet.
    let bar = ProgressBar("catching up", context.output)
    _ = try store.catchUp { bar.update(done: $0, total: $1) }
    bar.finish()
    let head = try store.head()
    let statistics = try store.statistics()
    if context.output.form.isJSON {
      return try context.output.print(json(statistics, head, store).line)
    }
    let columns = ["what", "name", "count", "bytes"].map {
      Table.Column(title: $0, isNumeric: $0 == "count" || $0 == "bytes")
    }
    try Facts.print(rows(statistics, head), named: "statistics", columns, context.output)
  }

  private static func rows(_ statistics: StoreStatistics, _ head: LogHead) -> [[Fact]] {
    let log = statistics.log
    var rows = [
      row("log", "commits", log.commits), row("log", "events", log.events, log.bytes),
      row("views", "waiting", statistics.waitingEvents, statistics.viewBytes),
    ]
    rows += statistics.types.map { row("type", $0.definition.name.text, $0.living) }
    rows += statistics.views.map { row("view", "\($0.type)/\($0.name)", $0.entries) }
    rows += log.tables.map { row("log table", $0.name, $0.entries, $0.bytes) }
    rows += statistics.viewTables.map { row("view table", $0.name, $0.entries, $0.bytes) }
    rows += statistics.snapshots.map { row("snapshot", "\($0.revision)", $0.recordCount, $0.bytes) }
    return rows
  }

  private static func row(
    _ what: String,
    _ name: String,
    _ count: UInt64,
    _ bytes: UInt64? = nil
  ) -> [Fact] {
    [
      Fact("what", what), Fact("name", name), Fact("count", count),
      Fact("bytes", bytes.map { .number($0) } ?? .value(.null), bytes.map { "\($0)" } ?? ""),
    ]
  }

  private static func json(
    _ statistics: StoreStatistics,
    _ head: LogHead,
    _ store: Store
  ) -> JSON {
    let tables = { (tables: [(name: String, entries: UInt64, bytes: UInt64)]) in
      JSON.array(
        tables.map { table in
          .object([
            ("name", .text(table.name)), ("entries", .number(table.entries)),
            ("bytes", .number(table.bytes)),
          ])
        }
      )
    }
    let types = statistics.types.map { type in
      JSON.object([("name", .text(type.definition.name.text)), ("records", .number(type.living))])
    }
    let views = statistics.views.map { view in
      JSON.object([
        ("type", .text(view.type.text)), ("name", .text(view.name.text)),
        ("entries", .number(view.entries)), ("digest", .text(view.digest.hexadecimal)),
        ("revision", .number(view.revision.rawValue)), ("whole", .bool(view.isWhole)),
      ])
    }
    let snapshots = statistics.snapshots.map { snapshot in
      JSON.object([
        ("revision", .number(snapshot.revision.rawValue)), ("events", .number(snapshot.eventCount)),
        ("records", .number(snapshot.recordCount)), ("bytes", .number(snapshot.bytes)),
      ])
    }
    return .object([
      JSON.format, ("store", .text(store.path)), ("identity", .text("\(store.identity)")),
      ("revision", .number(head.revision.rawValue)), ("time", .instant(head.time)),
      ("commits", .number(statistics.log.commits)), ("events", .number(statistics.log.events)),
      ("logBytes", .number(statistics.log.bytes)), ("viewBytes", .number(statistics.viewBytes)),
      ("waitingEvents", .number(statistics.waitingEvents)), ("types", .array(types)),
      ("views", .array(views)),
      ("logTables", tables(statistics.log.tables)), ("viewTables", tables(statistics.viewTables)),
      ("snapshots", .array(snapshots)),
    ])
  }
}
