import Foundation
import Testing

/// Ids, values and types that nobody would think of.
@Suite struct `Hostile input` {
  static let ids = [
    "a/b", "/a", "a/", "a b", " ", "a\nb", "a\tb", "a\r", "@3", "a@3", "ann@", "a@3@4", "🎭", "👩‍👩‍👧‍👦",
    "\u{202E}evil", "\u{2066}a\u{2069}", "e\u{301}", "\u{E9}", "\u{301}", "..", ".", "-n", "--help",
    "--",
    "'", "\"", "\\", "\\n", "%s%n", "$HOME", "`id`", ";", "*", "\u{1B}[31mred\u{1B}[0m", "\u{7}",
    "\u{200B}",
    "null", "张三", "r2", "head", String(repeating: "é", count: 127),
  ]

  private static func tool() throws -> Tool {
    let tool = try Tool()
    try tool.ok("init -q")
    try tool.ok("type define note text:text n:int -q")
    return tool
  }

  /// Whether a text holds nothing that a terminal would act on, but for line ends and colours of our own.
  private static func isSafe(_ text: String) -> Bool {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "").unicodeScalars.allSatisfy { scalar in
      scalar == "\n"
        || scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
    }
  }

  @Test func `ids are kept byte for byte by every command`() throws {
    let tool = try Self.tool()
    func run(_ words: String...) throws -> Tool.Result {
      let done = try tool.run(words: words)
      #expect(done.exit == 0, "\(words): \(done.err)")
      return done
    }
    for (number, id) in Self.ids.enumerated() {
      let created = "r\(2 + 5 * number)"
      _ = try run("create", "note", "--id", id, "n=1", "-q")
      _ = try run("update", "note", "n=2", "--id", id, "-q")
      _ = try run("put", "note", "n=3", "--id", id, "-q")
      let shown = try run("get", "note", "--id", id, "--jsonl").out
      let record = try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any]
      #expect(
        (record?["id"] as? String)?.utf8.elementsEqual(id.utf8) == true,
        "\(id.debugDescription)"
      )
      #expect(try run("log", "note", "--id", id, "--jsonl").out.split(separator: "\n").count == 3)
      _ = try run("why", "note", "--id", id)
      _ = try run("diff", "r1", "note", "--id", id)
      _ = try run("delete", "note", "--id", id, "-q")
      _ = try run("undelete", "note", "--id", id, "-q")
      _ = try run("restore", "note", "n", "--from", created, "--id", id, "--force", "-n")
    }
    let ids = try run("list", "note", "--jsonl").out.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
    let listed = ids.compactMap { $0?["id"] as? String }.map { Array($0.utf8) }
    #expect(listed == Self.ids.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    for form in ["", "--plain"] {
      let lines = try run("list", "note", form.isEmpty ? "--no-pager" : form).out
      #expect(lines.split(separator: "\n").count == Self.ids.count)
      #expect(Self.isSafe(lines.replacing("\t", with: " ")))
    }
    for line in ["list note", "log", "show r2", "diff r1"] {
      let seen = try tool.onTerminal(line + " --no-pager")
      #expect(Self.isSafe(seen.out), "\(line)")
    }
  }

  @Test func `values with NUL, escape sequences and text direction survive and do no harm`() throws
  {
    let tool = try Self.tool()
    let texts = [
      #"a\u0000b"#, #"\u001b]0;title\u0007\u001b[2J"#, #"\u202eevil\u2066"#, #"\r\nx"#, #"e\u0301"#,
    ]
    for (number, text) in texts.enumerated() {
      let line =
        #"{"op":"create","type":"note","id":"\#(number)\u0000","fields":{"text":"\#(text)"}}"#
      try tool.ok("batch - -q -m 'see \u{1B}[31m'", input: line + "\n")
    }
    let records = try tool.ok("list note --jsonl").split(separator: "\n")
    for (record, text) in zip(records, texts) {
      let kept = try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any]
      let given = try JSONSerialization.jsonObject(with: Data("[\"\(text)\"]".utf8)) as? [String]
      let value = (kept?["fields"] as? [String: Any])?["text"] as? String
      #expect(value?.utf8.elementsEqual(given?.first?.utf8 ?? "".utf8) == true, "\(text)")
    }
    for line in [
      "list note", "log", "log --oneline", "show r2", "diff r1", "list note --jsonl",
      "list note --csv",
    ] {
      let seen = try tool.onTerminal(line + " --no-pager").out
      let lines = seen.replacing("\t", with: " ").replacing("\r\n", with: "\n")
      #expect(Self.isSafe(lines), "\(line)")
    }
    let history = try tool.ok("export --format jsonl -q")
    try tool.ok("init other -q")
    try tool.ok("import --format jsonl - -s other -q", input: history)
    // Only the first line names the store.
    let copy = try tool.ok("export --format jsonl -s other -q").split(separator: "\n").dropFirst()
    #expect(copy == history.split(separator: "\n").dropFirst())
  }

  @Test func `a field of a megabyte goes in and comes out`() throws {
    let tool = try Self.tool()
    let text = String(repeating: "0123456789 张三 ", count: 55_000)
    try tool.ok(
      "batch - -q",
      input: #"{"op":"create","type":"note","id":"big","fields":{"text":"\#(text)"}}"# + "\n"
    )
    #expect(try tool.ok("get note/big --jsonl").contains(text))
    #expect(try tool.ok("log note/big --jsonl").contains(text))
    try tool.ok("update note/big --unset text -q")
    try tool.ok("restore note/big --from r2 -q")
    #expect(try tool.ok("get note/big --jsonl").contains(text))
    tool.environment["EDITOR"] = "sed -i s/张三/李四/g"
    try tool.ok("edit note/big -q")
    #expect(try tool.ok("get note/big --jsonl").contains(text.replacing("张三", with: "李四")))
    try tool.ok("verify -q")
  }

  @Test func `ten thousand fields are a type, and one more is too many`() throws {
    let tool = try Tool()
    try tool.ok("init -q")
    let fields = (1...10_000).map { "f\($0):int" }
    let refused = try tool.run(words: ["type", "define", "wide"] + fields + ["more:int"])
    #expect(refused.exit == 65 && refused.err.contains("10000"), "\(refused.err)")
    #expect(try tool.run(words: ["type", "define", "wide", "-q"] + fields).exit == 0)
    let values = (1...10_000).map { "f\($0)=\($0)" }
    #expect(try tool.run(words: ["create", "wide/a", "-q"] + values).exit == 0)
    #expect(try tool.ok("get wide/a --jsonl").contains("\"f10000\":10000"))
    try tool.ok("update wide/a f5000=0 -q")
    try tool.ok("revert r3 -q")
    #expect(try tool.ok("get wide/a --jsonl").contains("\"f5000\":5000"))
    tool.environment["EDITOR"] = "sed -i 's/^f10000: .*/f10000: 1/'"
    try tool.ok("edit wide/a -q")
    #expect(try tool.ok("log wide/a -n 1 --plain").contains("f10000 10000 → 1"))
  }

  @Test(arguments: ["list", "help", "r1", "head", "type", "张三", "a b", "-x", "create"])
  func `types may be called as commands and points are`(name: String) throws {
    let tool = try Tool()
    try tool.ok("init -q")
    func run(_ words: String...) throws -> Tool.Result { try tool.run(words: words) }
    // What looks like an option stands behind the mark that ends them.
    #expect(try run("type", "define", "-q", "--", name, "n:int").exit == 0)
    #expect(try run("create", "-q", "--", "\(name)/1", "n=1").exit == 0)
    #expect(try run("update", "-q", "--", "\(name)/1", "n=2").exit == 0)
    #expect(try run("get", "--", "\(name)/1").out == "1\t2\n")
    #expect(try run("list", "--", name).out == "1\t2\n")
    #expect(try run("log", "--oneline", "--", "\(name)/1").out.split(separator: "\n").count == 2)
    #expect(try run("diff", "-q", "r2..r3", "--", "\(name)/1").out.contains("n 1 → 2"))
    #expect(try run("revert", "r3", "-q").exit == 0)
    #expect(try run("type", "alter", "--rename", "n=m", "-q", "--", name).exit == 0)
    #expect(try run("type", "show", "--plain", "--", name).out.contains("m:int"))
  }
}
