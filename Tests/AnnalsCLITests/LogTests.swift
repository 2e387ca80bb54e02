import EventLog
import Records
import Testing

@testable import AnnalsCLI

@Suite struct `The log` {
  private static let texts: [(value: String, old: String?, new: String?, isFound: Bool)] = [
    ("nn", "Ann", nil, true), ("Ann", nil, "Ann & Ann", true),
    ("Ann", "Ann", "Ann & Ann", true), ("Ann", "Ann & Bo", "Bo & Ann", false),
    ("aa", "aaa", "aaaa", true), ("\u{E9}", "e\u{301}", "\u{E9}", true), ("ann", "Ann", nil, false),
  ]

  @Test(arguments: texts)
  func `finds where text came or went, by its bytes`(
    value: String,
    old: String?,
    new: String?,
    isFound: Bool
  ) throws {
    let pickaxe = try Pickaxe(value)
    #expect(pickaxe.finds(old.map { .text($0) }, new.map { .text($0) }) == isFound)
    #expect(pickaxe.finds(new.map { .text($0) }, old.map { .text($0) }) == isFound)
  }

  private static let values: [(text: String, value: Value?, isFound: Bool)] = [
    ("1.5", ExactDecimal("1.50").map(Value.decimal), true), ("1", .int(1), true),
    ("1", .int(11), false),
    ("true", .bool(true), true), ("x", .int(1), false), ("null", .null, false),
    ("2024-03-01T13:00:00+01:00", Instant("2024-03-01T12:00:00Z").map(Value.instant), true),
    ("\"a\"", .json("{\"a\":1}"), true), ("a", .bytes([1]), false),
  ]

  @Test(arguments: values)
  func `takes other kinds as a whole, by what they mean`(
    text: String,
    value: Value?,
    isFound: Bool
  ) throws {
    #expect(try Pickaxe(text).finds(nil, value) == isFound)
    #expect(try !Pickaxe(text).finds(value, value))
  }

  @Test func `finds a renamed field under each of its names`() throws {
    let tool = try Tool()
    try tool.ok("init -q")
    try tool.ok("type define person name:text age:int -q")
    try tool.ok("create person/ann name=Ann age=41 -q")
    try tool.ok("type alter person --rename age=years -q")
    try tool.ok("update person/ann years=42 -q")
    try tool.ok("update person/ann name=Anna -q")
    let revisions = try ["age", "years"].map { name in
      try tool.ok("log --field \(name) --oneline").split(separator: "\n").map { $0.prefix(2) }
    }
    #expect(revisions == [["r4", "r2"], ["r4", "r2"]])
    #expect(try tool.run("log --field yeers").err.contains("did you mean years?"))
  }
}
