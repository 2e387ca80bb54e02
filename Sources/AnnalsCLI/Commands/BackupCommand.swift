import Annals
import EventLog
import StoreErrors
import Records

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The command `annals backup DEST`.
enum BackupCommand {
  private static let destination = Argument("DEST", "the copy's folder: not there yet, or empty")

  static let command = Command(
    name: "backup",
    abstract: "copy the store while it is in use",
    discussion: """
      The copy is a store of its own, as this one was at one moment: read it with --store DEST. It appears \
      only once all of it was read again from the disk and found to be the same. It holds the log; views and \
      snapshots are made anew from that. Where it fails or is stopped, nothing stays; one that was killed leaves \
      DEST.partial-N, which the next backup to DEST names.
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
      try store.refuseBackup(at: path)
      let head = try store.head()
      return try output.print(
        Escape.visible(
          "would copy \(head.eventCount.counted("event")) up to \(head.revision) to \(path)"
        )
          + "\n"
      )
    }
    for rest in Self.unfinished(path) {
      try output.say("an earlier backup did not end: \(rest) may be removed")
    }
    let bar = ProgressBar("reading the copy again", output)
    Interruption.watch([SIGINT, SIGTERM, SIGHUP])
    let backup = try store.backup(to: path) { done, total in
      if let signal = Interruption.signalNumber { throw Stopped(signal: signal) }
      bar.update(done: done, total: total)
    }
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

  /// What backups left that were killed on the way to the same name.
  private static func unfinished(_ path: String) -> [String] {
    let url = URL(filePath: path)
    let parent = url.deletingLastPathComponent().path
    let beginning = url.lastPathComponent + ".partial-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return names.sorted().filter { name in
      guard name.hasPrefix(beginning), let process = pid_t(name.dropFirst(beginning.count)) else {
        return false
      }
      // Signal 0 only asks whether there is such a process.
      return kill(process, 0) != 0 && errno == ESRCH
    }.map { parent + "/" + $0 }
  }
}
