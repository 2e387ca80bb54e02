/// Makes text safe to show: what would move the cursor, change colours or turn the reading order around is
/// written out as an escape.
enum Escape {
  /// For a table or a message: control and bidirectional characters become `\n` or `\u{202e}`.
  static func visible(_ text: String) -> String { escaped(text, alsoBackslash: false) }

  /// For one cell of a line of plain text: the same, and a backslash becomes two, so that the escapes can
  /// be undone.
  static func plain(_ text: String) -> String { escaped(text, alsoBackslash: true) }

  /// For a JSON document on a terminal: the same characters as JSON's own `\u202e`, which means the same.
  static func json(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isUnsafe($0) && $0 != "\n" }) else { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar), scalar != "\n" {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          safe.append(contentsOf: "\\u".unicodeScalars)
          safe.append(contentsOf: String(repeating: "0", count: 4 - digits.count).unicodeScalars)
          safe.append(contentsOf: digits.unicodeScalars)
        }
      } else {
        safe.append(scalar)
      }
    }
    return String(safe)
  }

  /// For rows of CSV on a terminal: control and bidirectional characters as in a table, but line ends stay.
  static func rows(_ text: String) -> String {
    text.split(separator: "\r\n", omittingEmptySubsequences: false)
      .map { row in
        row.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
          .map { visible(String($0)) }.joined(separator: "\n")
      }
      .joined(separator: "\r\n")
  }

  private static func escaped(_ text: String, alsoBackslash: Bool) -> String {
    let isSafe = text.unicodeScalars.allSatisfy { !isUnsafe($0) && !(alsoBackslash && $0 == "\\") }
    if isSafe { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": safe += "\\n"
      case "\t": safe += "\\t"
      case "\r": safe += "\\r"
      case "\\" where alsoBackslash: safe += "\\\\"
      case _ where isUnsafe(scalar): safe += "\\u{\(String(scalar.value, radix: 16))}"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// Whether a terminal could act on a character instead of showing it.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    switch scalar.value {
    case 0x7F...0x9F, 0x2028, 0x2029: return true
    // The characters with the property Bidi_Control.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return true
    // The mark for byte order, and letters without a shape that only hide text.
    case 0xFEFF, 0xE0000...0xE007F: return true
    default: return false
    }
  }
}

extension String {
  /// The text between quotes, with the quotes in it doubled.
  ///
  /// Works on scalars, since a quote with an accent after it is another character to Swift, though to
  /// nobody else.
  func quoted(by quote: Unicode.Scalar) -> String {
    var quoted = UnicodeScalarView([quote])
    for scalar in unicodeScalars {
      if scalar == quote { quoted.append(quote) }
      quoted.append(scalar)
    }
    quoted.append(quote)
    return String(quoted)
  }
}
