import EventLog
import Records

/// Prints what commits did in numbers, as `git log --stat` does.
struct CommitCountsPrinter: EventSink {
  private let output: Output
  private let zone: Zone
  private let heading: CommitHeading
  private let isOneLine: Bool
  private var list: JSONList
  private var waiting: CommitCounts?
  private var isFirst = true

  /// Prepares printing.
  ///
  /// - Parameter isOneLine: whether people get one line about each commit, above the counts.
  init(_ context: Context, isOneLine: Bool) {
    output = context.output
    zone = context.zone
    heading = CommitHeading(context)
    self.isOneLine = isOneLine
    list = JSONList("commits", form: context.output.form)
  }

  mutating func print(_ event: Event) throws {
    if waiting?.commit.revision != event.commit.revision { try pause() }
    if waiting == nil { waiting = CommitCounts(event.commit) }
    waiting?.add(event)
  }

  mutating func pause() throws {
    guard let counts = waiting else { return }
    waiting = nil
    defer { isFirst = false }
    switch output.form {
    case .json, .jsonLines: try output.print(json: list.add(json(counts)))
    case .csv:
      try printHead()
      try output.print(CSV.line(csvCells(counts)))
    case .plain: try output.print(plainCells(counts).joined(separator: "\t") + "\n")
    case .table: try output.print(paragraph(counts))
    }
  }

  mutating func finish() throws {
    try pause()
    if output.form.isJSON { try output.print(list.finish()) }
    if output.form == .csv { try printHead() }
    isFirst = false
  }

  // MARK: For people

  private func paragraph(_ counts: CommitCounts) -> String {
    let head = isOneLine ? heading.line(counts.commit) : heading.text(counts.commit) + "\n"
    let names = counts.lines.map { Escape.visible("\($0.op) \($0.name)") }
    // One long id must not push the fields of all others off the screen.
    let width = min(names.map(TextWidth.cells).max() ?? 0, output.width / 2)
    let lines = zip(counts.lines, names).map { line, name in
      let fields = Escape.visible(line.fields.joined(separator: ", "))
      let short = TextWidth.shortened(name, to: width)
      let start = " " + TextWidth.padded(short, to: width)
      guard !fields.isEmpty else { return " " + short + "\n" }
      let room = max(1, output.width - width - 4)
      return start + " | " + TextWidth.shortened(fields, to: room) + "\n"
    }
    return (isFirst || isOneLine ? "" : "\n") + head + lines.joined() + " \(counts.summary)\n"
  }

  // MARK: For programs

  private static let kinds: [(title: String, op: Event.Op)] = [
    ("created", .create), ("updated", .update), ("deleted", .delete), ("defined", .define),
  ]

  private func json(_ counts: CommitCounts) -> JSON {
    let commit = counts.commit
    return .object(
      [
        ("revision", .number(commit.revision.rawValue)), ("time", .instant(commit.time)),
        ("actor", .text(commit.actor)), ("reason", .optional(commit.reason)),
      ] + Self.kinds.map { ($0.title, .number(counts.count($0.op))) }
        + [("fields", .number(counts.fieldCount))]
    )
  }

  private func plainCells(_ counts: CommitCounts) -> [String] {
    let commit = counts.commit
    return ["\(commit.revision)", zone.text(commit.time), Escape.plain(commit.actor)]
      + Self.kinds.map { "\(counts.count($0.op))" }
      + ["\(counts.fieldCount)", commit.reason.map(Escape.plain) ?? "\\N"]
  }

  private func csvCells(_ counts: CommitCounts) -> [CSV.Cell] {
    let commit = counts.commit
    return [
      .text("\(commit.revision.rawValue)"), .text(commit.time.text()), .text(commit.actor),
      commit.reason.map(CSV.Cell.text) ?? .null,
    ] + Self.kinds.map { .text("\(counts.count($0.op))") } + [.text("\(counts.fieldCount)")]
  }

  /// Prints the head of CSV, once.
  private func printHead() throws {
    guard isFirst else { return }
    let titles = ["revision", "time", "actor", "reason"] + Self.kinds.map(\.title) + ["fields"]
    try output.print(CSV.line(titles.map(CSV.Cell.text)))
  }
}
