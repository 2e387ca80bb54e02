@testable import Annals
import Foundation
import Testing

/// The spellings of texts that Swift calls equal.
@Suite struct PredicatesFormsTests {
  private static func bytes(_ texts: [String]?) -> Set<[UInt8]>? {
    texts.map { Set($0.map { Array($0.utf8) }) }
  }

  @Test(arguments: [
    ("", [""]), ("Oslo", ["Oslo"]), ("張三", ["張三"]), ("🎭", ["🎭"]),
    ("Kim", ["Kim", "\u{212A}im"]), ("\u{212A}im", ["Kim", "\u{212A}im"]),
    ("ö", ["ö", "o\u{308}"]), ("é", ["é", "e\u{301}", "e\u{341}"]),
    ("Å", ["Å", "A\u{30A}", "\u{212B}"]),
    ("한", ["한", "\u{1112}\u{1161}\u{11AB}", "하\u{11AB}"]),
    ("q\u{323}\u{307}", ["q\u{323}\u{307}", "q\u{307}\u{323}"]),
    (
      "\u{1E69}",
      ["\u{1E69}", "\u{1E63}\u{307}", "\u{1E61}\u{323}", "s\u{323}\u{307}", "s\u{307}\u{323}"]
    ),
    ("丽", ["丽", "\u{2F800}"]),
  ]) func `all spellings are found`(_ text: String, _ forms: [String]) {
    #expect(Self.bytes(CanonicalForms.all(of: text)) == Self.bytes(forms))
  }

  @Test func `a text of more spellings than are listed still has a beginning`() {
    let text = "abc" + String(repeating: "é", count: 6)
    #expect(CanonicalForms.all(of: text) == nil)
    #expect(CanonicalForms.commonPrefix(of: text) == "ab")
    #expect(CanonicalForms.commonPrefix(of: "abe\u{301}") == "ab")
    #expect(CanonicalForms.commonPrefix(of: "aKb") == "a")
    #expect(CanonicalForms.all(of: String(repeating: "ö", count: 6))?.count == 64)
  }

  /// The whole of Unicode: whatever decomposes is where it is looked for, and is among its decomposition's spellings.
  @Test func `no scalar that decomposes is missed`() {
    var composing: Set<UInt8> = []
    for value in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      let decomposition = CanonicalForms.decomposition(of: text)
      guard decomposition != [scalar] else { continue }
      if decomposition.count > 1, let first = UInt8(exactly: decomposition[0].value), first < 0x80 {
        composing.insert(first)
        #expect(decomposition[1].value >= 0x300, "\(value)")
      }
      let isHangul = (0xAC00...0xD7A3).contains(value)
      #expect(isHangul || CanonicalForms.composedRanges.contains { $0.contains(value) }, "\(value)")
      // Each hundredth syllable will do.
      guard !isHangul || value % 101 == 0 else { continue }
      var written = ""
      written.unicodeScalars.append(contentsOf: decomposition)
      #expect(Self.bytes(CanonicalForms.all(of: written))?.contains(Array(text.utf8)) == true)
      #expect(
        Self.bytes(CanonicalForms.all(of: text)) == Self.bytes(CanonicalForms.all(of: written))
      )
    }
    #expect(composing.sorted() == Array(CanonicalForms.composing))
  }
}
