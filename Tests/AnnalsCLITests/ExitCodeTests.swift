import Foundation
import Testing

@testable import AnnalsCLI

/// The table of exit codes, command by command.
@Suite struct `Exit codes` {
  /// A command line for each command, good in the store below.
  private static let samples: [String: String] = [
    "type define": "type define pet name:text", "type show": "type show person",
    "type alter": "type alter person --add city:text", "create": "create person/cy name=Cy",
    "update": "update person/ann age=42", "put": "put person/ann age=42",
    "delete": "delete person/ann", "batch": "batch ops.jsonl", "edit": "edit person/ann",
    "undelete": "undelete person/dee", "restore": "restore person/ann --from r2",
    "revert": "revert r3", "get": "get person/ann", "list": "list person",
    "count": "count person", "explain list": "explain list person",
    "explain count": "explain count person",
    "log": "log person", "show": "show r2", "diff": "diff r2", "why": "why person/ann",
    "blame": "blame person/ann", "replay": "replay person", "import": "import --format jsonl empty",
    "export": "export --format jsonl", "snapshot create": "snapshot create",
    "snapshot list": "snapshot list", "snapshot prune": "snapshot prune", "rebuild": "rebuild",
    "verify": "verify", "stats": "stats", "backup": "backup copy", "compact": "compact",
  ]

  private static let writing = [
    "type define", "type alter", "create", "update", "put", "delete", "batch", "undelete",
    "restore",
    "revert", "edit",
  ]

  /// A store to copy.
  private let template: Tool

  init() throws {
    template = try Tool()
    try template.ok("init -q")
    try template.ok("type define person name:text! age:int email:text,unique -q")
    try template.ok("create person/ann name=Ann age=40 email=a -q")
    try template.ok("update person/ann age=41 -q")
    try template.ok("create person/bo name=Bo email=b -q")
    try template.ok("create person/dee name=Dee -q")
    try template.ok("delete person/dee -q")
    try template.shell(
      #"printf '{"op":"delete","type":"person","id":"bo"}\n' >ops.jsonl; : >empty"#
    )
  }

  private func tool() throws -> Tool {
    let tool = try Tool()
    tool.environment["EDITOR"] = "sed -i s/41/43/"
    tool.environment["TMPDIR"] = tool.folder.path
    try tool.shell("cp -r '\(template.folder.path)/.' .")
    return tool
  }

