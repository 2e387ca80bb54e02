import Annals
import Testing

@Suite struct ConditionParserTests {
  private static func person() throws -> TypeDefinition {
    try TypeDefinition(
      name: "person",
      fields: [
        FieldDefinition("age", .int), FieldDefinition("name", .text),
        FieldDefinition("score", .decimal), FieldDefinition("ratio", .double),
        FieldDefinition("flag", .bool), FieldDefinition("seen", .instant),
        FieldDefinition("day", .date), FieldDefinition("uid", .uuid),
        FieldDefinition("blob", .bytes), FieldDefinition("doc", .json),
        FieldDefinition("and", .int), FieldDefinition("a b\"c", .int),
      ]
    )
  }

  private func parse(_ text: String) throws -> Condition {
    try Condition(parsing: text, for: Self.person())
  }

  @Test func `or binds least, then and, then not`() throws {
    let (a, b, c) = (
      Condition.compare(field: 1, .equal, .int(1)), Condition.compare(field: 1, .equal, .int(2)),
      Condition.compare(field: 1, .equal, .int(3))
    )
    #expect(try parse("age = 1 or age = 2 and age = 3") == .any([a, .all([b, c])]))
    #expect(try parse("(age = 1 or age = 2) and age = 3") == .all([.any([a, b]), c]))
    #expect(try parse("not age = 1 and age = 2") == .all([.not(a), b]))
    #expect(try parse("not (age = 1 and age = 2)") == .not(.all([a, b])))
    #expect(try parse("NOT not ((age=1))") == .not(.not(a)))
    #expect(try parse("age = 1 AND age = 2 Or age = 3") == .any([.all([a, b]), c]))
  }

