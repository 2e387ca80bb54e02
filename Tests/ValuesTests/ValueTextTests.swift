import EventLog
import JSONText
import StoreErrors
import Records
import TestSupport
import Testing

@Suite("Values are read and written without loss")
struct ValueTextTests {
  @Test("text and JSON give an equal value back", arguments: Kind.allCases)
  func roundTrip(kind: Kind) throws {
    var generator = SeededGenerator()
    for round in 0..<rounds(1_000) {
      let nasty = nastyValues(kind)
      let value = round < nasty.count ? nasty[round] : randomValue(kind, &generator)
      #expect(try Value(parsing: value.text, as: kind) == value)
      var writer = JSONWriter()
      writer.append(value)
      #expect(try Value(parsingJSON: writer.text, as: kind) == value, "\(writer.text)")
      #expect(try Value(json: JSONValue(parsing: writer.text), as: kind) == value)
      #expect(try value.canonical() == value)
    }
    #expect(try Value(parsingJSON: " null ", as: kind) == .null)
  }

  @Test(
    "the forms that are written",
    arguments: [
      (Kind.int, "9223372036854775807", "9223372036854775807"), (.int, "+1e3", "1000"),
      (.int, "-0", "0"),
      (.decimal, "1.50", "\"1.50\""), (.decimal, "-1E+5", "\"-1E+5\""), (.double, "-0.0", "-0.0"),
      (.double, "0.30000000000000004", "0.30000000000000004"), (.double, "NaN", "\"NaN\""),
      (.double, "-Infinity", "\"-Infinity\""), (.bool, "1", "true"), (.bool, "false", "false"),
      (.instant, "2024-03-01T01:00:00.50+01:00", "\"2024-03-01T00:00:00.5Z\""),
      (.date, "2024-02-29", "\"2024-02-29\""), (.bytes, "AP8=", "\"AP8=\""),
      (.text, "a\"\n", "\"a\\\"\\n\""),
      (.uuid, "018E0C5D-5F2B-7C3A-9D41-3F6A2B1C4D5E", "\"018e0c5d-5f2b-7c3a-9d41-3f6a2b1c4d5e\""),
      (.json, " { \"a\" : [ 1.50 , \"\\u00e9\" ] } ", "{\"a\":[1.50,\"é\"]}"),
      (.json, "null", "null"),
    ]
  )
  func forms(kind: Kind, text: String, json: String) throws {
    var writer = JSONWriter()
    writer.append(try Value(parsing: text, as: kind))
    #expect(writer.text == json)
  }

  @Test(
    "natural JSON forms are taken too",
    arguments: [
      (Kind.decimal, "12345678901234567890.50", "12345678901234567890.50"),
      (.decimal, "1e5", "1E+5"),
      (.int, "1.0", "1"), (.int, "1e3", "1000"), (.double, "1", "1.0"),
      (.json, "\"null\"", "\"null\""),
    ]
  )
  func natural(kind: Kind, json: String, text: String) throws {
    #expect(try Value(parsingJSON: json, as: kind).text == text)
  }

  @Test(
    "what does not fit is refused, saying what does",
    arguments: [
      (Kind.int, "1.5"), (.int, "abc"), (.int, ""), (.int, "9223372036854775808"), (.int, "007"),
      (.int, "1 "),
      (.double, "inf"), (.double, "nan"), (.double, "0x1p3"), (.double, "1e400"), (.double, ".5"),
      (.decimal, "1,5"), (.decimal, "NaN"), (.bool, "yes"), (.bool, "TRUE"),
      (.instant, "yesterday"),
      (.instant, "2024-03-01"), (.date, "2024-02-30"), (.uuid, "018e0c5d"), (.bytes, "a"),
      (.bytes, "a b="),
      (.json, "{"), (.json, ""),
    ]
  )
  func refused(kind: Kind, text: String) {
    #expect {
      try Value(parsing: text, as: kind)
    } throws: { error in
      let error = error as? StoreError
      return error?.code == .badData && error?.field == nil
        && error?.message.hasPrefix("\(kind.name) takes \(kind == .json ? "JSON" : "")") == true
        && error?.message.contains("not '\(text)'") == true
    }
  }

  @Test(
    "JSON of another kind is refused",
    arguments: [
      (Kind.text, "5"), (.text, "true"), (.text, "[]"), (.int, "\"5\""), (.int, "1.5"),
      (.int, "1e30"),
      (.int, "true"), (.double, "\"1.5\""), (.double, "1e400"), (.decimal, "\"abc\""),
      (.decimal, "true"),
      (.bool, "1"), (.bool, "\"true\""), (.instant, "0"), (.date, "20240301"), (.uuid, "1"),
      (.bytes, "[1]"),
      (.json, "{\"a\":01}"), (.text, "\"a"),
    ]
  )
  func refusedJSON(kind: Kind, json: String) {
    #expect {
      try Value(parsingJSON: json, as: kind)
    } throws: {
      ($0 as? StoreError)?.code == .badData
    }
  }

  @Test("messages are short, of one line and harmless to a terminal")
  func messages() {
    let text = "\u{1B}[31m\n\u{202E}" + String(repeating: "x", count: 1000)
    #expect {
      try Value(parsing: text, as: .date)
    } throws: { error in
      let message = (error as? StoreError)?.message ?? ""
      return message.hasPrefix(
        "date takes a day such as 2024-03-01, not '\\u{1b}[31m\\u{a}\\u{202e}xxx"
      )
        && message.hasSuffix("x…'") && message.utf8.count < 200
    }
  }

  @Test("only lossless conversions")
  func coercion() throws {
    for kind in Kind.allCases {
      #expect(Value.null.coerced(to: kind) == .null)
      for value in nastyValues(kind) {
        #expect(value.coerced(to: kind) == value)
        let json = try #require(value.coerced(to: .json))
        #expect(try json.canonical() == json)
        #expect(try Value(parsingJSON: json.text, as: kind) == value)
        for other in Kind.allCases where ![kind, .json].contains(other) {
          let isLossless = kind == .int && (other == .decimal || other == .double)
          #expect(isLossless || value.coerced(to: other) == nil)
        }
      }
    }
    #expect(Value.int(.max).coerced(to: .decimal)?.text == "9223372036854775807")
    #expect(Value.int(-(1 << 53)).coerced(to: .double) == .double(-9007199254740992))
    #expect(Value.int((1 << 53) + 1).coerced(to: .double) == nil)
    #expect(Value.decimal(try #require(ExactDecimal("1.50"))).coerced(to: .json) == .json("1.50"))
    #expect(Value.text("null").coerced(to: .json) == .json("\"null\""))
  }
}
