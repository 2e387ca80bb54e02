import Testing

/// Commands that take something away ask on a terminal, and only there.
@Suite struct `Destructive commands` {
  private static func tool() throws -> Tool {
    let tool = try Tool()
    try tool.ok("init -q")
    try tool.ok("type define person name:text age:int -q")
    try tool.ok(
      "batch - -q",
      input: (1...12).map {
        #"{"op":"create","type":"person","id":"p\#($0)","fields":{"age":\#($0)}}"# + "\n"
      }.joined()
    )
    return tool
  }

  static let commands = [
    "delete person --where 'age > 0'", "revert r2", "type alter person --drop age",
  ]

  @Test(arguments: commands) func `do nothing unless the answer is yes`(line: String) throws {
    let tool = try Self.tool()
    for answer in ["n\n", "\n", "what?\n"] {
      let done = try tool.onTerminal(line, input: answer)
      #expect(done.exit == 1, "\(done.out)")
      #expect(done.out.contains("would "))
      #expect(done.out.contains("Go on? [y/N]"))
      #expect(done.out.contains("nothing was done"))
    }
    #expect(try tool.ok("log -n 1 --oneline").hasPrefix("r2 "))
    let done = try tool.onTerminal(line, input: "y\n")
    #expect(done.exit == 0, "\(done.out)")
    #expect(try tool.ok("log -n 1 --oneline").hasPrefix("r3 "))
  }

  @Test(arguments: commands) func `ask nobody in a pipe or with --yes`(line: String) throws {
    let tool = try Self.tool()
    let said = try tool.onTerminal(line + " --yes")
    #expect(said.exit == 0)
    #expect(!said.out.contains("Go on?"))
    let piped = try Self.tool().run(line)
    #expect(piped.exit == 0)
    #expect(!piped.err.contains("Go on?"))
  }

  @Test func `show a few of many`() throws {
    let tool = try Self.tool()
    let done = try tool.onTerminal("delete person --where 'age > 0'", input: "n\n")
    #expect(done.out.contains("would delete person/p1\n"))
    #expect(done.out.contains("and 2 more; --dry-run shows all"))
  }

  @Test func `that would do nothing, or alter without a loss, do not ask`() throws {
    let tool = try Self.tool()
    for line in [
      "delete person --where 'age > 99'", "revert r1", "type alter person --add city:text",
      "snapshot prune",
    ] {
      let done = try tool.onTerminal(line)
      #expect(done.exit == 0, "\(done.out)")
      #expect(!done.out.contains("Go on?"))
    }
  }

  @Test func `name the snapshots that they would remove`() throws {
    let tool = try Self.tool()
    for number in 1...6 {
      try tool.ok("update person/p1 age=\(100 + number) -q")
      try tool.ok("snapshot create -q")
    }
    let planned = try tool.ok("snapshot prune -n").split(separator: "\n")
    #expect(planned.count == 2)
    #expect(planned.allSatisfy { $0.hasPrefix("would remove the snapshot of r") })
    #expect(try tool.ok("snapshot list --jsonl").split(separator: "\n").count == 6)
    let asked = try tool.onTerminal("snapshot prune", input: "y\n")
    for line in planned { #expect(asked.out.contains(line.prefix(30))) }
    #expect(try tool.ok("snapshot list --jsonl").split(separator: "\n").count == 4)
  }
}
