import Annals
import EventLog
import StoreErrors
import Records

/// The command `annals verify`.
enum VerifyCommand {
  private static let views = Option.flag("views", "compare only the views with the log")
  private static let points = Option.value(
    "points",
    "N",
    "compare the views at N points of the past, spread over it; 4 without it"
  )

  static let command = Command(
    name: "verify",
    abstract: "check the log, and compare views and snapshots with it",
    discussion: """
      Of the log it checks every checksum, the digests of all commits, that revisions have no gaps and times \
      never run backwards; of snapshots every record; of the views every record, list and unique value, \
      at the head and at some points before it. Exits 2 where something differs, names the first such \
      thing, and mends nothing.
      """,
    options: [views, points],
    examples: [
      Example("verify", "everything"),
      Example("verify --views --points 20", "the views, at 20 points and the head"),
    ],
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    var options = Store.VerificationOptions()
    options.onlyViews = invocation.has(views)
    if let count = try invocation.number(points) { options.points = count }
    let store = try context.storeForReading()
    defer { store.close() }
    let bar = ProgressBar("verifying", context.output)
    let done = try store.verify(options) { bar.update(done: $0, total: $1) }
    bar.finish()
    try Facts.print(facts(done), context.output)
    if let fault = done.fault { throw error(fault) }
    try context.output.say(
      done.isOfLog
        ? "the log is sound, and nothing differs from it" : "the views say what the log says"
    )
  }

  private static func facts(_ done: Verification) -> [Fact] {
    let points = done.points.map { "\($0)" }.joined(separator: " ")
    let seconds = done.duration / .seconds(1)
    return [
      Fact("revision", .number(done.head.rawValue), "\(done.head)"),
      Fact("events", done.events), Fact("records", done.records), Fact("entries", done.entries),
      Fact("views", done.views), Fact("snapshots", done.snapshots),
      Fact("points", .array(done.points.map { .number($0.rawValue) }), points),
      Fact(
        "pastSince",
        done.since == .zero ? .value(.null) : .number(done.since.rawValue),
        done.since == .zero ? "the beginning" : "\(done.since)"
      ),
      Fact("seconds", .value(.double(seconds)), Facts.rounded(seconds)),
      Fact("fault", done.fault.map(json) ?? .value(.null), done.fault?.description ?? "none"),
    ]
  }

  private static func json(_ fault: VerificationFault) -> JSON {
    .object([
      ("in", .text(fault.part.rawValue)), ("message", .text(fault.message)),
      ("revision", fault.revision.map { .number($0.rawValue) } ?? .value(.null)),
      ("type", .optional(fault.type?.text)), ("id", .optional(fault.id?.text)),
      ("view", .optional(fault.view?.text)), ("path", .optional(fault.path)),
    ])
  }

  private static func error(_ fault: VerificationFault) -> StoreError {
    let hint =
      switch fault.part {
      case .log: "restore a backup; `annals export` writes what comes before it"
      case .snapshot: "nothing is lost: the file may be removed"
      case .views: "nothing is lost: `annals rebuild` makes the views again from the log"
      }
    return StoreError(.verificationFailed, "\(fault)", hints: [hint])
  }
}
