import Annals
import EventLog
import Records

/// Prints events in the form that was asked for, as they come.
struct EventPrinter: EventSink {
  private let store: Store
  private let output: Output
  private let zone: Zone
  private let text: ValueText
  private let heading: CommitHeading
  private let isOneLine: Bool
  private let isFull: Bool
  private var list: JSONList
  private var lastRevision: Revision?
  private var hasHead = false

  /// Prepares printing.
  ///
  /// - Parameters:
  ///   - store: where the events are, for what a definition changed.
  ///   - isOneLine: whether people get one line for each event.
  ///   - isFull: whether people get old and new of every field even for creations and deletions.
  init(_ context: Context, _ store: Store, isOneLine: Bool = false, isFull: Bool = false) {
    self.store = store
    output = context.output
    zone = context.zone
    text = ValueText(zone: context.zone, style: context.output.style)
    heading = CommitHeading(context)
    self.isOneLine = isOneLine
    self.isFull = isFull
    list = JSONList("events", form: context.output.form)
  }

  mutating func print(_ event: Event) throws {
    switch output.form {
    case .json, .jsonLines: try output.print(json: list.add { $0.append(event) })
    case .csv:
      try printHead()
      try output.print(CSV.line(csvCells(event)))
    case .plain where isOneLine, .table where isOneLine: try output.print(oneLine(event) + "\n")
    case .plain: try output.print(plainCells(event).joined(separator: "\t") + "\n")
    case .table:
      if lastRevision != event.commit.revision {
        try output.print((lastRevision == nil ? "" : "\n") + heading.text(event.commit))
      }
      lastRevision = event.commit.revision
      try output.print(body(event))
    }
  }

  func pause() {}

  mutating func finish() throws {
    if output.form.isJSON { try output.print(list.finish()) }
    if output.form == .csv { try printHead() }
  }

  /// Prints the head of CSV, once.
  private mutating func printHead() throws {
    guard !hasHead else { return }
    hasHead = true
    let titles = [
      "revision", "time", "actor", "reason", "op", "type", "id", "version", "life", "changes",
    ]
    try output.print(CSV.line(titles.map(CSV.Cell.text)))
  }

  // MARK: For people

  private func body(_ event: Event) throws -> String {
    let lines = try changes(event).map { "        \($0)\n" }
    return "\n    " + output.style.bold("\(event.op)") + " \(name(event))\n" + lines.joined()
  }

  private func oneLine(_ event: Event) throws -> String {
    let changes = try changes(event).joined(separator: ", ")
    let reason = event.commit.reason.map { " (\(Escape.visible($0)))" } ?? ""
    return output.style.yellow("\(event.commit.revision)") + " \(event.op) \(name(event))"
      + (changes.isEmpty ? "" : ": " + changes) + reason
  }

  /// What an event changed, piece by piece; of a first definition only where all is wanted.
  private func changes(_ event: Event) throws -> [String] {
    if event.op == .define, isFull || event.version > 1 {
      return try store.steps(of: event).map { Escape.visible($0.words) }
    }
    let isOneSided = !isFull && event.op != .update
    return event.changes.map { text.change($0, isOneSided: isOneSided) }
  }

  private func name(_ event: Event) -> String {
    let name =
      event.op == .define ? "\(event.definition.name)" : "\(event.definition.name)/\(event.id)"
    return Escape.visible(name) + "@\(event.version)"
  }

  // MARK: For programs

  private func plainCells(_ event: Event) throws -> [String] {
    let changes = try changes(event).joined(separator: ", ")
    return [
      "\(event.commit.revision)", zone.text(event.commit.time), Escape.plain(event.commit.actor),
      event.op.rawValue, name(event), changes, event.commit.reason.map(Escape.plain) ?? "\\N",
    ]
  }

  private func csvCells(_ event: Event) -> [CSV.Cell] {
    [
      .text("\(event.commit.revision.rawValue)"), .text(event.commit.time.text()),
      .text(event.commit.actor), event.commit.reason.map(CSV.Cell.text) ?? .null,
      .text(event.op.rawValue), .text(event.definition.name.text), .text(event.id.text),
      .text("\(event.version)"), .text("\(event.life)"),
      .changes(event.changes),
    ]
  }
}
