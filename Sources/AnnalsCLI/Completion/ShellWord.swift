/// Words as bash has them on its command line, quotes and backslashes included.
///
/// Other shells tell their completions what a word means, and quote what is put in its place; bash leaves both to
/// them.
struct ShellWord {
  private let raw: String

  init(_ raw: String) { self.raw = raw }

  /// What the word means, as far as it is written.
  var meaning: String { scanned.text }

  private var scanned: (text: String, open: Unicode.Scalar?, quotes: Int) {
    var text = String.UnicodeScalarView()
    var open: Unicode.Scalar?
    var quotes = 0
    var scalars = raw.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch (scalar, open) {
      case ("\\", nil), ("\\", "\""): if let next = scalars.next() { text.append(next) }
      case ("'", nil), ("\"", nil):
        open = scalar
        quotes += 1
      case (_, let quote) where scalar == quote: open = nil
      default: text.append(scalar)
      }
    }
    return (String(text), open, quotes)
  }

  /// Another text written in the way in which this word begins, behind its quote or with backslashes, so that the shell
  /// finds nothing in it but text; nil where it cannot be.
  func writing(_ text: String) -> String? {
    let (_, open, quotes) = scanned
    switch open {
    case nil: return quotes == 0 ? Self.escaped(text, Self.special) : nil
    // Bash puts the answer behind a quote only where the word begins with it.
    case _ where quotes > 1 || raw.unicodeScalars.first != open: return nil
    case "'": return text.replacing("'", with: #"'\''"#)
    // An exclamation mark would bring an earlier line in, and cannot be escaped there.
    default:
      return text.unicodeScalars.contains("!") ? nil : Self.escaped(text, Self.specialInQuotes)
    }
  }

  private static func escaped(_ text: String, _ special: Set<Unicode.Scalar>) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if special.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  private static let special = Set(" !\"#$&'()*;<>?[\\]^`{|}~".unicodeScalars)
  private static let specialInQuotes = Set("\"$\\`".unicodeScalars)
}
