internal import Records

/// Where the store, which orders texts by their bytes, has those that Swift orders before or behind some text.
///
/// Swift orders by the scalars of the composed form (NFC). What is stored may have letters and accents of their own, and
/// then lies elsewhere: `e` with an accent is behind `f` to Swift, and before it in bytes.
///
/// But ASCII stays what it is, unless an accent stands behind it, and nothing composes *into* ASCII, three scalars aside
/// (`CanonicalForms.twins`). So where two composed texts first differ at some place, and one is ASCII up to there, what is
/// stored of the other begins with the same characters, and there is little that it can have at the place itself.
enum TextOrder {
  /// Texts from some on, or from the first one, to others, which are left out, or to the last one.
  struct Range {
    var start: String?
    var end: String?
  }

  /// Each range is looked for by itself, so that more of the text is left to be tested.
  private static let mostRanges = 64
  /// More of a text than this narrows little.
  private static let mostCharacters = 16

  /// The ranges that hold every text which is less than a text, or equal to it; none where nothing is known.
  ///
  /// A lesser text has, where it differs, a lesser ASCII character, or a twin of one, which is no ASCII.
  static func ranges(upTo text: String) -> [Range] {
    let (known, others) = ranges(along: text) { character, known in
      CanonicalForms.twins.filter { $0.ascii <= character }.compactMap { twin in
        var start = known
        start.unicodeScalars.append(twin.scalar)
        return TextPrefix.end(of: start).map { Range(start: start, end: $0) }
      }
    }
    guard !known.isEmpty, let end = TextPrefix.end(of: known) else { return [] }
    return [Range(end: end)] + others
  }

  /// The ranges that hold every text which is greater than a text, or equal to it; none where nothing is known.
  ///
  /// A greater text has, where it differs, something greater, or a lesser ASCII character that an accent makes greater.
  static func ranges(from text: String) -> [Range] {
    let (known, others) = ranges(along: text) { character, known in
      CanonicalForms.composing.prefix { $0 < character }.compactMap { lesser in
        let start = known + String(decoding: [lesser], as: UTF8.self)
        return TextPrefix.end(of: start).map { Range(start: start + firstMark, end: $0) }
      }
    }
    return known.isEmpty ? [] : [Range(start: known)] + others
  }

  /// The first scalar that can melt into the one before it.
  private static let firstMark = "\u{300}"

  /// The beginning of a text that is ASCII for sure, and for each of its places the ranges of texts that have something
  /// else there.
  private static func ranges(
    along text: String,
    _ others: (_ character: UInt8, _ known: String) -> [Range]
  ) -> (known: String, others: [Range]) {
    var beginning = text.utf8.prefix { $0 < 0x80 }
    // An accent behind a letter may melt into it.
    if beginning.count < text.utf8.count { beginning = beginning.dropLast() }
    var known = ""
    var ranges: [Range] = []
    for character in beginning.prefix(mostCharacters) {
      let more = others(character, known)
      guard ranges.count + more.count < mostRanges else { break }
      ranges += more
      known.unicodeScalars.append(Unicode.Scalar(character))
    }
    return (known, ranges)
  }
}
