/// Numbers and columns for people.
enum Text {
  /// `1234567` as `1,234,567`.
  static func grouped(_ number: Int) -> String {
    var digits = Array(String(number.magnitude))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return (number < 0 ? "-" : "") + String(digits)
  }

  /// A number with about three digits that count: `28,800`, `58.1`, `3.42`.
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let decimals = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
    let scale = decimals == 0 ? 1.0 : decimals == 1 ? 10 : 100
    let scaled = Int((value * scale).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    let sign = scaled < 0 ? "-" : ""
    guard decimals > 0 else { return sign + grouped(Int(whole)) }
    let digits = String(rest)
    return sign + grouped(Int(whole)) + "." + String(repeating: "0", count: decimals - digits.count)
      + digits
  }

  /// A number and its spread: `3.42 (3.10 to 3.55)`.
  static func number(_ value: Double, from least: Double, to greatest: Double) -> String {
    "\(number(value)) (\(number(least)) to \(number(greatest)))"
  }

  /// Rows as columns of equal width, the first and the last flush left, the others flush right.
  static func table(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let blank = String(repeating: " ", count: widths[column] - cell.count)
        if column == columns - 1 { return cell }
        return column == 0 ? cell + blank : blank + cell
      }
      return cells.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
