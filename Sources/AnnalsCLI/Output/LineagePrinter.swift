import EventLog
import JSONText
import Records

/// Prints which events made a record what it is.
struct LineagePrinter {
  /// A line: an event, and the field that it explains, if it is about one.
  private typealias Line = (event: Event, origin: Lineage.Origin?)

  private let output: Output
  private let zone: Zone
  private let text: ValueText

  init(_ context: Context) {
    output = context.output
    zone = context.zone
    text = ValueText(zone: context.zone)
  }

  func print(_ lineage: Lineage) throws {
    var lines: [Line] = [(lineage.birth, nil)]
    lines += lineage.origins.map { ($0.event, $0) }
    if let deletion = lineage.deletion { lines.append((deletion, nil)) }
    switch output.form {
    case .json: try print([JSON.format], lineage)
    case .jsonLines: try print([], lineage)
    case .csv:
      try output.print(CSV.line(Self.columns.map { .text($0.title) }))
      for line in lines { try output.print(CSV.line(csvCells(line))) }
    case .plain:
      for line in lines { try output.print(plainCells(line).joined(separator: "\t") + "\n") }
    case .table:
      var table = Table(Self.columns, width: output.width, style: output.style)
      for line in lines { try output.print(table.add(cells(line))) }
      try output.print(table.finish())
    }
  }

  private static let columns = [
    Table.Column(title: "op"), Table.Column(title: "field"), Table.Column(title: "value"),
    Table.Column(title: "version", isNumeric: true),
    Table.Column(title: "revision", isNumeric: true), Table.Column(title: "time"),
    Table.Column(title: "actor"), Table.Column(title: "reason"),
  ]

  // MARK: For people

  private func cells(_ line: Line) -> [Table.Cell] {
    let commit = line.event.commit
    return [
      Table.Cell(text: line.event.op.rawValue),
      Table.Cell(text: line.origin.map { Escape.visible($0.field.name.text) } ?? ""),
      line.origin.map { text.cell($0.value) } ?? Table.Cell(text: ""),
      Table.Cell(text: "\(line.event.version)"), Table.Cell(text: "\(commit.revision)"),
      Table.Cell(text: zone.text(commit.time)), Table.Cell(text: Escape.visible(commit.actor)),
      Table.Cell(text: commit.reason.map(Escape.visible) ?? ""),
    ]
  }

  // MARK: For programs

  private func plainCells(_ line: Line) -> [String] {
    let commit = line.event.commit
    return [
      line.event.op.rawValue, line.origin.map { Escape.plain($0.field.name.text) } ?? "",
      line.origin.map { text.plain($0.value) } ?? "", "\(line.event.version)",
      "\(commit.revision)", zone.text(commit.time), Escape.plain(commit.actor),
      commit.reason.map(Escape.plain) ?? "\\N",
    ]
  }

  private func csvCells(_ line: Line) -> [CSV.Cell] {
    let commit = line.event.commit
    return [
      .text(line.event.op.rawValue), line.origin.map { .text($0.field.name.text) } ?? .null,
      line.origin.map { text.csv($0.value) } ?? .null, .text("\(line.event.version)"),
      .text("\(commit.revision.rawValue)"), .text(commit.time.text()), .text(commit.actor),
      commit.reason.map(CSV.Cell.text) ?? .null,
    ]
  }

  private func print(_ members: [(String, JSON)], _ lineage: Lineage) throws {
    let record = lineage.record
    let fields = lineage.origins.map { origin in
      (
        origin.field.name.text,
        JSON.object([("value", .value(origin.value))] + Self.members(origin.event))
      )
    }
    let document = JSON.object(
      members + [
        ("type", .text(record.definition.name.text)), ("id", .text(record.id.text)),
        ("version", .number(record.version)), ("life", .number(record.life)),
        ("created", .object(Self.members(lineage.birth))),
        ("deleted", lineage.deletion.map { .object(Self.members($0)) } ?? .value(.null)),
        ("fields", .object(fields)),
      ]
    )
    try output.print(document.line)
  }

  private static func members(_ event: Event) -> [(String, JSON)] {
    [
      ("op", .text(event.op.rawValue)), ("version", .number(event.version)),
      ("revision", .number(event.commit.revision.rawValue)),
      ("time", .instant(event.commit.time)), ("actor", .text(event.commit.actor)),
      ("reason", .optional(event.commit.reason)),
    ]
  }
}
