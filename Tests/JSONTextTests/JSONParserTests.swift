import Foundation
import JSONText
import TestSupport
import Testing

@Suite("JSON is read")
struct JSONParserTests {
  private let parser = JSONParser()

  @Test("every kind of value, in order")
  func kinds() throws {
    let root = try parser.parse(
      #" {"a": [1, -2.50e+3, "x\n\u00e9\ud83d\ude00", true, false, null, {}, []], "b" : {"c": "d"}, "a": 9} "#
    )
    #expect(root.kind == .object && root.count == 3)
    #expect(root.members.map(\.key) == ["a", "b", "a"])
    #expect(root.doubledKey == "a")
    #expect(root.member("a")?.int64 == 9)
    #expect(root.member("b")?.member("c")?.string == "d")
    #expect(root.member("c") == nil && root.member("a")?.member("b") == nil)
    let first = try #require(root.members.first { $0.isNamed("a") }).value
    #expect(first.kind == .array && first.count == 8)
    let elements = Array(first.elements)
    #expect(
      elements.map(\.kind) == [.number, .number, .string, .bool, .bool, .null, .object, .array]
    )
    #expect(elements[1].number == "-2.50e+3" && elements[1].int64 == nil)
    #expect(
      elements[2].string == "x\n\u{e9}\u{1F600}" && elements[2].isString("x\n\u{e9}\u{1F600}")
    )
    #expect(elements[3].bool == true && elements[4].bool == false && elements[5].bool == nil)
    #expect(elements[5].isNull && elements[6].count == 0 && elements[7].count == 0)
    #expect(first.minified == #"[1,-2.50e+3,"x\né😀",true,false,null,{},[]]"#)
    #expect(root.value.minified == root.minified)
  }

  @Test("strings are told apart by bytes")
  func exactKeys() throws {
    let root = try parser.parse(#"{"\u00e9":1,"e\u0301":2}"#)
    #expect(root.member("\u{e9}")?.int64 == 1 && root.member("e\u{301}")?.int64 == 2)
    #expect(root.doubledKey == nil)
    #expect(root.value.member("e\u{301}") == .number("2"))
  }

  @Test(
    "a lone value, and numbers exactly as written",
    arguments: [
      "0", "-0", "1", "-0.0", "1e5", "1E-400", "9223372036854775807", "-9223372036854775808",
      "9223372036854775808", "123456789012345678901234567890.000",
      String(repeating: "7", count: 400),
      "0." + String(repeating: "0", count: 400) + "1",
    ]
  )
  func numbers(text: String) throws {
    #expect(try parser.parse("\n \(text)\t ").number == text)
    #expect(try parser.parse("[\(text),{\"a\":\(text)}]").minified == "[\(text),{\"a\":\(text)}]")
    #expect(try parser.parse(text).int64 == (text == "-0" ? 0 : Int64(text)))
  }

  @Test(
    "what is not JSON is refused, with the place",
    arguments: [
      ("", 0), (" ", 0), ("01", 0), ("1.", 0), (".5", 0), ("+1", 0), ("-", 0), ("1e", 0),
      ("0x1", 0),
      ("NaN", 0), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("{\"a\":1,}", 7), ("{\"a\" 1}", 5),
      ("{a:1}", 1),
      ("[1", 2), ("1]", 2), ("1],[2", 2), ("\"abc", 0), ("[1,\"a\\", 3), ("[\"\\ud800\"]", 1),
      ("[\"a\",\"b\u{1}\"]", 7), ("tru", 0), ("[truex]", 1), ("nul", 0), ("1 2", 2), ("{} {}", 3),
      ("[1}", 2), ("{1:2}", 1), ("'a'", 0), ("\u{FEFF}1", 0), ("[\"\\q\"]", 1), ("/**/1", 0),
    ]
  )
  func refuses(text: String, offset: Int) {
    #expect { try parser.parse(text) } throws: { ($0 as? JSONError)?.offset == offset }
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
  }

  @Test("text that is not UTF-8 is refused, with the place")
  func notUTF8() {
    for bytes: [UInt8] in [
      [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] {
      #expect {
        try parser.parse(Array("[\"ab".utf8) + bytes + Array("\"]".utf8))
      } throws: { error in
        "\(error)" == "the text is not UTF-8 (byte 5)"
      }
    }
  }

  @Test("nesting up to 512", arguments: [1, 511, 512, 513, 100_000])
  func depth(depth: Int) throws {
    let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let objects =
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    for text in [arrays, objects] {
      if depth <= 512 {
        #expect(try parser.parse(text).minified == text)
        #expect(try JSONValue(parsing: text).minified == text)
      } else {
        #expect { try parser.parse(text) } throws: { "\($0)".contains("512 deep") }
      }
    }
    #expect(throws: JSONError.self) { try parser.parse(String(repeating: "[", count: depth)) }
  }

  @Test("a sample that is cut off or changed at any byte does no harm")
  func broken() throws {
    let sample = Array(
      #"{"a":[1,-2.5e3,"x\n\u00e9\ud83d\ude00",true,false,null,{"b":{}}],"é张":"\"\\"}"#.utf8
    )
    _ = try parser.parse(sample)
    var generator = SeededGenerator()
    for place in sample.indices {
      #expect(throws: JSONError.self) { try parser.parse(Array(sample[..<place])) }
      for byte in UInt8.min...UInt8.max {
        var changed = sample
        changed[place] = byte
        check(changed)
      }
    }
    for _ in 0..<rounds(20_000) {
      var changed = sample
      for _ in 0...generator.index(below: 4) {
        changed.insert(
          generator.pick(Array("[]{},:\"\\ \n0-9.eE+tfn\u{1}é".utf8)),
          at: generator.index(below: changed.count)
        )
        changed.remove(at: generator.index(below: changed.count))
      }
      check(changed)
    }
  }

  /// What is taken must be JSON to Foundation too, and be taken again when it is written out.
  private func check(_ bytes: [UInt8]) {
    guard let text = try? parser.parse(bytes).minified else { return }
    #expect((try? parser.parse(text).minified) == text)
    let object = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    #expect(object != nil, "\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test("one parser reads one document after the other, large and small")
  func reuse() throws {
    for count in [1, 100_000, 0, 10, 200_000, 3] {
      let text = "[" + (0..<count).map { "\"\($0)\"" }.joined(separator: ",") + "]"
      let root = try parser.parse(text)
      #expect(root.count == count)
      #expect(root.elements.enumerated().allSatisfy { $1.isString("\($0)") })
      #expect(throws: JSONError.self) { try parser.parse("[") }
    }
  }

  @Test("random documents read as Foundation reads them")
  func againstFoundation() throws {
    var generator = SeededGenerator()
    for _ in 0..<rounds(1_500) {
      let value = randomValue(&generator, depth: 4)
      var writer = JSONWriter(generator.oneIn(2) ? .pretty : .compact)
      value.write(to: &writer)
      #expect(try parser.parse(writer.bytes).value == value)
      // Foundation loses U+FEFF where a chunk of a string begins with it.
      if writer.text.unicodeScalars.contains("\u{FEFF}") { continue }
      let object = try JSONSerialization.jsonObject(
        with: Data(writer.bytes),
        options: .fragmentsAllowed
      )
      guard isSame(value, object) else {
        Issue.record("\(writer.text)")
        return
      }
    }
  }

  private func isSame(_ value: JSONValue, _ object: Any) -> Bool {
    switch value {
    case .null: return object is NSNull
    case .bool(let flag): return (object as? NSNumber)?.boolValue == flag
    case .number(let text):
      // A whole NSNumber gives a double that is not always the nearest.
      guard let whole = Int64(text) else {
        return (object as? NSNumber)?.doubleValue == Double(text)
      }
      return (object as? NSNumber)?.int64Value == whole
    case .string(let text):
      return (object as? String).map { $0.utf8.elementsEqual(text.utf8) } ?? false
    case .array(let elements):
      guard let objects = object as? [Any], objects.count == elements.count else { return false }
      return zip(elements, objects).allSatisfy(isSame)
    case .object(let members):
      guard let objects = object as? [String: Any], objects.count == members.count else {
        return false
      }
      return members.allSatisfy { key, value in objects[key].map { isSame(value, $0) } ?? false }
    }
  }
}

/// Strings that break careless readers and writers.
let nastyStrings = [
  "", "\"", "\\", "\\u0041", "\0", "\u{1f}", "\u{7f}", "\u{2028}\u{2029}", "é", "e\u{301}", "张伟",
  "\u{1F600}",
  "</script>", "\r\n\t\u{8}\u{c}", "\u{202E}abc", "\u{FFFF}", "\u{10FFFF}", "null", "a\"b\\c\nd",
  "\u{FEFF}",
  String(repeating: "x", count: 300) + "\n",
]

func randomString(_ generator: inout SeededGenerator) -> String {
  (0..<generator.index(below: 4)).map { _ in generator.pick(nastyStrings) }.joined()
}

func randomValue(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
  switch generator.index(below: depth > 0 ? 7 : 5) {
  case 0: return .null
  case 1: return .bool(generator.oneIn(2))
  case 2: return .number(String(generator.integer()))
  case 3: return .number(generator.pick(["0.5", "-0.0", "1e5", "1.25E-3", "123456.789"]))
  case 4: return .string(randomString(&generator))
  case 5:
    return .array(
      (0..<generator.index(below: 4)).map { _ in randomValue(&generator, depth: depth - 1) }
    )
  default:
    // Foundation keeps one member of a name, and calls composed and decomposed names the same.
    return .object(
      (0..<generator.index(below: 4)).map {
        ("\($0)" + randomString(&generator), randomValue(&generator, depth: depth - 1))
      }
    )
  }
}
