import Annals
import EventLog
import StoreErrors
import Records

/// The command `annals backup DEST`.
enum BackupCommand {
  private static let destination = Argument("DEST", "the copy's folder: not there yet, or empty")

  static let command = Command(
    name: "backup",
    abstract: "copy the store while it is in use",
    discussion: """
      The copy is a store of its own, as this one was at one moment: read it with --store DEST. It appears \
      only once all of it was read again from the disk and found to be the same. It holds the log; views and \
      snapshots are made anew from that.
      """,
    arguments: [destination],
    options: [.dryRun],
    examples: [Example("backup /mnt/people-2024-03-01", "then: annals verify --store /mnt/…")],
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let path = try invocation.required(destination)
    let store = try context.storeForReading()
    defer { store.close() }
    let output = context.output
    if invocation.has(.dryRun) {
      let head = try store.head()
      return try output.print(
        Escape.visible(
          "would copy \(head.eventCount.counted("event")) up to \(head.revision) to \(path)"
        )
          + "\n"
      )
    }
    let bar = ProgressBar("reading the copy again", output)
    let backup = try store.backup(to: path) { bar.update(done: $0, total: $1) }
    bar.finish()
    if output.form.isJSON {
      return try Facts.print(
        [
          Fact("path", path), Fact("revision", .number(backup.revision.rawValue), ""),
          Fact("events", backup.events), Fact("bytes", backup.bytes),
        ],
        output
      )
    }
    try output.say(
      "copied \(backup.events.counted("event")) up to \(backup.revision) to \(path) "
        + "(\(backup.bytes) bytes), and read them again"
    )
  }
}
