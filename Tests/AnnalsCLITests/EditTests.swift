import Foundation
import Testing

/// A record in the user's editor: here a shell script that changes the file.
@Suite struct `Editing a record` {
  private static func tool(reasonRule: String = "") throws -> Tool {
    let tool = try Tool()
    // Texts that are kept aside are to be found there.
    tool.environment["TMPDIR"] = tool.folder.path
    try tool.ok("init -q")
    try tool.ok(
      "type define person name:text! age:int note:text doc:json '#odd:text' -q \(reasonRule)"
    )
    return tool
  }

  /// Lets a command of `sed` be the editor.
  private static func edit(_ tool: Tool, _ script: String, _ options: String = "") throws
    -> Tool.Result
  {
    tool.environment["EDITOR"] = "sed -i '\(script)'"
    return try tool.run("edit person/ann \(options)")
  }

  private static func kept(_ tool: Tool) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).filter {
      $0.hasPrefix("annals-edit-")
    }
  }

  @Test func `commits the difference only`() throws {
    let tool = try Self.tool()
    try tool.ok(
      #"create person/ann name=Ann age=41 note:='"a\nb"' doc:='{"a":1}' '#odd=x' -q"#
    )
    let done = try Self.edit(
      tool,
      ##"s/^age: .*/age: 42/; s/^note.*//; s/^"#odd": .*/"#odd": null/"##
    )
    #expect(done.exit == 0, "\(done.err)")
    #expect(done.err == "updated person/ann@2 in r3\n")
    let log = try tool.ok("log person/ann -n 1 --plain")
    #expect(log.contains("age 41 → 42, note 'a\\nb' → missing, #odd 'x' → null"))
    #expect(try Self.kept(tool).isEmpty)
  }

  @Test func `shows the fields, missing ones as comments`() throws {
    let tool = try Self.tool()
    try tool.ok("create person/ann name=Ann age:=null -q")
    tool.environment["EDITOR"] = "sh -c 'cat \"$0\" >seen'"
    #expect(try tool.run("edit person/ann").exit == 0)
    let seen = try String(contentsOf: tool.folder.appendingPathComponent("seen"), encoding: .utf8)
    let lines = seen.split(separator: "\n").dropFirst(3)
    #expect(
      lines == [
        #"name: "Ann""#, "age: null", "# note: missing (text)", "# doc: missing (json)",
        ##"# "#odd": missing (text)"##,
      ]
    )
  }

  @Test func `without a change writes nothing`() throws {
    let tool = try Self.tool()
    try tool.ok("create person/ann name=Ann -q")
    let done = try Self.edit(tool, "s/x/x/")
    #expect(done.exit == 0)
    #expect(done.err == "nothing changed, nothing is written\n")
    #expect(try tool.ok("log -n 1 --oneline").hasPrefix("r2 "))
  }

  @Test(arguments: [
    ("s/^age.*/age: old/", "line 5: age:"), ("s/^age.*/ages: 4/", "line 5: person has no field"),
    ("s/^age.*/age 4/", "line 5: "), ("s/^age.*/name: \"Bo\"/", "line 5: name has two lines"),
    ("s/^name.*//", "name is required"), ("s/^name.*/name: \"\"/", "name must not be empty"),
  ])
  func `keeps what was typed after a mistake`(script: String, message: String) throws {
    let tool = try Self.tool()
    try tool.ok("create person/ann name=Ann age=41 -q")
    let done = try Self.edit(tool, script)
    #expect(done.exit == 65)
    #expect(done.err.contains(message), "\(done.err)")
    let kept = try Self.kept(tool)
    #expect(kept.count == 1)
    #expect(done.err.contains(kept.first ?? "no file"))
    let file = tool.folder.appendingPathComponent(kept.first ?? "")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `refuses to overwrite what somebody else wrote meanwhile`() throws {
    let tool = try Self.tool()
    try tool.ok("create person/ann name=Ann age=41 -q")
    tool.environment["EDITOR"] =
      "sh -c '\"\(Tool.binary.path)\" update person/ann age=50 -q; sed -i s/41/42/ \"$0\"'"
    let done = try tool.run("edit person/ann")
    #expect(done.exit == 3, "\(done.err)")
    #expect(try Self.kept(tool).count == 1)
    #expect(try tool.ok("get person/ann --jsonl").contains("\"age\":50"))
  }

  @Test func `asks for the reason before anything is typed`() throws {
    let tool = try Self.tool(reasonRule: "--require-reason")
    try tool.ok("create person/ann name=Ann -q -m new")
    #expect(try Self.edit(tool, "s/Ann/Bo/").exit == 65)
    #expect(try Self.kept(tool).isEmpty)
    #expect(try Self.edit(tool, "s/Ann/Bo/", "-m renamed").exit == 0)
  }

  @Test func `opens again on a terminal`() throws {
    let tool = try Self.tool()
    try tool.ok("create person/ann name=Ann age=41 -q")
    // First a mistake, then its correction.
    tool.environment["EDITOR"] = "sed -i 's/^age: old/age: 42/; s/^age: 41/age: old/'"
    let done = try tool.onTerminal("edit person/ann", input: "y\n")
    #expect(done.exit == 0, "\(done.out)")
    #expect(done.out.contains("Edit it again? [Y/n]"))
    #expect(try tool.ok("get person/ann --jsonl").contains("\"age\":42"))

    let left = try tool.onTerminal("edit person/ann", input: "\n")
    #expect(left.exit == 0)
  }

  @Test func `that is not there, or with an editor that fails, changes nothing`() throws {
    let tool = try Self.tool()
    #expect(try Self.edit(tool, "s/x/x/").exit == 1)
    try tool.ok("create person/ann name=Ann -q")
    tool.environment["EDITOR"] = "false"
    let done = try tool.run("edit person/ann")
    #expect(done.exit == 74)
    #expect(try tool.ok("log -n 1 --oneline").hasPrefix("r2 "))
  }
}