  private func check(_ tool: Tool, _ line: String, _ code: Int32, input: String = "") throws {
    let done = try tool.run(line, input: input)
    #expect(done.exit == code, "\(line): \(done.err)")
    guard code != 0 else { return }
    #expect(
      done.err.split(separator: "\n").contains { $0.hasPrefix("error: ") },
      "\(line): \(done.err)"
    )
  }

  @Test func `are 0 where all is well, and --dry-run changes nothing`() throws {
    let commands = AnnalsCommand.command.leaves()
    for (path, line) in Self.samples.sorted(by: { $0.key < $1.key }) where path != "import" {
      let tool = try tool()
      let command = commands.first { $0.path.joined(separator: " ") == path }?.command
      #expect(command != nil, "\(path)")
      if command?.allOptions.contains(.dryRun) == true {
        let before = try Self.files(of: tool)
        try check(tool, line + " --dry-run", 0)
        #expect(try Self.files(of: tool) == before, "\(line) --dry-run")
      }
      try check(tool, line, 0)
    }
  }

  @Test func `are 0 for an import, whose dry run changes nothing`() throws {
    let tool = try self.tool()
    try tool.shell("'\(Tool.binary.path)' export --format jsonl -q >all")
    try tool.shell("rm -r .annals")
    try tool.ok("init -q")
    let before = try Self.files(of: tool)
    try check(tool, "import --format jsonl all --dry-run", 0)
    #expect(try Self.files(of: tool) == before)
    try check(tool, "import --format jsonl all", 0)
    #expect(try tool.ok("count person") == "2\n")
  }

  /// The files of the store and what lies beside it, with the sizes of those that only grow by writing.
  private static func files(of tool: Tool) throws -> [String] {
    let manager = FileManager.default
    return try manager.subpathsOfDirectory(atPath: tool.folder.path).sorted().compactMap { name in
      // Reading makes views and locks.
      guard !name.hasPrefix(".annals/views"), !name.hasSuffix("lock.mdb") else { return nil }
      let facts = try manager.attributesOfItem(atPath: tool.folder.path + "/" + name)
      return
        "\(name) \(facts[.type] as? FileAttributeType == .typeRegular ? "\(facts[.size] ?? 0)" : "")"
    }
  }

  @Test func `are 64 for an option that is not there, whatever the command`() throws {
    let tool = try self.tool()
    for (path, _) in AnnalsCommand.command.leaves() {
      try check(tool, path.joined(separator: " ") + " --nope", 64)
    }
  }

  @Test func `are 66 without a store`() throws {
    let tool = try self.tool()
    for line in Self.samples.values.sorted() { try check(tool, line + " --store nowhere", 66) }
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path + "/nowhere"))
  }

  @Test func `are 74 where the log is damaged`() throws {
    for line in Self.samples.values.sorted() {
      let tool = try self.tool()
      try tool.shell("rm -r .annals/views; truncate -s 8192 .annals/log/data.mdb")
      try check(tool, line, 74)
    }
  }

  @Test func `are 77 for one who may not write`() throws {
    let tool = try self.tool()
    // Only root can become somebody else.
    guard getuid() == 0 else { return }
    try tool.shell("chmod 711 . && chmod -R go+rX .annals && chmod 644 ops.jsonl")
    tool.isOtherUser = true
    tool.environment["TMPDIR"] = "/tmp"
    let others = ["snapshot create", "snapshot prune", "rebuild", "compact", "backup"]
    for path in Self.writing + others {
      guard let line = Self.samples[path] else { continue }
      try check(tool, line, 77)
    }
    try check(tool, "init other", 77)
  }

  /// Command lines and what becomes of them in the store above.
  private static let cases: [(line: String, code: Int32)] = [
    // Nothing is there.
    ("get person/eve", 1), ("get person/ann@9", 1), ("get person/dee", 1),
    ("get person/ann --at r1", 1),
    ("why person/eve", 1), ("blame person/eve", 1), ("log person/eve", 1), ("show r99", 1),
    ("show person/ann@9", 1), ("list person --at r99", 1), ("count person --at r99", 1),
    ("diff r99", 1), ("diff r1 r2 person/eve", 1), ("replay --to r99", 1),
    ("update person/eve age=1", 1),
    ("update person/dee age=1", 1), ("delete person/eve", 1), ("delete person/dee", 1),
    ("edit person/eve", 1), ("undelete person/eve", 1), ("restore person/eve --from r2", 1),
    ("restore person/ann --from r1", 1), ("restore person/dee --from r5 name", 1),
    ("revert r99", 1),
    ("diff r2 --exit-code", 1), ("type show person --at r99", 1),
    ("export --format jsonl --at r99", 1),
    // The store is in another state.
    ("create person/ann name=X", 3), ("update person/ann age=1 --if-version 1", 3),
    ("put person/ann age=1 --if-version 1", 3), ("put person/eve name=E --if-version 1", 3),
    ("delete person/ann --if-version 1", 3), ("update person/ann email=b", 3),
    ("create person/eve name=E email=b", 3), ("revert r2", 3), ("type define person name:int", 3),
    ("import --format jsonl ops.jsonl", 3),
    // What makes no sense.
    ("get person", 64), ("update person/ann nme=X", 64), ("list person --where 'age >'", 64),
    ("list person --sort nme", 64), ("list person --at someday", 64), ("restore person/ann", 64),
    ("restore person/ann --from r2 nme", 64), ("revert ann", 64), ("revert", 64),
    ("type alter person --drop nme", 64), ("type define t x:strange", 64), ("backup", 64),
    ("export --format cobol", 64), ("import --format cobol -", 64), ("help nothing", 64),
    ("list person --tz Nowhere", 64), ("delete person", 64), ("undelete person", 64),
    // What the store refuses.
    ("create person/eve name=", 65), ("create person/eve", 65), ("update person/ann age=old", 65),
    ("put person/ann age=old", 65), ("type alter person --change name:int", 65),
    ("batch empty", 65),
    // What is there already.
    ("init", 73), ("backup .annals", 73),
  ]

  @Test func `of what is refused, which changes nothing`() throws {
    let tool = try self.tool()
    let before = try tool.ok("export --format jsonl -q")
    for (line, code) in Self.cases {
      let done = try tool.run(line)
      #expect(done.exit == code, "\(line): \(done.err)")
    }
    #expect(try tool.ok("export --format jsonl -q") == before)
  }

  @Test func `are 3 for a conflict that is found in the middle`() throws {
    let tool = try self.tool()
    let line = #"{"op":"create","type":"person","id":"ann","fields":{"name":"X"}}"# + "\n"
    try check(tool, "batch -", 3, input: line)
    try tool.ok("create person/dee name=Other -q")
    try check(tool, "undelete person/dee", 3)
    try tool.ok("update person/ann age=50 -q")
    try tool.ok("update person/ann age=51 -q")
    try check(tool, "restore person/ann --from r3", 3)
  }

  @Test func `are 2 where verification fails, and only there`() throws {
    let tool = try self.tool()
    try tool.ok("list person -q")
    // A name in the log that is not what was written.
    let path = tool.folder.appendingPathComponent(".annals/log/data.mdb")
    var bytes = try Data(contentsOf: path)
    let name = try #require(bytes.firstRange(of: Data("Dee".utf8)))
    bytes.replaceSubrange(name, with: Data("Dex".utf8))
    try bytes.write(to: path)
    let done = try tool.run("verify")
    #expect(done.exit == 2)
    #expect(done.err.hasPrefix("error: log: "), "\(done.err)")
    #expect(done.err.contains("restore a backup"), "\(done.err)")
    // Others do not verify: they cannot read.
    try check(tool, "export --format jsonl", 74)
  }

  @Test func `are 75 while others use what is needed for oneself`() throws {
    let tool = try self.tool()
    let follower = try tool.start("log -f")
    defer { follower.terminate() }
    let before = try tool.ok("export --format jsonl -q")
    // It needs a moment to open the store.
    var exit: Int32 = 0
    for _ in 0..<100 where exit != 75 {
      exit = try tool.run("compact").exit
      if exit != 75 { usleep(50_000) }
    }
    #expect(exit == 75)
    #expect(try tool.ok("export --format jsonl -q") == before)
    try tool.ok("create person/cy name=Cy -q")
    follower.terminate()
    follower.waitUntilExit()
    try tool.ok("compact -q")
    #expect(try tool.ok("count person") == "3\n")
  }
}
