import Annals
import EventLog
import Records

/// The commands `annals snapshot [create|list|prune]`.
enum SnapshotCommand {
  static let command = Command(
    name: "snapshot",
    abstract: "save the state, so that a replay need not begin at r1",
    subcommands: [
      Command(
        name: "create",
        abstract: "save the state at the head",
        options: [.dryRun],
        examples: [Example("snapshot create", "after an import, say")],
        run: create
      ),
      Command(
        name: "list",
        abstract: "print the snapshots there are",
        run: list
      ),
      Command(
        name: "prune",
        abstract: "remove all snapshots but the newest few",
        options: [.dryRun],
        run: prune
      ),
    ],
    defaultSubcommand: "create"
  )

  private static func create(_ invocation: Invocation, _ context: Context) throws {
    let store = try context.storeForWriting()
    defer { store.close() }
    if invocation.has(.dryRun) {
      return try context.output.print("would save the state at \(store.head().revision)\n")
    }
    let snapshot = try store.snapshot()
    try context.output.say(
      "saved \(snapshot.recordCount.counted("record")), deleted ones included, at \(snapshot.revision) "
        + "(\(snapshot.bytes) bytes)"
    )
    if context.output.form.isJSON { try print([snapshot], context.output) }
  }

  private static func list(_ invocation: Invocation, _ context: Context) throws {
    let store = try context.storeForReading()
    defer { store.close() }
    try print(store.snapshots(), context.output)
  }

  private static func prune(_ invocation: Invocation, _ context: Context) throws {
    let store = try context.storeForWriting()
    defer { store.close() }
    if invocation.has(.dryRun) {
      return try context.output.print(
        "would remove all snapshots but the newest and a few further and further back\n"
      )
    }
    let removed = try store.pruneSnapshots()
    try context.output.say("removed \(removed.count.counted("snapshot"))")
    if context.output.form.isJSON { try print(removed, context.output) }
  }

  private static func print(_ snapshots: [SnapshotInfo], _ output: Output) throws {
    let rows = snapshots.map { snapshot in
      [
        Fact("revision", .number(snapshot.revision.rawValue), "\(snapshot.revision)"),
        Fact("events", snapshot.eventCount), Fact("records", snapshot.recordCount),
        Fact("bytes", snapshot.bytes), Fact("path", snapshot.path),
      ]
    }
    let columns = ["revision", "events", "records", "bytes", "path"].map {
      Table.Column(title: $0, isNumeric: $0 != "path")
    }
    try Facts.print(rows, named: "snapshots", columns, output)
  }
}
