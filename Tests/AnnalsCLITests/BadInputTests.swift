import Foundation
import Testing

/// What the tool says of bad input: one error with its place, the right exit code, and nothing changed.
@Suite struct `Bad input` {
  /// A command line that must be refused.
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let input: String
    let exit: Int32
    /// Parts of the error, which names what is wrong and where.
    let says: [String]

    init(_ line: String, input: [String] = [], _ exit: Int32, _ says: String...) {
      self.line = line
      self.input = input.map { $0 + "\n" }.joined()
      self.exit = exit
      self.says = says
    }

    var testDescription: String { line + (input.isEmpty ? "" : " < " + input.prefix(200)) }
  }

  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.ok("init -q")
    try tool.ok("type define person name:text! age:int,min=0,max=150 born:date code:text,unique -q")
    try tool.ok("create person/ann name=Ann age=41 code=a -q")
    try tool.ok("create person/bo name=Bo -q")
  }

  /// Runs a command that must be refused, and checks that the store is as it was.
  private func expectRefusal(_ refused: Case) throws {
    let before = try tool.ok("export --format jsonl -q")
    let result = try tool.run(refused.line, input: refused.input)
    #expect(result.exit == refused.exit)
    #expect(result.out == "")
    #expect(result.err.hasPrefix("error: "), "\(result.err)")
    for part in refused.says { #expect(result.err.contains(part), "\(result.err)") }
    let lines = result.err.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    #expect(lines.last == "" && lines.count <= 3, "\(result.err)")
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("hint: ") }, "\(result.err)")
    #expect(try tool.ok("export --format jsonl -q") == before)
  }

  // MARK: The command line

  static let long = String(repeating: "é", count: 128)

  static let arguments: [Case] = [
    Case("create preson/x name=X", 64, "no type 'preson'"),
    Case("update preson/x name=X", 64, "no type 'preson'"),
    Case("put preson/x name=X", 64, "no type 'preson'"),
    Case("delete preson/x", 64, "no type 'preson'"),
    Case("delete preson --where 'age > 1'", 64, "no type 'preson'"),
    Case("get preson/x", 64, "no type 'preson'"),
    Case("list preson", 64, "no type 'preson'"),
    Case("count preson", 64, "no type 'preson'"),
    Case("explain list preson", 64, "no type 'preson'"),
    Case("replay preson", 64, "no type 'preson'"),
    Case("log preson", 64, "no type 'preson'"),
    Case("type show preson", 64, "no type 'preson'"),

    Case("create person/x name=X nmae=Y", 64, "no field 'nmae'"),
    Case("update person/ann nmae=Y", 64, "no field 'nmae'"),
    Case("update person/ann --unset nmae", 64, "no field 'nmae'"),
    Case("list person --where 'nmae is null'", 64, "nmae"),
    Case("list person --sort -nmae", 64, "nmae"),
    Case("delete person --where 'nmae is null'", 64, "nmae"),
    Case("type define pet name:text --view v=nmae", 64, "nmae"),
    Case("list person --view none", 64, "none"),

    Case("create person/x name=X age=old", 65, "age: int"),
    Case("update person/ann age=1.5", 65, "age: int"),
    Case("put person/x name=X born=2023-02-29", 65, "born: date"),
    Case("update person/ann age:=true", 65, "age: int"),
    Case("update person/ann name:=1", 65, "name: text"),
    Case("list person --where \"age = 'old'\"", 64, "age"),
    Case("delete person --where \"age = 'old'\"", 64, "age"),
    Case("type define pet name:txet", 64, "txet"),

    Case("create person/x", 65, "name is required"),
    Case("create person/x name=", 65, "name must not be empty"),
    Case("create person/x name:=null", 65, "name is required"),
    Case("update person/ann name=", 65, "name must not be empty"),
    Case("update person/ann --unset name", 65, "name is required"),
    Case("put person/bo name:=null", 65, "name is required"),

    Case("create person/\(long) name=X", 65, "255"),
    Case("create person --id \(long) name=X", 65, "255"),
    Case("put person/\(long) name=X", 65, "255"),
    Case("create person/ name=X", 64, "empty id"),

    Case("create person/x name=X age=151", 65, "age with 151 is over the maximum of 150"),
    Case("update person/ann age=-1", 65, "age with -1 is under the minimum of 0"),
    Case("update person/ann age=9223372036854775808", 65, "age: int"),
    Case("update person/ann age:=1e400", 65, "age: int"),
    Case("update person/ann born=10000-01-01", 65, "born: date"),
    Case("list person --limit 99999999999999999999", 64, "--limit"),
    Case("get person/ann@99999999999999999999", 1, "99999999999999999999"),

    Case("create person/x name=X age:={", 65, "age"),
    Case("create person/x name=X code=a", 3, "code must be unique"),
  ]

  @Test(arguments: arguments)
  func `on the command line is refused`(refused: Case) throws { try expectRefusal(refused) }

  // MARK: Standard input

  /// Operations of a batch: two good ones, then a bad one.
  private static func batch(_ bad: String) -> [String] {
    [
      #"{"op":"create","type":"person","id":"x","fields":{"name":"X"}}"#,
      #"{"op":"delete","type":"person","id":"ann"}"#, bad,
    ]
  }

  /// Change events of one commit: two good ones, then a bad one.
  private static func stream(_ bad: String) -> [String] {
    [event(#"{"id":"x","name":"X"}"#), event(#"{"id":"ann","name":"An"}"#), bad]
  }

  private static func event(_ row: String, table: String = "person") -> String {
    #"{"op":"u","after":\#(row),"source":{"table":"\#(table)","ts_ms":5},"transaction":{"id":1}}"#
  }

  private static let importing = "import --format debezium --commit-by transaction.id -"

  static let inputs: [Case] =
    [
      (#"{"op":"create","type":"preson","id":"y","fields":{"name":"Y"}}"#, "no type 'preson'"),
      (#"{"op":"create","type":"person","id":"y","fields":{"nmae":"Y"}}"#, "no field 'nmae'"),
      (#"{"op":"create","type":"person","id":"y","fields":{"name":7}}"#, "name: text"),
      (#"{"op":"update","type":"person","id":"bo","fields":{"age":"9"}}"#, "age: int"),
      (#"{"op":"create","type":"person","id":"y","fields":{}}"#, "name is required"),
      (#"{"op":"create","type":"person","id":"y","fields":{"name":""}}"#, "name must not be empty"),
      (#"{"op":"update","type":"person","id":"bo","fields":{"name":null}}"#, "name is required"),
      (#"{"op":"create","type":"person","id":"\#(long)","fields":{"name":"Y"}}"#, "255"),
      (#"{"op":"update","type":"person","id":"bo","fields":{"age":151}}"#, "maximum of 150"),
      (#"{"op":"update","type":"person","id":"bo","fields":{"age":9223372036854775808}}"#, "age"),
      (#"{"op":"update","type":"person","id":"bo","fields":{"age":1e400}}"#, "age: int"),
      (#"{"op":"create","type":"person","id":"y","fields":{"name":"Y""#, "not JSON"),
      ("{\"op\":\"create\",\"type\":\"person\",\"id\":\"\u{1}\"}", "not JSON"),
    ].map { Case("batch -", input: batch($0), 65, "line 3: ", $1) }
    + [
      (event(#"{"id":"y","name":7}"#), "name"),
      (event(#"{"id":"y","name":"Y","age":"nine"}"#), "age"),
      (event(#"{"id":"y"}"#), "name is required"),
      (event(#"{"id":"y","name":""}"#), "name must not be empty"),
      (event(#"{"id":"\#(long)","name":"Y"}"#), "255"),
      (event(#"{"id":"y","name":"Y","age":151}"#), "maximum of 150"),
      (event(#"{"id":"y","name":"Y","age":9223372036854775808}"#), "age"),
      (event(#"{"id":"y","name":"#), "not JSON"),
      (#"{"id":"y","name":"Y"}"#, "no op"),
      (event(#"{"name":"Y"}"#), "no id"),
    ].map { Case(importing, input: stream($0), 65, "line 3: ", $1) }

  @Test(arguments: inputs)
  func `on standard input is refused with its line`(refused: Case) throws {
    try expectRefusal(refused)
  }

  @Test func `in an export is refused with its line`() throws {
    let lines = try tool.ok("export --format jsonl -q").split(separator: "\n").map(String.init)
    for (index, line) in lines.enumerated() {
      var broken = lines
      broken[index] = String(line.dropLast(3))
      let empty = try Tool()
      try empty.ok("init -q")
      let input = broken.joined(separator: "\n")
      let result = try empty.run("import --format jsonl - --json", input: input)
      #expect(result.exit == 65 && result.out == "")
      #expect(result.err.contains("\"line\":\(index + 1),"), "\(result.err)")
      // Commits stay that were whole; to the one just before, the broken line might have belonged.
      #expect(try empty.ok("log --oneline").split(separator: "\n").count == max(0, index - 2))
    }
  }

  @Test func `names the line and the field also as JSON`() throws {
    let input = Self.stream(Self.event(#"{"id":"y","name":"Y","age":151}"#))
    let result = try tool.run(Self.importing + " --json", input: input.joined(separator: "\n"))
    #expect(result.exit == 65)
    for part in [#""code":"bad-data""#, #""line":3"#, #""field":"age""#, #""exit":65"#] {
      #expect(result.err.contains(part), "\(result.err)")
    }
  }
}
