#if os(Linux)
  @_spi(_Unicode) internal import Swift
#else
  internal import Foundation
#endif

/// All ways to write a text that Swift calls the same.
///
/// Swift's `String` compares by canonical equivalence (Unicode Standard, section 3.7): `é` may be one scalar or an
/// `e` with an accent, `K` may be the Kelvin sign. The store compares bytes, so an equality over text
/// is, to the store, one among all these spellings. Most texts have only one.
enum CanonicalForms {
  /// More spellings than this are not listed.
  static let limit = 64

  /// Every text that equals this one, itself first; nil where there are more than `limit`.
  ///
  /// A spelling is a row of scalars whose decompositions, in order, give the text's own decomposition, where
  /// marks of different combining classes may change places. So all spellings are found by taking one scalar
  /// after the other, each time any whose decomposition can be taken from what is left.
  ///
  /// - Complexity: O(length · spellings); the first text that is not plain ASCII pays some milliseconds for a table.
  static func all(of text: String) -> [String]? {
    if text.utf8.allSatisfy(isUnambiguous) { return [text] }
    var search = Search(decomposition(of: text))
    guard search.run() else { return nil }
    return [text] + search.found.filter { !$0.utf8.elementsEqual(text.utf8) }
  }

  /// What every spelling of a text begins with: its beginning up to the first place where two could differ.
  static func commonPrefix(of text: String) -> String {
    let bytes = Array(text.utf8)
    var count = bytes.prefix(while: isUnambiguous).count
    // A mark behind a letter may melt into it.
    if count > 0, count < bytes.count, bytes[count] >= 0x80 { count -= 1 }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// The scalars that decompose into a single ASCII character: the Kelvin sign, the Greek question mark and the Greek
  /// varia.
  static let twins: [(scalar: Unicode.Scalar, ascii: UInt8)] = [
    ("\u{212A}", UInt8(ascii: "K")), ("\u{37E}", UInt8(ascii: ";")),
    ("\u{1FEF}", UInt8(ascii: "`")),
  ]

  /// The ASCII characters that an accent behind them can melt into, in order: all letters but Q, and `<=>`.
  static let composing = "<=>ABCDEFGHIJKLMNOPRSTUVWXYZabcdefghijklmnoprstuvwxyz".utf8

  /// Whether a byte is an ASCII character that no other scalar decomposes into.
  private static func isUnambiguous(_ byte: UInt8) -> Bool {
    byte < 0x80 && !twins.contains { $0.ascii == byte }
  }

  /// Where scalars with a canonical decomposition stand, Hangul syllables aside: all planes but blocks of
  /// ideographs, syllables, symbols and private use.
  static let composedRanges: [ClosedRange<UInt32>] = [
    0x80...0x30FF, 0xF900...0xFDFF, 0x10000...0x16FFF, 0x1D000...0x1DFFF, 0x2F800...0x2FA1F,
  ]

  /// Scalars that decompose, by the first scalar that they decompose into, without Hangul syllables.
  private static let composed: [Unicode.Scalar: [Part]] = {
    let scalars = composedRanges.joined().lazy.compactMap(Unicode.Scalar.init)
    let parts = scalars.map { Part(scalar: $0, decomposition: decomposition(of: String($0))) }
    return Dictionary(grouping: parts.filter { $0.decomposition != [$0.scalar] }) {
      $0.decomposition[0]
    }
  }()

  /// The canonical decomposition, as `String`'s own comparison makes it.
  static func decomposition(of text: String) -> [Unicode.Scalar] {
    #if os(Linux)
      Array(text._nfd)
    #else
      Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
    #endif
  }

  /// A scalar and what it decomposes into.
  fileprivate struct Part {
    let scalar: Unicode.Scalar
    let decomposition: [Unicode.Scalar]
  }

  /// Scalars that may stand for some scalar and more behind it; `next` are the scalars from it on.
  fileprivate static func parts(startingWith next: ArraySlice<Unicode.Scalar>) -> [Part] {
    guard let first = next.first else { return [] }
    return [Part(scalar: first, decomposition: [first])] + (composed[first] ?? [])
      + Hangul.syllables(startingWith: next)
  }
}

extension CanonicalForms {
  /// Hangul syllables, which decompose by arithmetic (Unicode Standard, section 3.12).
  private enum Hangul {
    static func syllables(startingWith letters: ArraySlice<Unicode.Scalar>) -> [Part] {
      let letters = Array(letters.prefix(3))
      guard letters.count >= 2, (0x1100...0x1112).contains(letters[0].value),
        (0x1161...0x1175).contains(letters[1].value)
      else { return [] }
      let pair = 0xAC00 + ((letters[0].value - 0x1100) * 21 + letters[1].value - 0x1161) * 28
      var syllables: [Part] = []
      if let scalar = Unicode.Scalar(pair) {
        syllables.append(Part(scalar: scalar, decomposition: Array(letters[..<2])))
      }
      if letters.count == 3, (0x11A8...0x11C2).contains(letters[2].value),
        let scalar = Unicode.Scalar(pair + letters[2].value - 0x11A7)
      {
        syllables.append(Part(scalar: scalar, decomposition: letters))
      }
      return syllables
    }
  }

  /// The search for all spellings of a decomposed text.
  private struct Search {
    private let text: [Unicode.Scalar]
    private let classes: [UInt8]
    private var isTaken: [Bool]
    private var spelling = ""
    private(set) var found: [String] = []

    init(_ text: [Unicode.Scalar]) {
      self.text = text
      classes = text.map { $0.properties.canonicalCombiningClass.rawValue }
      isTaken = text.map { _ in false }
    }

    /// Finds every spelling; false where there are too many.
    ///
    /// No way is a blind alley, since what is left can always be spelled as it stands.
    mutating func run() -> Bool {
      let open = firstOfClasses()
      guard !open.isEmpty else {
        found.append(spelling)
        return found.count <= CanonicalForms.limit
      }
      for start in open {
        for part in CanonicalForms.parts(startingWith: text[start...]) {
          guard let taken = take(part.decomposition) else { continue }
          let length = spelling.utf8.count
          spelling.unicodeScalars.append(part.scalar)
          let isComplete = run()
          spelling = String(decoding: spelling.utf8.prefix(length), as: UTF8.self)
          for place in taken { isTaken[place] = false }
          if !isComplete { return false }
        }
      }
      return true
    }

    /// The scalars that may come next: the first left one and, while only marks are passed over, the first of each
    /// other combining class.
    private func firstOfClasses() -> [Int] {
      var places: [Int] = []
      for place in text.indices where !isTaken[place] {
        if classes[place] == 0 { return places.isEmpty ? [place] : places }
        if !places.contains(where: { classes[$0] == classes[place] }) { places.append(place) }
      }
      return places
    }

    /// Takes scalars one by one from those that may come next; nil, and nothing taken, where one may not.
    private mutating func take(_ scalars: [Unicode.Scalar]) -> [Int]? {
      var taken: [Int] = []
      for scalar in scalars {
        guard let place = firstOfClasses().first(where: { text[$0] == scalar }) else {
          for place in taken { isTaken[place] = false }
          return nil
        }
        isTaken[place] = true
        taken.append(place)
      }
      return taken
    }
  }
}
