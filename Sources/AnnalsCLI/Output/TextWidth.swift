import CWidth

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How many cells of a terminal text takes.
enum TextWidth {
  /// The cells of a text without control characters.
  static func cells(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + cells($1) }
  }

  /// A text of at most so many cells, with `…` where it was cut.
  static func shortened(_ text: String, to limit: Int) -> String {
    guard cells(text) > limit else { return text }
    var short = "", width = 0
    for character in text {
      let more = cells(character)
      if width + more > limit - 1 { break }
      short.append(character)
      width += more
    }
    return short + "…"
  }

  /// A text with blanks up to a width, after it or, for numbers, before it.
  static func padded(_ text: String, to width: Int, isRightAligned: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - cells(text)))
    return isRightAligned ? blanks + text : text + blanks
  }

  /// What a terminal draws as one character is as wide as the widest of its parts.
  private static func cells(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    // A flag, or a sign that asks to be drawn as a picture.
    if scalars.count > 1,
      scalars.contains(where: { $0 == "\u{FE0F}" || (0x1F1E6...0x1F1FF).contains($0.value) })
    {
      return 2
    }
    return scalars.map(cells).max() ?? 0
  }

  private static func cells(_ scalar: Unicode.Scalar) -> Int {
    guard isReady else { return 1 }
    let width = wcwidth(wchar_t(bitPattern: scalar.value))
    // The C library may be older than the character; new ones are mostly pictures.
    return width >= 0 ? Int(width) : scalar.properties.isEmojiPresentation ? 2 : 1
  }

  /// The C library's widths need a UTF-8 locale for characters; nothing else of the locale is used.
  private static let isReady =
    ["C.UTF-8", "UTF-8", "en_US.UTF-8"].contains { (name: String) in
      setlocale(LC_CTYPE, name) != nil
    }
}
