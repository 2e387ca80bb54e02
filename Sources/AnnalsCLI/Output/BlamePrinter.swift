import EventLog
import JSONText
import Records

/// Prints each field of a record with the event that gave it its value.
struct BlamePrinter {
  private let context: Context
  private let output: Output
  private let text: ValueText

  init(_ context: Context) {
    self.context = context
    output = context.output
    text = ValueText(zone: context.zone)
  }

  func print(_ lineage: Lineage) throws {
    switch output.form {
    case .json: try output.print(document(lineage).line)
    case .jsonLines:
      for origin in lineage.origins { try output.print(json(origin, of: lineage).line) }
    case .csv:
      try output.print(CSV.line(Self.columns.map { .text($0.title) }))
      for origin in lineage.origins { try output.print(CSV.line(csvCells(origin))) }
    case .plain:
      for origin in lineage.origins {
        try output.print(plainCells(origin).joined(separator: "\t") + "\n")
      }
    case .table:
      var table = Table(Self.columns, width: output.width, style: output.style)
      for origin in lineage.origins { try output.print(table.add(cells(origin))) }
      try output.print(table.finish())
    }
    guard let deletion = lineage.deletion, !output.form.isJSON else { return }
    let record = lineage.record
    try output.sayBelow(
      "\(record.definition.name)/\(record.id) was deleted, \(context.describe(deletion))"
    )
  }

  private static let columns = [
    Table.Column(title: "field"), Table.Column(title: "value"),
    Table.Column(title: "version", isNumeric: true),
    Table.Column(title: "revision", isNumeric: true), Table.Column(title: "actor"),
    Table.Column(title: "time", isKept: true), Table.Column(title: "reason"),
  ]

  // MARK: For people

  private func cells(_ origin: Lineage.Origin) -> [Table.Cell] {
    let commit = origin.event.commit
    return [
      Table.Cell(text: Escape.visible(origin.field.name.text)), text.cell(origin.value),
      Table.Cell(text: "\(origin.event.version)"), Table.Cell(text: "\(commit.revision)"),
      Table.Cell(text: Escape.visible(commit.actor)),
      Table.Cell(text: context.zone.shortText(commit.time)),
      Table.Cell(text: commit.reason.map(Escape.visible) ?? ""),
    ]
  }

  // MARK: For programs

  private func plainCells(_ origin: Lineage.Origin) -> [String] {
    let commit = origin.event.commit
    return [
      Escape.plain(origin.field.name.text), text.plain(origin.value), "\(origin.event.version)",
      "\(commit.revision)", Escape.plain(commit.actor), context.zone.text(commit.time),
      commit.reason.map(Escape.plain) ?? "\\N",
    ]
  }

  private func csvCells(_ origin: Lineage.Origin) -> [CSV.Cell] {
    let commit = origin.event.commit
    return [
      .text(origin.field.name.text), text.csv(origin.value), .text("\(origin.event.version)"),
      .text("\(commit.revision.rawValue)"), .text(commit.actor), .text(commit.time.text()),
      commit.reason.map(CSV.Cell.text) ?? .null,
    ]
  }

  private func json(_ origin: Lineage.Origin, of lineage: Lineage) -> JSON {
    .object(
      Self.names(lineage) + [
        ("field", .text(origin.field.name.text)), ("value", .value(origin.value)),
      ] + JSON.members(of: origin.event)
    )
  }

  private func document(_ lineage: Lineage) -> JSON {
    let record = lineage.record
    let fields = lineage.origins.map { origin in
      (
        origin.field.name.text,
        JSON.object([("value", .value(origin.value))] + JSON.members(of: origin.event))
      )
    }
    return .object(
      [JSON.format] + Self.names(lineage) + [
        ("version", .number(record.version)), ("life", .number(record.life)),
        ("created", .event(lineage.birth)),
        ("deleted", lineage.deletion.map { .event($0) } ?? .value(.null)),
        ("fields", .object(fields)),
      ]
    )
  }

  private static func names(_ lineage: Lineage) -> [(String, JSON)] {
    [
      ("type", .text(lineage.record.definition.name.text)), ("id", .text(lineage.record.id.text)),
    ]
  }
}

extension JSON {
  /// Which event something came from: what it was, and who, when and why.
  static func event(_ event: Event) -> JSON { .object(members(of: event)) }

  /// The members of `event(_:)`.
  static func members(of event: Event) -> [(String, JSON)] {
    [
      ("op", .text(event.op.rawValue)), ("version", .number(event.version)),
      ("revision", .number(event.commit.revision.rawValue)),
      ("time", .instant(event.commit.time)), ("actor", .text(event.commit.actor)),
      ("reason", .optional(event.commit.reason)),
    ]
  }
}
