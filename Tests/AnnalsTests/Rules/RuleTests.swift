import Annals
import Foundation
import Testing

@Suite struct RuleTests {
  /// A rule of the field "f", what it lets pass and what it refuses; nil is a missing field.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let kind: Kind
    let rules: Rules
    let good: [Value?]
    let bad: [Value?]
    var testDescription: String { name }
  }

  static func decimal(_ text: String) -> Value {
    (try? Value(parsing: text, as: .decimal)) ?? .null
  }
  static func date(_ text: String) -> Value { (try? Value(parsing: text, as: .date)) ?? .null }
  static func instant(_ text: String) -> Value {
    (try? Value(parsing: text, as: .instant)) ?? .null
  }

  static let cases: [Case] = [
    Case(
      name: "required text is not empty either",
      kind: .text,
      rules: Rules(isRequired: true),
      good: [.text(" "), .text("null"), .text("\u{0}")],
      bad: [nil, .null, .text("")]
    ),
    Case(
      name: "a required number may be zero",
      kind: .int,
      rules: Rules(isRequired: true),
      good: [.int(0), .int(.min)],
      bad: [nil, .null]
    ),
    Case(
      name: "required bytes may be none",
      kind: .bytes,
      rules: Rules(isRequired: true),
      good: [.bytes([])],
      bad: [nil, .null]
    ),
    Case(
      name: "a number's range, ends included",
      kind: .int,
      rules: Rules(minimum: .int(-3), maximum: .int(5)),
      good: [nil, .null, .int(-3), .int(0), .int(5)],
      bad: [.int(-4), .int(6), .int(.min), .int(.max)]
    ),
    Case(
      name: "text's length is counted in Unicode scalars",
      kind: .text,
      rules: Rules(minimum: .int(2), maximum: .int(3)),
      good: [nil, .null, .text("ab"), .text("e\u{301}x"), .text("🎭🎭"), .text("a\u{0}b")],
      bad: [.text(""), .text("a"), .text("é"), .text("abcd"), .text("👨‍👩‍👧")]
    ),
    Case(
      name: "bytes' length is their count",
      kind: .bytes,
      rules: Rules(minimum: .int(1), maximum: .int(2)),
      good: [.bytes([0]), .bytes([255, 0])],
      bad: [.bytes([]), .bytes([1, 2, 3])]
    ),
    Case(
      name: "a decimal's range goes by value, whatever the digits",
      kind: .decimal,
      rules: Rules(minimum: decimal("1.5"), maximum: decimal("2")),
      good: [decimal("1.50"), decimal("2.000"), decimal("1.9999999999999999999999"), .int(2)],
      bad: [
        decimal("1.4999999999999999999999"), decimal("2.0000000000000000000001"), .int(1),
        decimal("-1.7"),
      ]
    ),
    Case(
      name: "NaN and infinity are outside every range of a double",
      kind: .double,
      rules: Rules(minimum: .double(-0.5), maximum: .double(0.5)),
      good: [.double(-0.5), .double(-0.0), .double(0.5), .int(0)],
      bad: [.double(0.5.nextUp), .double(.nan), .double(.infinity), .double(-.infinity), .int(1)]
    ),
    Case(
      name: "an instant's range, to the nanosecond",
      kind: .instant,
      rules: Rules(
        minimum: instant("2000-01-01T00:00:00Z"),
        maximum: instant("2000-01-01T01:00:00+01:00")
      ),
      good: [instant("2000-01-01T00:00:00Z"), instant("1999-12-31T23:00:00-01:00")],
      bad: [instant("1999-12-31T23:59:59.999999999Z"), instant("2000-01-01T00:00:00.000000001Z")]
    ),
    Case(
      name: "a date's range",
      kind: .date,
      rules: Rules(minimum: date("1900-02-28"), maximum: date("2000-02-29")),
      good: [date("1900-02-28"), date("2000-02-29")],
      bad: [date("1900-02-27"), date("2000-03-01"), date("0001-01-01")]
    ),
    Case(
      name: "one of some texts, byte by byte",
      kind: .text,
      rules: Rules(oneOf: [.text("a"), .text("é")]),
      good: [nil, .null, .text("a"), .text("é")],
      bad: [.text("A"), .text(""), .text("e\u{301}"), .text("null")]
    ),
    Case(
      name: "one of some decimals, by value",
      kind: .decimal,
      rules: Rules(oneOf: [decimal("1.5"), decimal("100")]),
      good: [decimal("1.50"), decimal("1E+2"), .int(100)],
      bad: [decimal("1.51"), .int(1)]
    ),
  ]

  @Test(arguments: cases) func `a rule lets through what fits, and names its field otherwise`(
    _ rule: Case
  ) throws {
    try withStore(
      .thing(FieldDefinition("f", rule.kind, rule.rules), FieldDefinition("other", .int))
    ) { store in
      for (number, value) in rule.good.enumerated() {
        try store.write([.new("g\(number)", ["f": value])])
      }
      let good = try #require(rule.good.first)
      try store.write([.new("changing", ["f": good])])
      let head = try store.head()
      for value in rule.bad {
        let attempts: [RecordOperation] = [
          .new("b", ["f": value]), .set("changing", ["f": value]),
          .put("changing", ["f": value]),
          .replace("changing", ["other": .int(1), "f": value]),
        ]
        for attempt in attempts {
          let error = refusal { try store.write([.set("g0", ["other": .int(9)]), attempt]) }
          #expect(error?.code == .badData && error?.field == "f", "\(attempt): \(error as Any)")
        }
      }
      #expect(try store.head() == head)
    }
  }

  @Test func `a field takes its own kind, and an int where nothing of it is lost`() throws {
    let samples: [Kind: Value] = [
      .text: .text("x"), .int: .int(7), .double: .double(0.5), .decimal: Self.decimal("0.5"),
      .bool: .bool(true), .instant: .instant(.distantPast), .date: Self.date("2000-01-01"),
      .uuid: .uuid(UUID()), .bytes: .bytes([1]), .json: .json("[1]"),
    ]
    for kind in Kind.allCases {
      try withStore(.thing(FieldDefinition("f", kind))) { store in
        for (given, value) in samples {
          let fits =
            given == kind || given == .int && (kind == .decimal || kind == .double)
          let error = refusal { try store.write([.new(nil, ["f": value])]) }
          #expect(error?.code == (fits ? nil : .badData), "\(given) in \(kind)")
          #expect(error?.field == (fits ? nil : "f"))
        }
      }
    }
    try withStore(.thing(FieldDefinition("d", .double), FieldDefinition("n", .decimal))) { store in
      try store.write([.new("a", ["d": .int(1 << 53), "n": .int(.min)])])
      let record = try #require(try store.record("a"))
      #expect(record["d"] == .double(9_007_199_254_740_992))
      #expect(record["n"] == Self.decimal("-9223372036854775808"))
      #expect(code { try store.write([.set("a", ["d": .int(1 << 53 + 1)])]) } == .badData)
    }
    try withStore(.thing(FieldDefinition("j", .json))) { store in
      #expect(code { try store.write([.new("a", ["j": .json("{")])]) } == .badData)
      try store.write([.new("a", ["j": .json("{ \"a\" : 1.10 }")])])
      #expect(try store.record("a")?["j"] == .json("{\"a\":1.10}"))
    }
  }

  @Test func `a default fills only what a create leaves out`() throws {
    let fields = [
      FieldDefinition("f", .text, Rules(defaultValue: .text("new"))),
      FieldDefinition("n", .int, Rules(isRequired: true, defaultValue: .int(1))),
    ]
    try withStore(TypeDefinition(name: "thing", fields: fields)) { store in
      try store.write([
        .new("a"), .new("b", ["f": nil]), .new("c", ["f": .null]), .new("d", ["f": .text("")]),
        .put("e"),
        .replace("f", ["n": .int(2)]),
      ])
      let values = try store.fetch(Query("thing")).records.map { $0["f"] }
      #expect(values == [.text("new"), nil, .null, .text(""), .text("new"), nil])
      try store.write([.set("a", ["f": nil])])
      #expect(try store.record("a")?["f"] == nil)
      try store.write([.remove("a"), .new("a")])
      #expect(try store.record("a")?["f"] == .text("new"))
      #expect(refusal { try store.write([.new("x", ["n": .null])]) }?.field == "n")
      #expect(refusal { try store.write([.set("b", ["n": nil])]) }?.field == "n")
    }
  }

  @Test func `unknown names are refused with what was probably meant`() throws {
    let fields = [FieldDefinition("owner", .text), FieldDefinition("größe", .int)]
    try withStore(TypeDefinition(name: "person", fields: fields)) { store in
      let type = refusal { try store.write([.create(type: "persn", id: "a", [])]) }
      #expect(type?.code == .usage && type?.hints == ["did you mean person?"])
      let field = refusal {
        try store.write([.create(type: "person", id: "a", [("ownr", .text("x"))])])
      }
      #expect(field?.code == .usage && field?.field == "ownr")
      #expect(field?.hints == ["did you mean owner?"])
      // Composed and decomposed letters are different names.
      let decomposed: ExactString = "gro\u{308}ße"
      #expect(
        refusal { try store.write([.create(type: "person", id: "a", [(decomposed, .int(1))])]) }?
          .code == .usage
      )
      #expect(code { _ = try store.lookup("persn", "a") } == .usage)
      #expect(code { _ = try store.fetch(Query("persn")) } == .usage)
      #expect(code { _ = try store.count(Query("persn")) } == .usage)
      #expect(code { _ = try store.fetch(Query("person", view: "by-age")) } == .usage)
      #expect(code { _ = try store.count(Query("person", view: "by-age")) } == .usage)
      #expect(code { _ = try store.fetch(Query("person", sort: [SortKey(field: 9)])) } == .usage)
      #expect(code { _ = try store.count(Query("person", limit: -1)) } == .usage)
      #expect(code { try store.write([.delete(type: "persn", id: "a")]) } == .usage)
      #expect(code { try store.write([.deleteWhere(type: "persn", nil)]) } == .usage)
      let head = try store.head()
      #expect(head.revision == Revision(1))
    }
  }

  @Test func `an id has 1 to 255 bytes, which are taken as they are`() throws {
    try withStore(.thing(FieldDefinition("n", .int))) { store in
      #expect(code { try store.write([.new("")]) } == .badData)
      let longest = ExactString(String(repeating: "é", count: 127) + "x")
      try store.write([.new(longest, ["n": .int(1)])])
      let tooLong = ExactString(longest.text + "x")
      #expect(code { try store.write([.new(tooLong)]) } == .tooLarge)
      for operation: RecordOperation in [
        .put(tooLong), .replace(tooLong),
      ] {
        #expect(code { try store.write([operation]) } == .tooLarge)
      }
      for id in [tooLong, "", ExactString(String(repeating: "x", count: 5000))] {
        guard case .neverExisted = try store.lookup("thing", id) else {
          Issue.record("\(id) cannot exist")
          continue
        }
        #expect(code { try store.write([.set(id, ["n": .int(1)])]) } == .notFound)
        #expect(code { try store.write([.remove(id)]) } == .notFound)
        #expect(code { _ = try store.version(1, of: "thing", id) } == .notFound)
      }
      try store.write([.new("\u{E9}"), .new("e\u{301}"), .new("a\u{0}b"), .new("a")])
      #expect(try store.ids() == ["a", "a\u{0}b", "e\u{301}", "\u{E9}", longest])
    }
  }

  @Test func `a type that wants a reason gets one for every change of its records`() throws {
    let quiet = try TypeDefinition(name: "quiet", fields: [FieldDefinition("n", .int)])
    try withStore(.thing(FieldDefinition("n", .int), reasonRule: .required), quiet) { store in
      for reason in [nil, ""] {
        #expect(code { _ = try store.write(by: "a", because: reason, [.new("a")]) } == .badData)
      }
      _ = try store.write(by: "a", because: "why not", [.new("a"), .new("b")])
      _ = try store.write(by: "a", [.create(type: "quiet", id: "q", [])])
      let mixed: [RecordOperation] = [.create(type: "quiet", id: "r", []), .remove("a")]
      #expect(code { _ = try store.write(by: "a", mixed) } == .badData)
      #expect(code { _ = try store.write(by: "a", [.deleteWhere(type: "thing", nil)]) } == .badData)
      // What changes nothing needs no reason.
      #expect(try store.write(by: "a", [.new("a", ifAbsent: true)]).revision == nil)
      #expect(try store.commit(Revision(2)).header.reason == "why not")
      #expect(code { _ = try store.write(by: "", because: "x", [.new("c")]) } == .usage)
    }
  }

  @Test func `a definition that contradicts itself is refused`() {
    func code(_ fields: [FieldDefinition], _ views: [ViewDefinition] = []) -> StoreError.Code? {
      AnnalsTests.code { _ = try TypeDefinition(name: "t", fields: fields, views: views) }
    }
    #expect(code([FieldDefinition("a", .int), FieldDefinition("a", .text)]) == .usage)
    #expect(
      code([FieldDefinition("a", .int, number: 1), FieldDefinition("b", .int, number: 1)]) == .usage
    )
    #expect(code([FieldDefinition("a", .int, number: .max), FieldDefinition("b", .int)]) != nil)
    #expect(code([FieldDefinition("", .int)]) == .usage)
    #expect(code([FieldDefinition("a\nb", .int)]) == .usage)
    #expect(code([FieldDefinition("a", .text, Rules(minimum: .text("x")))]) == .usage)
    #expect(code([FieldDefinition("a", .bool, Rules(minimum: .bool(false)))]) == .usage)
    #expect(code([FieldDefinition("a", .int, Rules(defaultValue: .text("x")))]) == .usage)
    #expect(code([FieldDefinition("a", .int, Rules(oneOf: [.null]))]) == .usage)
    #expect(code([FieldDefinition("a", .json, Rules(isUnique: true))]) == .usage)
    #expect(
      code([FieldDefinition("a", .int)], [ViewDefinition("v", filters: [], sorts: [])]) == .usage
    )
    #expect(
      code([FieldDefinition("a", .int)], [ViewDefinition("v", filters: [2], sorts: [])]) == .usage
    )
    let sort = SortKey(field: 1)
    #expect(
      code([FieldDefinition("a", .int)], [ViewDefinition("v", filters: [1], sorts: [sort])])
        == .usage
    )
    let view = ViewDefinition("v", filters: [1], sorts: [], number: 1)
    let same = ViewDefinition("w", filters: [1], sorts: [], number: 1)
    #expect(code([FieldDefinition("a", .int)], [view, same]) == .usage)
    #expect(code([FieldDefinition("a", .int)], [view, view]) == .usage)
    #expect(
      code(
        [FieldDefinition("a", .int)],
        [ViewDefinition("v", filters: [1], sorts: [], number: .max)]
      ) != nil
    )
  }

  @Test func `rules that contradict each other are refused, whoever defines the type`() throws {
    let broken = FieldDefinition("n", .int, Rules(minimum: .int(2), maximum: .int(1)))
    try withStore { store in
      #expect(code { try store.write([.define(.thing(broken))]) } == .usage)
      try store.write([.define(.thing(FieldDefinition("m", .int)))])
      let changed = try store.type("thing").changed { fields, _ in fields.append(broken) }
      #expect(code { try store.write([.redefine(changed)]) } == .usage)
      #expect(try store.type("thing").fields.count == 1)
    }
  }
}
