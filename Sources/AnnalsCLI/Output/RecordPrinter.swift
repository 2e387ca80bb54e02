import Records

/// Prints records in the form that was asked for, as they come.
struct RecordPrinter {
  private let output: Output
  private let text: ValueText
  private let namesType: Bool
  private var list: JSONList
  private var table: Table?
  private var shape: TypeDefinition?

  /// Prepares printing.
  ///
  /// - Parameters:
  ///   - type: the type of all records, so that even an empty list has its head; nil for records of
  ///     several types, which then stand with their type's name.
  init(_ context: Context, type: TypeDefinition?) throws {
    output = context.output
    text = ValueText(zone: context.zone)
    list = JSONList("records", form: context.output.form)
    namesType = type == nil
    if let type { try begin(type) }
  }

  /// Prints a record.
  mutating func print(_ record: StoredRecord) throws {
    switch output.form {
    case .json, .jsonLines:
      try output.print(json: list.add { $0.append(record) })
    case .plain:
      let cells = [Escape.plain(name(record))] + record.values.map(text.plain)
      try output.print(cells.joined(separator: "\t") + "\n")
    case .csv:
      try begin(record.definition)
      try output.print(CSV.line([.text(name(record))] + record.values.map(text.csv)))
    case .table:
      try begin(record.definition)
      let cells = [Table.Cell(text: Escape.visible(name(record)))] + record.values.map(text.cell)
      if let lines = table?.add(cells), !lines.isEmpty { try output.print(lines) }
    }
  }

  /// Prints what is left to print.
  ///
  /// - Parameter next: where the next page begins.
  mutating func finish(next: PageToken? = nil) throws {
    if output.form.isJSON {
      try output.print(list.finish(next.map { [("next", .text($0.text))] } ?? []))
    } else {
      try endTable()
    }
    // In a JSON document it is part of the data.
    if let next, output.form != .json { try output.sayBelow("next: --after \(next)") }
  }

  private func name(_ record: StoredRecord) -> String {
    namesType ? "\(record.definition.name)/\(record.id)" : record.id.text
  }

  /// Prints the head for records of a type, where it is not the type of the record before.
  private mutating func begin(_ type: TypeDefinition) throws {
    guard shape != type else { return }
    let isFirst = shape == nil
    shape = type
    // A field may be called id too: the record's own is then marked.
    let id = type.field("id") == nil ? "id" : "@id"
    switch output.form {
    case .csv:
      let titles = ([id] + type.fields.map(\.name.text)).map(CSV.Cell.text)
      try output.print((isFirst ? "" : "\r\n") + CSV.line(titles))
    case .table:
      try endTable()
      if !isFirst { try output.print("\n") }
      let columns = type.fields.map(Table.Column.init).escaped
      table = Table([Table.Column(title: id)] + columns, width: output.width, style: output.style)
    case .plain, .json, .jsonLines: break
    }
  }

  private mutating func endTable() throws {
    if let lines = table?.finish() { try output.print(lines) }
    table = nil
  }
}
