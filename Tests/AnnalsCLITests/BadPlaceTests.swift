import Foundation
import Testing

/// Stores in places that are not what they should be.
@Suite struct `Bad places` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.ok("init -q")
    try tool.ok("type define person name:text! age:int --view by-age=age -q")
    try tool.ok("create person/ann name=Ann age=41 -q")
    try tool.ok("create person/bo name=Bo age=7 -q")
    try tool.ok("list person -q")
  }

  private func path(_ name: String) -> String { tool.folder.path + "/" + name }

  /// All names and sizes of files in the store, but for locks.
  private func files() throws -> [String] {
    let manager = FileManager.default
    return try manager.subpathsOfDirectory(atPath: path(".annals")).sorted().compactMap { name in
      guard !name.hasSuffix("lock.mdb") else { return nil }
      let size = try manager.attributesOfItem(atPath: path(".annals/" + name))[.size] as? Int ?? 0
      return "\(name) \(size)"
    }
  }

  @Test func `a file is no store, and stays what it is`() throws {
    try Data("text".utf8).write(to: URL(fileURLWithPath: path("file")))
    for place in ["file", "file/s"] {
      for line in [
        "list person", "create person/x name=X", "import --format jsonl -", "rebuild", "stats",
        "type define pet name:text", "export --format jsonl", "snapshot", "replay",
      ] {
        let result = try tool.run("-s \(place) \(line)")
        #expect(result.exit == 66 && result.out == "", "\(line): \(result.err)")
        #expect(
          result.err.hasPrefix("error: there is no store (\(place))\nhint: "),
          "\(result.err)"
        )
      }
      let result = try tool.run("init \(place)")
      #expect(result.exit == 73 && result.err.hasPrefix("error: "), "\(result.err)")
    }
    #expect(try String(contentsOfFile: path("file"), encoding: .utf8) == "text")
  }

  @Test(arguments: [false, true])
  func `where nobody may write, reads are right and writes say so`(withoutViews: Bool) throws {
    if withoutViews { try FileManager.default.removeItem(atPath: path(".annals/views")) }
    let before = try files()
    // Root may write anywhere, so it becomes somebody else; other users take their own rights away.
    tool.isOtherUser = getuid() == 0
    let folders = ["/log", "/views", ""].map { path(".annals" + $0) } + [tool.folder.path]
    if !tool.isOtherUser { for folder in folders { chmod(folder, 0o555) } }
    defer { if !tool.isOtherUser { for folder in folders { chmod(folder, 0o755) } } }
    #expect(try tool.ok("list person --sort age") == "bo\tBo\t7\nann\tAnn\t41\n")
    #expect(try tool.ok("get person/ann --at r2 -q") == "ann\tAnn\t41\n")
    #expect(try tool.ok("replay person") == "ann\tAnn\t41\nbo\tBo\t7\n")
    #expect(try tool.ok("log --oneline").split(separator: "\n").count == 3)
    let row = #"{"op":"c","after":{"id":1},"source":{"table":"pet","ts_ms":5}}"#
    for (line, input) in [
      ("create person/x name=X", ""), ("update person/ann age=1", ""), ("delete person/ann", ""),
      ("type define pet name:text", ""), ("snapshot", ""), ("init other", ""),
      ("batch -", #"{"op":"delete","type":"person","id":"ann"}"#),
      ("import --format debezium -", row),
    ] {
      let result = try tool.run(line, input: input)
      #expect(result.exit == 77 && result.out == "", "\(line): \(result.err)")
      #expect(result.err.hasPrefix("error: ") && result.err.contains("\nhint: "), "\(result.err)")
    }
    #expect(try files() == before)
  }

  @Test(arguments: ["views", "snapshots"])
  func `what another store derived is set aside and never answers`(name: String) throws {
    try tool.ok("init other -q")
    try tool.ok("-s other type define person name:text! age:int --view by-age=age -q")
    for id in ["ann", "eve", "flo"] {
      try tool.ok("-s other create person/\(id) name=Wrong age=1 -q")
    }
    try tool.ok("-s other list person -q")
    for store in [".annals", "other"] { try tool.ok("-s \(store) snapshot -q") }
    let log = try tool.ok("export --format jsonl -q")
    try FileManager.default.removeItem(atPath: path(".annals/" + name))
    try FileManager.default.copyItem(atPath: path("other/" + name), toPath: path(".annals/" + name))
    if name == "snapshots" { try FileManager.default.removeItem(atPath: path(".annals/views")) }

    let right = "bo\tBo\t7\nann\tAnn\t41\n"
    if getuid() == 0 {
      tool.isOtherUser = true
      #expect(try tool.ok("list person --sort age") == right, "by one who may not mend them")
      tool.isOtherUser = false
    }
    #expect(try tool.ok("list person --sort age") == right)
    #expect(try tool.ok("list person --view by-age") == right)
    #expect(try tool.ok("count person") == "2\n")
    #expect(try tool.ok("replay person") == "ann\tAnn\t41\nbo\tBo\t7\n")
    #expect(try tool.run("get person/eve").exit == 1)
    #expect(try tool.ok("list person --at r2 -q") == "ann\tAnn\t41\n")
    try tool.ok("rebuild -q")
    #expect(try tool.ok("list person --sort age") == right)
    #expect(try tool.ok("export --format jsonl -q") == log)
    try tool.ok("create person/cy name=Cy age=9 -q")
    #expect(try tool.ok("list person --view by-age") == "bo\tBo\t7\ncy\tCy\t9\nann\tAnn\t41\n")
    #expect(try tool.ok("-s other count person") == "3\n")
  }
}
