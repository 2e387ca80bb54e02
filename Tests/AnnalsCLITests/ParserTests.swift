import Testing

@testable import AnnalsCLI

@Suite struct `The parser` {
  private static let record = Argument("RECORD", "a record")
  private static let values = Argument("VALUE", "values", .any)
  private static let limit = Option.value("limit", short: "n", "N", "how many")
  private static let field = Option.value("field", "F", "fields", isRepeatable: true)
  private static let loud = Option.flag("loud", short: "l", "loudly")

  private static let root = Command(
    name: "annals",
    abstract: "root",
    subcommands: [
      Command(
        name: "read",
        abstract: "reads",
        arguments: [record, values],
        options: [limit, field, loud],
        access: .reads
      ),
      Command(name: "write", abstract: "writes", arguments: [values], access: .writes),
      Command(
        name: "saved",
        abstract: "group",
        subcommands: [
          Command(name: "make", abstract: "makes", access: .writes),
          Command(name: "list", abstract: "lists", access: .reads),
        ],
        defaultSubcommand: "make"
      ),
      Command(
        name: "kind",
        abstract: "group",
        subcommands: [Command(name: "show", abstract: "shows")]
      ),
    ]
  )

  private func parse(_ line: String...) throws -> Invocation {
    guard case .run(let invocation) = try Parser.parse(line, root: Self.root) else {
      throw ParserError.missingSubcommand(of: line, choices: [])
    }
    return invocation
  }

  @Test func `takes options in any place and form`() throws {
    for line in [
      ["--limit=5", "p/1", "a=1"], ["p/1", "--limit", "5", "a=1"], ["p/1", "a=1", "-n", "5"],
      ["p/1", "-n5", "a=1"], ["-ln5", "p/1", "a=1"], ["p/1", "a=1", "-lqn", "5"],
    ] {
      guard case .run(let invocation) = try Parser.parse(["read"] + line, root: Self.root) else {
        Issue.record("\(line) does not run")
        continue
      }
      #expect(try invocation.number(Self.limit) == 5, "\(line)")
      #expect(invocation[Self.record] == "p/1")
      #expect(invocation.all(Self.values) == ["a=1"])
    }
  }

  @Test func `takes shared options before and after the command`() throws {
    for invocation in [
      try parse("-s", "here", "read", "p/1"), try parse("read", "p/1", "--store=here"),
      try parse("read", "-shere", "p/1"),
    ] {
      #expect(invocation[.store] == "here")
      #expect(invocation.path == ["read"])
    }
    #expect(try parse("-n", "write").has(.dryRun))
    #expect(try parse("kind", "--json", "show").has(.json))
  }

  @Test func `takes values that look like options, and words after two dashes`() throws {
    #expect(try parse("read", "p/1", "age=-3").all(Self.values) == ["age=-3"])
    #expect(try parse("read", "p/1", "--", "--limit", "-x").all(Self.values) == ["--limit", "-x"])
    #expect(try parse("read", "-").required(Self.record) == "-")
    #expect(try parse("write", "-m", "-3 degrees")[.reason] == "-3 degrees")
    #expect(try parse("read", "p/1", "--field=")[Self.field] == "")
  }

  @Test func `keeps all values of a repeated option and the last of others`() throws {
    let invocation = try parse("read", "p", "--field", "a", "--field", "b", "-n1", "-n2")
    #expect(invocation.all(Self.field) == ["a", "b"])
    #expect(try invocation.number(Self.limit) == 2)
  }

  @Test func `finds the commands under commands`() throws {
    #expect(try parse("saved").path == ["saved", "make"])
    #expect(try parse("saved", "list").path == ["saved", "list"])
    #expect(throws: ParserError.missingSubcommand(of: ["kind"], choices: ["show"])) {
      try parse("kind")
    }
  }

  @Test func `shows help for the command that was reached`() throws {
    for (line, path) in [
      (["--help"], []), ([], []), (["read", "-h"], ["read"]), (["kind", "--help"], ["kind"]),
      (["read", "--limit", "3", "--help"], ["read"]),
    ] {
      guard case .help(let found) = try Parser.parse(line, root: Self.root) else {
        Issue.record("\(line) shows no help")
        continue
      }
      #expect(found == path)
    }
    guard case .version = try Parser.parse(["--version"], root: Self.root) else {
      Issue.record("--version prints no version")
      return
    }
  }

  @Test func `says what is wrong as facts`() {
    let expectations: [([String], ParserError)] = [
      (["raed"], .unknownCommand("raed", under: [], near: "read")),
      (["saved", "x"], .unknownCommand("x", under: ["saved"], near: nil)),
      (["read", "p", "--limt=3"], .unknownOption("--limt", of: ["read"], near: "--limit")),
      (["read", "p", "-x"], .unknownOption("-x", of: ["read"], near: nil)),
      (["read", "p", "-n"], .missingValue(Self.limit)),
      (["read", "p", "--loud=yes"], .superfluousValue(Self.loud, "yes")),
      (["read"], .missingArgument(Self.record, of: ["read"])),
      (["kind", "show", "x"], .superfluousArgument("x", of: ["kind", "show"])),
      (["-n", "read", "p"], .foreignOption(.dryRun, of: ["read"])),
      (["--at", "r1", "write"], .foreignOption(.at, of: ["write"])),
      (["write", "--json", "--csv"], .exclusive(.json, .csv)),
    ]
    for (line, error) in expectations {
      #expect(throws: error, "\(line)") { try Parser.parse(line, root: Self.root) }
    }
  }

  @Test func `refuses what is not a whole number`() throws {
    for text in ["x", "-1", "1.5", "", "99999999999999999999"] {
      let invocation = try parse("read", "p", "--limit=\(text)")
      #expect(throws: ParserError.notANumber(Self.limit, text)) {
        try invocation.number(Self.limit)
      }
    }
  }
}
