internal import Records

/// Where the store, which orders texts by their bytes, has those that Swift orders up to some text.
///
/// Swift orders by the scalars of the composed form (NFC). What is stored may have letters and accents of their own, and
/// then lies elsewhere: `e` with an accent is behind `f` to Swift, and before it in bytes. But nothing composes *into*
/// ASCII, three scalars aside (`CanonicalForms.twins`). So where a composed text comes before one of ASCII, and the two
/// first differ at some place, everything up to there is ASCII, stands in the stored text just so, and puts that before
/// as well. A greater text may lie anywhere.
enum TextOrder {
  /// Texts from some on, or from the first one, to others, which are left out.
  struct Range {
    var start: String?
    var end: String
  }

  /// More of a text than this narrows little, and each character of it can have twins.
  private static let mostCharacters = 4

  /// The ranges that hold every text which is less than a text, or equal to it; none where nothing is known.
  static func ranges(upTo text: String) -> [Range] {
    var beginning = Array(text.utf8.prefix { $0 < 0x80 })
    // An accent behind a letter may melt into it.
    if beginning.count < text.utf8.count { beginning = beginning.dropLast() }
    beginning = Array(beginning.prefix(mostCharacters))
    let known = String(decoding: beginning, as: UTF8.self)
    guard !beginning.isEmpty, let end = TextPrefix.end(of: known) else { return [] }
    return [Range(end: end)]
      + beginning.indices.flatMap { place in
        twins(upTo: beginning[place], behind: String(decoding: beginning[..<place], as: UTF8.self))
      }
  }

  /// The texts that go on with a twin of a character or of a lesser one.
  private static func twins(upTo character: UInt8, behind prefix: String) -> [Range] {
    CanonicalForms.twins.compactMap { twin in
      guard twin.ascii <= character else { return nil }
      var start = prefix
      start.unicodeScalars.append(twin.scalar)
      return TextPrefix.end(of: start).map { Range(start: start, end: $0) }
    }
  }
}
