import Records

/// One thing that is known, by name: for programs and for people.
struct Fact {
  let name: String
  let json: JSON
  let text: String

  init(_ name: String, _ json: JSON, _ text: String) {
    self.name = name
    self.json = json
    self.text = text
  }

  /// A count.
  init(_ name: String, _ number: some BinaryInteger) {
    self.init(name, .number(number), "\(number)")
  }

  /// A text.
  init(_ name: String, _ text: String) { self.init(name, .text(text), text) }

  /// A cell of CSV: null where there is nothing to know.
  var csv: CSV.Cell {
    switch json {
    case .value(.null) where text.isEmpty: return .null
    // As in every other CSV: r5 is for people.
    case .number(let number): return .text("\(number)")
    case .array(let elements):
      return .text(
        elements.map { if case .number(let number) = $0 { "\(number)" } else { "" } }
          .joined(separator: " ")
      )
    default: return .text(text)
    }
  }
}

extension BinaryInteger {
  /// The number with what it counts: `1 event`, `2 events`.
  func counted(_ noun: String) -> String { "\(self) \(noun)" + (self == 1 ? "" : "s") }
}

/// Prints a handful of facts, one a line for people and as one object for programs.
enum Facts {
  static func print(_ facts: [Fact], _ output: Output) throws {
    switch output.form {
    case .json: try output.print(JSON.object([JSON.format] + facts.map { ($0.name, $0.json) }).line)
    case .jsonLines: try output.print(JSON.object(facts.map { ($0.name, $0.json) }).line)
    case .csv:
      try output.print(
        CSV.line(facts.map { .text($0.name) }) + CSV.line(facts.map(\.csv))
      )
    case .plain:
      for fact in facts { try output.print("\(fact.name)\t\(Escape.plain(fact.text))\n") }
    case .table:
      let width = facts.map { TextWidth.cells($0.name) }.max() ?? 0
      for fact in facts {
        let name = TextWidth.padded(fact.name, to: width + 2)
        try output.print(output.style.bold(name) + Escape.visible(fact.text) + "\n")
      }
    }
  }

  /// Prints rows of facts: a table for people, and objects for programs.
  ///
  /// - Parameters:
  ///   - members: what a JSON document says besides.
  ///   - isShortened: whether a table is cut to the width of the terminal.
  static func print(
    _ rows: [[Fact]],
    named name: String,
    _ columns: [Table.Column],
    _ output: Output,
    members: [(String, JSON)] = [],
    isShortened: Bool = true
  ) throws {
    switch output.form {
    case .json, .jsonLines:
      var list = JSONList(name, form: output.form)
      for row in rows { try output.print(json: list.add(.object(row.map { ($0.name, $0.json) }))) }
      try output.print(list.finish(members))
    case .csv:
      try output.print(CSV.line(columns.map { .text($0.title) }))
      for row in rows { try output.print(CSV.line(row.map(\.csv))) }
    case .plain:
      for row in rows {
        try output.print(row.map { Escape.plain($0.text) }.joined(separator: "\t") + "\n")
      }
    case .table:
      var table = Table(columns, width: isShortened ? output.width : .max, style: output.style)
      for row in rows {
        try output.print(table.add(row.map { Table.Cell(text: Escape.visible($0.text)) }))
      }
      try output.print(table.finish())
    }
  }

  /// Seconds with three digits after the point, or six where three would show next to nothing.
  static func rounded(_ seconds: Double) -> String {
    let parts = seconds < 0.01 ? 1_000_000.0 : 1000
    return "\((seconds * parts).rounded() / parts)"
  }
}
