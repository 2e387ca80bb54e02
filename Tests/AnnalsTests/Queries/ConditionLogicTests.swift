import Annals
import TestSupport
import Testing

/// What conditions mean: SQL's three-valued logic, and patterns.
@Suite struct ConditionLogicTests {
  /// True, false and unknown, as a value of a field that is compared with 1.
  private static let truths: [(truth: Bool?, value: Value)] = [
    (true, .int(1)), (false, .int(0)), (nil, .null),
  ]

  private static func and(_ a: Bool?, _ b: Bool?) -> Bool? {
    a == false || b == false ? false : a == nil || b == nil ? nil : true
  }

  private static func or(_ a: Bool?, _ b: Bool?) -> Bool? {
    and(a.map { !$0 }, b.map { !$0 }).map { !$0 }
  }

  @Test func `and, or and not follow the table of three values`() throws {
    try withStore(.thing(FieldDefinition("a", .int), FieldDefinition("b", .int))) { store in
      for a in Self.truths {
        for b in Self.truths {
          try store.write([.put("x", ["a": a.value, "b": b.value])])
          func truth(_ condition: String) throws -> Bool? {
            let isTrue = try store.ids(condition) == ["x"]
            let isFalse = try store.ids("not (\(condition))") == ["x"]
            return isTrue ? true : isFalse ? false : nil
          }
          #expect(try truth("a = 1") == a.truth)
          #expect(try truth("a = 1 and b = 1") == Self.and(a.truth, b.truth))
          #expect(try truth("a = 1 or b = 1") == Self.or(a.truth, b.truth))
          #expect(try truth("not a = 1 and not b = 1") == Self.or(a.truth, b.truth).map { !$0 })
          #expect(try truth("a is null") == (a.truth == nil))
          #expect(try truth("a in (1, 2)") == a.truth)
          #expect(try truth("a between 1 and 2") == a.truth)
          #expect(try truth("a <> 0") == a.truth)
          #expect(try truth("a > 0 or a is null") == (a.truth ?? true))
        }
      }
    }
  }

  @Test func `a missing field is tested as a null one`() throws {
    try withStore(.thing(FieldDefinition("a", .text))) { store in
      try store.write([
        .new("missing"), .new("null", ["a": .null]), .new("text", ["a": .text("null")]),
      ])
      #expect(try store.ids("a is null") == ["missing", "null"])
      #expect(try store.ids("a = 'null'") == ["text"])
      #expect(try store.ids("a <> 'x'") == ["text"])
      #expect(try store.ids("not a = 'x'") == ["text"])
      #expect(try store.ids("a like '%'") == ["text"])
      #expect(try store.ids("a not like 'x'") == ["text"])
    }
  }

  @Test func `a condition made in Swift is checked, and null in a list is unknown`() throws {
    try withStore(.thing(FieldDefinition("a", .int), FieldDefinition("t", .text))) { store in
      try store.write([.new("x", ["a": .int(1)]), .new("y", ["a": .int(2)])])
      func ids(_ condition: Condition) throws -> [ExactString] {
        try store.fetch(Query("thing", where: condition)).records.map(\.id)
      }
      #expect(try ids(.among(field: 1, [.int(1), .null])) == ["x"])
      #expect(try ids(.not(.among(field: 1, [.int(1), .null]))) == [])
      #expect(try ids(.among(field: 1, [])) == [])
      #expect(try ids(.not(.among(field: 1, []))) == ["x", "y"])
      #expect(try ids(.compare(field: 1, .equal, .null)) == [])
      #expect(try ids(.all([])) == ["x", "y"])
      #expect(try ids(.any([])) == [])
      for wrong: Condition in [
        .compare(field: 9, .equal, .int(1)), .compare(field: 1, .equal, .text("1")),
        .like(field: 1, pattern: "x"), .isNull(field: 0), .not(.among(field: 2, [.int(1)])),
      ] {
        #expect(code { _ = try ids(wrong) } == .usage)
        #expect(code { try store.write([.deleteWhere(type: "thing", wrong)]) } == .usage)
      }
    }
  }

  /// The meaning of `like`, as plain as can be.
  private static func matches(
    _ text: ArraySlice<Unicode.Scalar>,
    _ pattern: ArraySlice<Unicode.Scalar>
  )
    -> Bool
  {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case "%": return (0...text.count).contains { matches(text.dropFirst($0), rest) }
    case "_": return !text.isEmpty && matches(text.dropFirst(), rest)
    default: return text.first == first && matches(text.dropFirst(), rest)
    }
  }

  @Test func `patterns match as a naive matcher says`() throws {
    var random = SeededGenerator()
    let letters = ["a", "b", "A", "é", "e", "\u{301}", "張", "🎭", "\u{0}"]
    func word(_ parts: [String], upTo count: Int) -> String {
      (0..<random.index(below: count + 1)).map { _ in random.pick(parts) }.joined()
    }
    let texts = Set((0..<60).map { _ in word(letters, upTo: 7) } + [""]).sorted()
    try withStore(.thing(FieldDefinition("t", .text))) { store in
      try store.write(
        texts.enumerated().map { .new("\($0.offset + 100)", ["t": .text($0.element)]) }
      )
      for _ in 0..<rounds(150) {
        let pattern = word(letters + ["%", "%", "%", "_", "_"], upTo: 6)
        let found = try store.fetch(
          Query("thing", where: .like(field: 1, pattern: pattern))
        ).records.map { ($0["t"] ?? .null).text }
        let wanted = texts.filter {
          Self.matches(Array($0.unicodeScalars)[...], Array(pattern.unicodeScalars)[...])
        }
        #expect(
          found.elementsEqual(wanted) { $0.utf8.elementsEqual($1.utf8) },
          "\(pattern.debugDescription)"
        )
      }
    }
  }
}
