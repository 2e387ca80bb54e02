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
        discussion:
          "On a terminal it names them and asks first; with --dry-run it only names them.",
        options: [.dryRun, .yes],
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
    let prunable = try store.prunableSnapshots()
    if invocation.has(.dryRun) {
      if context.output.form.isJSON { return try print(prunable, context.output) }
      for snapshot in prunable {
        try context.output.print(Escape.visible(removal(of: snapshot)) + "\n")
      }
      if prunable.isEmpty {
        try context.output.say("nothing to do: there are no more than are kept")
      }
      return
    }
    try context.confirm(invocation) { prunable.map(removal) }
    let removed = try store.pruneSnapshots()
    try context.output.say("removed \(removed.count.counted("snapshot"))")
    if context.output.form.isJSON { try print(removed, context.output) }
  }

  private static func removal(of snapshot: SnapshotInfo) -> String {
    "would remove the snapshot of \(snapshot.revision) (\(snapshot.bytes) bytes, \(snapshot.path))"
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
