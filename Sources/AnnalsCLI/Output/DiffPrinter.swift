import Records

/// Prints what differs between two points, record by record.
struct DiffPrinter {
  private let output: Output
  private let text: ValueText

  init(_ context: Context) {
    output = context.output
    text = ValueText(zone: context.zone, style: context.output.style)
  }

  func print(_ diff: Diff) throws {
    switch output.form {
    case .json, .jsonLines:
      var list = JSONList("differences", form: output.form)
      for line in diff.lines { try output.print(json: list.add { $0.append(line) }) }
      try output.print(list.finish(diff.members))
    case .csv:
      let titles = ["kind", "type", "id", "oldVersion", "newVersion", "changes"]
      try output.print(CSV.line(titles.map(CSV.Cell.text)))
      for line in diff.lines { try output.print(CSV.line(csvCells(line))) }
    case .plain:
      for line in diff.lines { try output.print(plainCells(line).joined(separator: "\t") + "\n") }
    case .table:
      for (index, line) in diff.lines.enumerated() {
        try output.print((index == 0 ? "" : "\n") + paragraph(line))
      }
    }
  }

  // MARK: For people

  /// A record's name and versions, and below it a line for each field.
  private func paragraph(_ line: Diff.Line) -> String {
    let versions = [line.oldVersion, line.newVersion].compactMap { $0.map { "@\($0)" } }
    let name = Escape.visible(name(line)) + versions.joined(separator: " → ")
    let isPlaced = line.kind == .entered || line.kind == .left
    let fate = isPlaced && line.record.kind != .changed ? " (\(line.record.kind))" : ""
    let head = "\(paint(line.kind)) \(name)\(fate)"
    return ([head] + changes(line).map { "    \($0)" }).map { "\($0)\n" }.joined()
  }

  private func paint(_ kind: Diff.Kind) -> String {
    switch kind {
    case .created, .entered: output.style.green(kind.rawValue)
    case .changed: output.style.yellow(kind.rawValue)
    case .left, .deleted: output.style.red(kind.rawValue)
    }
  }

  private func changes(_ line: Diff.Line) -> [String] {
    let isOneSided = line.record.kind != .changed
    return line.record.changes.map { text.change($0, isOneSided: isOneSided) }
  }

  private func name(_ line: Diff.Line) -> String {
    "\(line.record.definition.name)/\(line.record.id)"
  }

  // MARK: For programs

  private func plainCells(_ line: Diff.Line) -> [String] {
    [
      line.kind.rawValue, Escape.plain(name(line)), line.oldVersion.map { "\($0)" } ?? "\\N",
      line.newVersion.map { "\($0)" } ?? "\\N", changes(line).joined(separator: ", "),
    ]
  }

  private func csvCells(_ line: Diff.Line) -> [CSV.Cell] {
    [
      .text(line.kind.rawValue), .text(line.record.definition.name.text),
      .text(line.record.id.text), line.oldVersion.map { .text("\($0)") } ?? .null,
      line.newVersion.map { .text("\($0)") } ?? .null, .changes(line.record.changes),
    ]
  }
}
