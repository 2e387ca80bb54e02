import Annals
import EventLog
import Interchange
import StoreErrors
import Records

/// The command `annals export --format F`.
enum ExportCommand {
  private static let format = Option.value("format", "jsonl", "what to write the history as")

  static let command = Command(
    name: "export",
    abstract: "print the whole history, for another store or program",
    discussion: """
      jsonl: each event is a line, with all that `annals import --format jsonl` needs to make a store with \
      the same log. With --at it ends there.
      """,
    options: [format],
    examples: [Example("export --format jsonl --at yesterday", "the history up to then")],
    access: .reads,
    run: run
  )

  private static let formats = ["jsonl"]

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let name = try invocation.required(format)
    guard formats.contains(name) else { throw FormatError.unknown(name, among: formats) }
    let store = try context.storeForReading()
    defer { store.close() }
    let revision = try store.resolve(context.point(invocation, in: store)).revision
    let output = context.output
    let bar = ProgressBar("exporting", output)
    let last = try JSONLinesExport.run(
      from: store,
      through: revision,
      progress: { bar.update(done: $0, total: $1) }
    ) { bytes in
      // On a terminal the lines themselves show how far it is.
      if output.data.isTerminal { bar.finish() }
      try output.print(json: bytes)
    }
    bar.finish()
    try output.say("exported \(last.rawValue.counted("commit"))")
  }
}
