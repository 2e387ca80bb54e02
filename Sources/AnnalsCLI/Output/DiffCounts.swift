import Records

/// How many records differ, type by type, and in which of their fields.
///
/// Fields are counted of records that live at both points: the others were created or deleted with all of theirs.
struct DiffCounts {
  private typealias Counts = [Diff.Kind: Int]

  /// A type with its counts: of records, and of the fields that differ by their places in the type.
  private struct OfType {
    let definition: TypeDefinition
    var records: Counts = [:]
    var fields: [Int: Counts] = [:]
  }

  private let diff: Diff
  private var types: [OfType] = []

  init(_ diff: Diff) {
    self.diff = diff
    for line in diff.lines {
      let definition = line.record.definition
      // Lines of one type stand together.
      if types.last?.definition != definition { types.append(OfType(definition: definition)) }
      let last = types.count - 1
      types[last].records[line.kind, default: 0] += 1
      guard line.record.kind == .changed else { continue }
      for change in line.record.changes {
        guard let place = definition.index(ofNumber: change.field.number) else { continue }
        types[last].fields[place, default: [:]][line.kind, default: 0] += 1
      }
    }
  }

  func print(_ output: Output) throws {
    let rows = types.flatMap { type in
      facts(type, nil, type.records)
        + type.fields.sorted { $0.key < $1.key }.flatMap { place, counts in
          facts(type, type.definition.fields[place].name.text, counts)
        }
    }
    try Facts.print(rows, named: "counts", Self.columns, output, members: diff.members)
    if !output.form.isJSON { try output.sayBelow(total) }
  }

  private static let columns = [
    Table.Column(title: "type"), Table.Column(title: "field"), Table.Column(title: "kind"),
    Table.Column(title: "count", isNumeric: true),
  ]

  /// A row for each kind that there is any of.
  private func facts(_ type: OfType, _ field: String?, _ counts: Counts) -> [[Fact]] {
    diff.kinds.compactMap { kind in
      guard let count = counts[kind] else { return nil }
      return [
        Fact("type", type.definition.name.text), Fact("field", .optional(field), field ?? ""),
        Fact("kind", kind.rawValue), Fact("count", count),
      ]
    }
  }

  private var total: String {
    let counts = diff.kinds.map { kind in
      "\(diff.lines.count { $0.kind == kind }) \(kind.rawValue)"
    }
    return counts.joined(separator: ", ")
  }
}
