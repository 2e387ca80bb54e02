import Foundation
import Testing

@testable import AnnalsCLI

@Suite struct `Completed lines` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.ok("init -q")
    try tool.ok(
      "type define person name:text! age:int state:text,one-of=new|old --view by-age=age -q"
    )
    try tool.ok("type define place open:bool -q")
    for id in ["ann", "an n", "bo:x", "c=d", "it's", "王二"] {
      try tool.run(words: ["create", "person", "--id", id, "name=x", "-q"])
    }
    try tool.run(words: ["create", "person", "--id", "not\nshown", "name=x", "-q"])
  }

  /// What zsh would offer for the last of some words.
  private func offers(_ words: String...) throws -> [String] {
    try tool.run(words: ["__complete", "zsh", "--"] + words).out.split(separator: "\n").map {
      String($0.prefix { $0 != "\t" })
    }
  }

  @Test func `offers commands and options`() throws {
    #expect(try offers("li") == ["list"])
    #expect(try offers("type", "s") == ["show"])
    #expect(try offers("help", "sna") == ["snapshot"])
    #expect(try offers("help", "snapshot", "p") == ["prune"])
    #expect(try offers("list", "person", "--li") == ["--limit"])
    #expect(try !offers("").contains("__complete"))
    #expect(try offers("log", "--stat", "--st") == ["--store"], "a flag is not given twice")
    #expect(try offers("log", "--field", "age", "--fi") == ["--field"], "this one may be")
    #expect(try offers("-s", ".", "log", "--op", "") == ["create", "update", "delete", "define"])
    #expect(try offers("log", "--op=up") == ["--op=update"])
    #expect(try offers("import", "--format", "d") == ["debezium"])
    #expect(try offers("completion", "") == ["bash", "zsh", "fish"])
    #expect(try offers("nonsense", "x") == [])
  }

  @Test func `offers the types, fields and views of the store`() throws {
    #expect(try offers("list", "p") == ["person", "place"])
    #expect(try offers("type", "show", "pl") == ["place"])
    #expect(try offers("list", "person", "--view", "") == ["by-age"])
    #expect(
      try offers("list", "person", "--sort", "") == [
        "name", "-name", "age", "-age", "state", "-state",
      ]
    )
    #expect(try offers("list", "person", "--sort=age,-n") == ["--sort=age,-name"])
    #expect(try offers("log", "--field", "") == ["name", "age", "state", "open"])
    #expect(try offers("log", "place", "--field", "") == ["open"])
    #expect(try offers("update", "person/ann", "name=x", "") == ["age=", "state="])
    #expect(try offers("update", "person/ann", "state=") == ["state=new", "state=old"])
    #expect(try offers("create", "place", "open=t") == ["open=true"])
    #expect(try offers("diff", "r1", "pe") == ["person", "person/"])
    #expect(try offers("diff", "r1", "r2", "place") == ["place", "place/"])
  }

  @Test func `offers the ids of the store`() throws {
    #expect(try offers("get", "per") == ["person/"])
    #expect(try offers("get", "person/a") == ["person/an n", "person/ann"])
    #expect(try offers("log", "person/王") == ["person/王二"])
    #expect(try offers("get", "person/ann") == ["person/ann"])
    #expect(try offers("get", "person", "--id", "b") == ["bo:x"])
    #expect(try offers("get", "nothing/") == [])
    #expect(try offers("get", "person/").count == 6, "one with a line end cannot be offered")
  }

  @Test func `leaves files to the shell, and says nothing where there is no store`() throws {
    #expect(try offers("import", "") == [":files"])
    #expect(try offers("--store", "") == [":folders"])
    tool.environment["ANNALS_STORE"] = "/nowhere"
    let none = try tool.run("__complete zsh -- list ''")
    #expect(none.exit == 0 && none.out == "" && none.err == "")
    #expect(try tool.run("__complete tcsh -- list").exit == 64)
  }

  @Test func `offers some hundred of a million ids at most`() throws {
    let lines = (0..<900).map {
      #"{"op":"put","type":"person","id":"many\#($0)","fields":{"name":"n"}}"#
    }
    try tool.ok("batch - -q", input: lines.joined(separator: "\n"))
    #expect(try offers("get", "person/many").count == 200)
    #expect(
      try offers("get", "person/many89") == ["person/many89"] + (0...9).map { "person/many89\($0)" }
    )
  }

  /// What bash puts in the place of the last piece of a line, which it has cut into pieces.
  private func bash(_ line: String, _ pieces: [String]) throws -> [String] {
    let quoted = pieces.map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }.joined(separator: " ")
    try tool.shell(
      #"""
      PATH='\#(Tool.binary.deletingLastPathComponent().path)':$PATH bash --norc -c '
      source <(annals completion bash)
      compopt() { :; }
      COMP_LINE=$1; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _annals
      printf "%s\n" "${COMPREPLY[@]}" >answer' - '\#(line.replacing("'", with: #"'\''"#))' \#(quoted)
      """#
    )
    let answer = tool.folder.appendingPathComponent("answer")
    return try String(contentsOf: answer, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test func `fits the pieces into which bash cuts a line`() throws {
    #expect(try bash("annals lis", ["annals", "lis"]) == ["list"])
    #expect(try bash("annals get person/bo:", ["annals", "get", "person/bo", ":"]) == ["x"])
    #expect(try bash("annals get person/c=", ["annals", "get", "person/c", "="]) == ["d"])
    #expect(
      try bash(
        "annals update person/ann state=n",
        ["annals", "update", "person/ann", "state", "=", "n"]
      )
        == ["new"]
    )
    #expect(
      try bash(#"annals get person/an\ "#, ["annals", "get", #"person/an\ "#]) == [#"person/an\ n"#]
    )
    #expect(try bash("annals get person/it", ["annals", "get", "person/it"]) == [#"person/it\'s"#])
    #expect(
      try bash("annals get \"person/it", ["annals", "get", "\"person/it"]) == ["person/it's"]
    )
    #expect(
      try bash("annals get 'person/it", ["annals", "get", "'person/it"]) == [#"person/it'\''s"#]
    )
  }

  @Test func `lets no id run as a command`() throws {
    let ids = [
      "$(touch ran)", "`touch ran`", "\";touch ran;\"", "';touch ran;'", #"a\"#, #"\";touch ran;""#,
    ]
    try tool.ok("type define note text:text -q")
    for id in ids + ["a!b"] {
      try tool.run(words: ["create", "note", "--id", id, "-q"])
    }
    for quote in ["", "'", "\""] {
      let begun = quote + "note/"
      let offered = try bash("annals get " + begun, ["annals", "get", begun])
      // What bash takes each for.
      let taken = try offered.map { word in
        try tool.shell(
          "cat >line <<'END'\nprintf %s \(quote)\(word)\(quote) >taken\nEND\nbash line"
        )
        let file = tool.folder.appendingPathComponent("taken")
        return try String(contentsOf: file, encoding: .utf8).replacing("note/", with: "")
      }
      // In double quotes an exclamation mark cannot be written.
      #expect(Set(taken) == Set(ids + (quote == "\"" ? [] : ["a!b"])))
      let mixed = "x" + quote + begun
      #expect(try bash("annals get " + mixed, ["annals", "get", mixed]).allSatisfy(\.isEmpty))
    }
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("ran").path))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `gives scripts that the shell accepts`(shell: String) throws {
    let script = try tool.ok("completion \(shell)")
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)") else { return }
    try script.write(
      to: tool.folder.appendingPathComponent("script"),
      atomically: true,
      encoding: .utf8
    )
    try tool.shell("/usr/bin/\(shell) -n script")
  }

  @Test func `understands every placeholder that names something of a store`() {
    for (path, command) in AnnalsCommand.command.leaves() {
      for argument in command.arguments where argument.name.contains("TYPE") {
        #expect(Completion(argument, of: path) != .nothing, "\(path) \(argument.name)")
      }
    }
  }
}
