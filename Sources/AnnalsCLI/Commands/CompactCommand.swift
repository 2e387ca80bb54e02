import Annals
import EventLog
import StoreErrors
import Records

/// The command `annals compact`.
enum CompactCommand {
  static let command = Command(
    name: "compact",
    abstract: "make the store's files as small as they can be",
    discussion: """
      Nothing of the history goes. Compacted copies of the log and of the views take the place of the files; \
      killed at any moment it leaves a whole store. As the log is only ever appended to, little can be given \
      back of it, and more of the views. While another program has the store open it exits 75 and does \
      nothing. There must be room for the larger of the two copies. On a terminal it asks first.
      """,
    options: [.dryRun, .yes],
    examples: [Example("compact -n", "see how large the files are")],
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let path = try context.storePath()
    let plan = try plan(context)
    if invocation.has(.dryRun) { return try context.output.print("\(plan)\n") }
    try context.confirm(invocation) { [plan] }
    let done = try Store.compact(at: path)
    if context.output.form.isJSON {
      return try Facts.print(
        [
          Fact("logBytesBefore", done.logBytesBefore), Fact("logBytes", done.logBytes),
          Fact("viewBytesBefore", done.viewBytesBefore), Fact("viewBytes", done.viewBytes),
        ],
        context.output
      )
    }
    try context.output.say(
      "the log had \(done.logBytesBefore) bytes and has \(done.logBytes); "
        + "the views had \(done.viewBytesBefore) and have \(done.viewBytes)"
    )
  }

  /// What would be done; the store is closed again then.
  private static func plan(_ context: Context) throws -> String {
    let store = try context.storeForWriting()
    defer { store.close() }
    let statistics = try store.statistics()
    return "would write the log (\(statistics.log.bytes) bytes) and the views "
      + "(\(statistics.viewBytes) bytes) anew, without unused room"
  }
}
