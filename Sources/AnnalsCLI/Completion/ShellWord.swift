/// Words as bash has them on its command line, quotes and backslashes included.
///
/// Other shells tell their completions what a word means, and quote what is put in its place; bash leaves both to
/// them.
struct ShellWord {
  private let raw: String

  init(_ raw: String) { self.raw = raw }

  /// What the word means, as far as it is written.
  var meaning: String {
    var text = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var scalars = raw.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch (scalar, quote) {
      case ("\\", nil), ("\\", "\""): if let next = scalars.next() { text.append(next) }
      case ("'", nil), ("\"", nil): quote = scalar
      case (_, let open) where scalar == open: quote = nil
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  /// Another text written in the way in which this word begins: behind its quote, or with backslashes.
  func writing(_ text: String) -> String {
    if let quote = raw.unicodeScalars.first, quote == "'" || quote == "\"" { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if Self.special.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  private static let special = Set(" !\"#$&'()*;<>?[\\]^`{|}~".unicodeScalars)
}
