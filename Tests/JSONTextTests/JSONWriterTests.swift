import JSONText
import TestSupport
import Testing

@Suite("JSON is written")
struct JSONWriterTests {
  private func write(_ form: JSONWriter.Form) -> String {
    var writer = JSONWriter(form)
    writer.beginObject()
    writer.key("a\"b")
    writer.beginArray()
    writer.integer(1)
    writer.number("2.50")
    writer.bool(true)
    writer.null()
    writer.raw("[1]")
    writer.endArray()
    writer.key("none")
    writer.beginArray()
    writer.endArray()
    writer.key("empty")
    writer.beginObject()
    writer.endObject()
    writer.key("last")
    writer.string("x\u{1}\u{1f}\n\u{2028}é")
    writer.endObject()
    return writer.text
  }

  @Test("compact")
  func compact() {
    let expected =
      #"{"a\"b":[1,2.50,true,null,[1]],"none":[],"empty":{},"last":"x\u0001\u001f\n"#
      + "\u{2028}é\"}"
    #expect(write(.compact).utf8.elementsEqual(expected.utf8))
  }

  @Test("pretty")
  func pretty() {
    let expected = #"""
      {
        "a\"b": [
          1,
          2.50,
          true,
          null,
          [1]
        ],
        "none": [],
        "empty": {},
        "last": "x\u0001\u001f\n
      """#
    #expect(write(.pretty).hasPrefix(expected))
    #expect(write(.pretty).hasSuffix("\"\n}"))
  }

  @Test("JSON Lines, into memory used again")
  func lines() {
    var writer = JSONWriter()
    for number in 1...2 {
      writer.beginArray()
      writer.integer(number)
      writer.endArray()
      writer.endLine()
    }
    #expect(writer.text == "[1]\n[2]\n")
    writer.removeAll()
    writer.string("")
    #expect(writer.text == "\"\"")
  }

  @Test("any text survives being written and read")
  func strings() throws {
    var generator = SeededGenerator()
    let parser = JSONParser()
    var texts = nastyStrings + (0..<rounds(2_000)).map { _ in randomString(&generator) }
    // Every scalar of the first planes, in chunks.
    for start in stride(from: 0 as UInt32, to: 0x11000, by: 64) {
      let scalars = (start..<start + 64).compactMap(Unicode.Scalar.init)
      texts.append(String(String.UnicodeScalarView(scalars)))
    }
    for text in texts {
      var writer = JSONWriter()
      writer.string(text)
      #expect(
        try parser.parse(writer.bytes).string.map { $0.utf8.elementsEqual(text.utf8) } == true
      )
    }
  }
}
