import Annals
import EventLog
import Records

/// The command `annals doctor`.
enum DoctorCommand {
  static let command = Command(
    name: "doctor",
    abstract: "look after the store: readers, clock, ids, permissions, room",
    discussion: """
      It looks at reads that run in other processes, at what waits for the views and for the disk, at clocks \
      that went back, at ids that look alike, at who may read and write the files, and at the room that is \
      left. Each finding is a line; those that need attention come with a hint, and then it exits 1. It \
      changes nothing but the places of readers whose process had died, which opening the store frees.
      Whether the data are sound, annals verify tells.
      """,
    examples: [
      Example("doctor", "what there is to mind"),
      Example("doctor --jsonl", "the same, for a program that keeps watch"),
    ],
    isPaged: true,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let store = try context.storeForReading()
    defer { store.close() }
    let condition = try store.condition()
    let findings = Diagnosis(condition, now: context.now, zone: context.zone)
      .findings(withSimilar: try store.similarIDs())
    let output = context.output
    let rows = findings.map { $0.facts(withHint: output.form.isJSON) }
    try Facts.print(rows, named: "findings", Finding.columns, output, isShortened: false)
    let serious = findings.filter(\.needsAttention)
    guard !serious.isEmpty else { return }
    if !output.form.isJSON {
      for finding in serious { try output.sayBelow("hint: \(finding.hint) (\(finding.check))") }
    }
    throw NegativeAnswer()
  }
}

/// One thing that was looked at.
struct Finding {
  /// What was looked at.
  let check: String
  /// What was found.
  let text: String
  /// What to do about it; empty where all is well.
  var hint = ""

  /// Whether somebody should do something about it.
  var needsAttention: Bool { !hint.isEmpty }

  static let columns = [
    Table.Column(title: "check"), Table.Column(title: "state"), Table.Column(title: "finding"),
  ]

  /// The finding as it is printed.
  ///
  /// - Parameter withHint: whether the hint is a part of it, and not a message of its own.
  func facts(withHint: Bool) -> [Fact] {
    let facts = [
      Fact("check", check), Fact("state", needsAttention ? "attention" : "well"),
      Fact("finding", text),
    ]
    return withHint
      ? facts + [Fact("hint", .optional(needsAttention ? hint : nil), hint)] : facts
  }
}
