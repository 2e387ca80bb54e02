import EventLog
import Records

/// Prints deleted records of one type: as they were last, and who deleted them, when and why.
struct DeletedRecordPrinter {
  private let output: Output
  private let zone: Zone
  private let text: ValueText
  private let type: TypeDefinition

  init(_ context: Context, type: TypeDefinition) {
    output = context.output
    zone = context.zone
    text = ValueText(zone: context.zone)
    self.type = type
  }

  func print(_ deleted: [DeletedRecord]) throws {
    switch output.form {
    case .json, .jsonLines:
      var list = JSONList("records", form: output.form)
      for each in deleted {
        try output.print(json: list.add { $0.append(each.record, deletedBy: each.deletion) })
      }
      try output.print(list.finish())
    case .csv:
      try output.print(CSV.line(columns.map { .text($0.title) }))
      for each in deleted { try output.print(CSV.line(csvCells(each))) }
    case .plain:
      for each in deleted { try output.print(plainCells(each).joined(separator: "\t") + "\n") }
    case .table:
      var table = Table(columns.escaped, width: output.width, style: output.style)
      for each in deleted { try output.print(table.add(cells(each))) }
      try output.print(table.finish())
    }
  }

  /// The id, the fields, and what is known of the deletion; marked where a field is called the same.
  ///
  /// Who, when and why are what is asked for: where the terminal is narrow, the record's values give way.
  private var columns: [Table.Column] {
    let title = { (name: String) in type.field(ExactString(name)) == nil ? name : "@" + name }
    return [Table.Column(title: title("id"))] + type.fields.map(Table.Column.init) + [
      Table.Column(title: title("revision"), isNumeric: true),
      Table.Column(title: title("actor"), isPreferred: true),
      Table.Column(title: title("time"), isKept: true),
      Table.Column(title: title("reason"), isPreferred: true),
    ]
  }

  private func cells(_ deleted: DeletedRecord) -> [Table.Cell] {
    let commit = deleted.deletion.commit
    return [Table.Cell(text: Escape.visible(deleted.record.id.text))]
      + deleted.record.values.map(text.cell) + [
        Table.Cell(text: "\(commit.revision)"), Table.Cell(text: Escape.visible(commit.actor)),
        Table.Cell(text: zone.shortText(commit.time)),
        Table.Cell(text: commit.reason.map(Escape.visible) ?? ""),
      ]
  }

  private func plainCells(_ deleted: DeletedRecord) -> [String] {
    let commit = deleted.deletion.commit
    return [Escape.plain(deleted.record.id.text)] + deleted.record.values.map(text.plain) + [
      "\(commit.revision)", Escape.plain(commit.actor), zone.text(commit.time),
      commit.reason.map(Escape.plain) ?? "\\N",
    ]
  }

  private func csvCells(_ deleted: DeletedRecord) -> [CSV.Cell] {
    let commit = deleted.deletion.commit
    return [.text(deleted.record.id.text)] + deleted.record.values.map(text.csv) + [
      .text("\(commit.revision.rawValue)"), .text(commit.actor), .text(commit.time.text()),
      commit.reason.map(CSV.Cell.text) ?? .null,
    ]
  }
}