  @Test func `every form of a test is understood`() throws {
    #expect(try parse("age in (1, 2)") == .among(field: 1, [.int(1), .int(2)]))
    #expect(try parse("age not in (1)") == .not(.among(field: 1, [.int(1)])))
    let range = Condition.all([
      .compare(field: 1, .greaterOrEqual, .int(-1)), .compare(field: 1, .lessOrEqual, .int(2)),
    ])
    #expect(try parse("age between -1 and 2") == range)
    #expect(
      try parse("age not between -1 and 2 and flag = true")
        == .all([
          .not(range), .compare(field: 5, .equal, .bool(true)),
        ])
    )
    #expect(try parse("name like 'A%'") == .like(field: 2, pattern: "A%"))
    #expect(try parse("name not like '_'") == .not(.like(field: 2, pattern: "_")))
    #expect(try parse("age is null") == .isNull(field: 1))
    #expect(try parse("age is not null") == .not(.isNull(field: 1)))
    for (mark, comparison) in [
      ("=", Condition.Comparison.equal), ("<>", .notEqual), ("!=", .notEqual), ("<", .less),
      ("<=", .lessOrEqual), (">", .greater), (">=", .greaterOrEqual),
    ] {
      #expect(try parse("age\(mark)7") == .compare(field: 1, comparison, .int(7)))
    }
  }

  @Test func `quotes are doubled, and names in double quotes are never keywords`() throws {
    #expect(try parse("name = 'it''s'") == .compare(field: 2, .equal, .text("it's")))
    #expect(try parse("name = ''") == .compare(field: 2, .equal, .text("")))
    #expect(try parse("name = 'null'") == .compare(field: 2, .equal, .text("null")))
    #expect(
      try parse("\"and\" = 1 and \"and\" is null")
        == .all([
          .compare(field: 11, .equal, .int(1)), .isNull(field: 11),
        ])
    )
    #expect(try parse("\"a b\"\"c\" = 1") == .compare(field: 12, .equal, .int(1)))
  }

  @Test func `values are read by their field's kind`() throws {
    for (text, field, value) in [
      ("age = +7", 1, "7"), ("age = 1e3", 1, "1000"), ("score = -1.50", 3, "-1.50"),
      ("score = '1.50'", 3, "1.50"), ("score = 7", 3, "7"), ("ratio = 1e-3", 4, "0.001"),
      ("ratio = 'NaN'", 4, "NaN"), ("flag = FALSE", 5, "false"),
      ("seen = '2000-01-01T01:00:00+01:00'", 6, "2000-01-01T00:00:00Z"),
      ("day = '2000-02-29'", 7, "2000-02-29"),
      ("uid = '018E0C5D-5F2B-7C3A-9D41-3F6A2B1C4D5E'", 8, "018e0c5d-5f2b-7c3a-9d41-3f6a2b1c4d5e"),
      ("blob = 'AAE='", 9, "AAE="), ("doc = '{ \"a\": 1 }'", 10, "{\"a\":1}"),
      ("doc = 1.10", 10, "1.10"), ("doc = true", 10, "true"),
    ] {
      guard case .compare(let number, .equal, let found) = try parse(text) else {
        Issue.record("\(text) is no comparison")
        continue
      }
      #expect(Int(number) == field && found.text == value, "\(text)")
      #expect(try found.kind == Self.person().fields[field - 1].kind)
    }
  }

  /// A wrong condition and, under it, where the arrow must point.
  @Test(arguments: [
    ("agee = 1", "^"),
    ("age = 1 and nme = 'x'", "            ^"),
    ("age = 'x'", "      ^"),
    ("age = 1.5", "      ^"),
    ("age = 9223372036854775808", "      ^"),
    ("age = null", "      ^"),
    ("name = x", "       ^"),
    ("name = 1", "       ^"),
    ("name = 'x", "       ^"),
    ("name = \"x\"", "       ^"),
    ("flag = 'true'", "       ^"),
    ("flag = 1", "       ^"),
    ("day = '2001-02-29'", "      ^"),
    ("age like 'x'", "    ^"),
    ("name like 1", "          ^"),
    ("age in ()", "        ^"),
    ("age in (1", "         ^"),
    ("age in 1", "       ^"),
    ("age between 1 or 2", "              ^"),
    ("age is 1", "       ^"),
    ("age not = 1", "        ^"),
    ("age == 1", "     ^"),
    ("age =! 1", "     ^"),
    ("age", "   ^"),
    ("= 1", "^"),
    ("(age = 1", "        ^"),
    ("age = 1)", "       ^"),
    ("age = 1 age = 2", "        ^"),
    ("age = 1; drop", "       ^"),
    ("name = '名前' & 1", "              ^"),
  ]) func `an error shows the place`(_ text: String, _ arrow: String) {
    let error = refusal { _ = try parse(text) }
    #expect(error?.code == .usage && error?.hints == [text, arrow], "\(error as Any)")
    #expect(error?.line == nil && error?.message.contains("\n") == false)
  }

  @Test func `an error in a long text shows the words around its place`() {
    let before = String(repeating: "age = 1 or ", count: 50)
    let error = refusal { _ = try parse(before + "age = x" + before) }
    #expect(
      error?.hints == [
        "…r age = 1 or age = 1 or age = xage = 1 or age = 1 or age = 1…",
        String(repeating: " ", count: 31) + "^",
      ]
    )
    #expect(refusal { _ = try parse(" ") }?.hints == ["write FIELD = VALUE, say"])
  }

  @Test func `an unknown field comes with what was probably meant`() {
    let error = refusal { _ = try parse("agee = 1") }
    #expect(error?.message == "person has no field 'agee'; did you mean age?")
    #expect(refusal { _ = try parse("zzzzzz = 1") }?.message == "person has no field 'zzzzzz'")
  }

  @Test func `depth has a limit, length has none`() throws {
    let deep = String(repeating: "(", count: 100_000) + "age = 1"
    #expect(refusal { _ = try parse(deep) }?.message == "the condition is nested too deeply")
    #expect(code { _ = try parse(String(repeating: "not ", count: 100_000) + "age = 1") } == .usage)
    let nested =
      String(repeating: "not (", count: 90) + "age = 1" + String(repeating: ")", count: 90)
    #expect(throws: Never.self) { try parse(nested) }
    let long = (0..<5000).map { "age = \($0)" }.joined(separator: " or ")
    guard case .any(let parts) = try parse(long) else { return #expect(Bool(false)) }
    #expect(parts.count == 5000)
  }

  @Test func `orders are read with their directions`() throws {
    let person = try Self.person()
    let keys = try SortKey.parse("age,-name", for: person)
    #expect(keys == [SortKey(field: 1), SortKey(field: 2, isDescending: true)])
    for bad in ["", "age,", "age,-age", "agee", "--age", "age desc"] {
      #expect(code { _ = try SortKey.parse(bad, for: person) } == .usage, "\(bad)")
    }
  }
}
