/// Rows of comma-separated values, as RFC 4180 has them: lines end in CR LF, quotes are doubled.
enum CSV {
  /// A cell: null and missing are not quoted, text that could be taken for them is.
  enum Cell {
    case null
    case missing
    case text(String)
  }

  /// What stands for a missing field; as text it would be quoted.
  static let missingMark = "\\M"

  /// A row with its line end.
  static func line(_ cells: [Cell]) -> String {
    cells.map(text).joined(separator: ",") + "\r\n"
  }

  private static func text(_ cell: Cell) -> String {
    switch cell {
    case .null: return ""
    case .missing: return missingMark
    case .text(let text):
      let needsQuotes =
        text.isEmpty || text == missingMark || text.hasPrefix(" ") || text.hasSuffix(" ")
        || text.utf8.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
      return needsQuotes ? text.quoted(by: "\"") : text
    }
  }
}
