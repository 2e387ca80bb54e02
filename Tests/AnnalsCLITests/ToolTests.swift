import Foundation
import Testing

@testable import AnnalsCLI

@Suite struct `The tool` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.ok("init -q")
    try tool.ok("type define person name:text! age:int -q")
    try tool.ok("create person/ann name=Ann age=41 -q")
  }

  private func folder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: tool.folder.appendingPathComponent(name),
      withIntermediateDirectories: true
    )
  }

  // MARK: Where the store is, and who acts

  @Test func `finds the store that is named, else the nearest upward`() throws {
    try folder("a/b")
    try tool.ok("init a/.annals -q")
    try tool.ok("init elsewhere -q")
    let upward = try Tool(in: tool.folder.appendingPathComponent("a/b"))
    #expect(try upward.run("list person -v").err.contains("/a/.annals"))
    #expect(try upward.run("list person -s ../../.annals").exit == 0)
    #expect(try upward.run("list person -s ../..").exit == 0, "a folder that holds a store")
    upward.environment["ANNALS_STORE"] = "../../.annals"
    #expect(try upward.run("count person").out == "1\n")
    #expect(try upward.run("-s ../../elsewhere type show").out == "", "the option comes first")
    let inside = try Tool(in: tool.folder.appendingPathComponent("elsewhere"))
    #expect(try inside.run("type show").exit == 0, "within the store")
  }

  @Test func `keeps who acts`() throws {
    try tool.ok("update person/ann age=1 --actor option")
    tool.environment["ANNALS_ACTOR"] = "variable"
    try tool.ok("update person/ann age=2")
    tool.environment["ANNALS_ACTOR"] = nil
    try tool.ok("update person/ann age=3")
    let actors = try tool.ok("log person/ann -n 3").split(separator: "\n").map {
      $0.split(separator: "\t")[2]
    }
    #expect(actors[1...] == ["variable", "option"])
    #expect(actors[0] == NSUserName())
    #expect(try tool.ok("--actor alias count person") == "1\n", "an alias may always name one")
  }

  // MARK: Output

  @Test func `ends quietly when its reader has gone`() throws {
    for index in 0..<3 {
      let lines = (0..<2000).map {
        #"{"op":"put","type":"person","id":"\#(index)-\#($0)","fields":{"name":"n"}}"#
      }
      try tool.ok("batch - -q", input: lines.joined(separator: "\n"))
    }
    for command in ["list person", "list person --json", "log", "list person --csv"] {
      let result = try tool.intoClosedPipe(command)
      #expect(result.exit == 141, "\(command)")
      #expect(result.err == "", "\(command)")
    }
  }

  @Test func `colours only on a terminal that wants it`() throws {
    let escape: Character = "\u{1B}"
    #expect(try tool.onTerminal("list person --no-pager").out.contains(escape))
    #expect(try !tool.onTerminal("list person --no-pager --no-color").out.contains(escape))
    #expect(try !tool.run("list person").out.contains(escape))
    tool.environment["NO_COLOR"] = "1"
    #expect(try !tool.onTerminal("list person --no-pager").out.contains(escape))
    tool.environment["NO_COLOR"] = nil
    tool.environment["TERM"] = "dumb"
    #expect(try !tool.onTerminal("list person --no-pager").out.contains(escape))
  }

  @Test func `shows long output through the user's pager`() throws {
    tool.environment["PAGER"] = "tr a-z A-Z"
    #expect(try tool.onTerminal("list person --no-color").out.contains("ANN"))
    #expect(try !tool.onTerminal("list person --no-color --no-pager").out.contains("ANN"))
    #expect(try !tool.onTerminal("list person --plain").out.contains("ANN"))
    #expect(try tool.run("list person").out == "ann\tAnn\t41\n")
    tool.environment["ANNALS_PAGER"] = "cat >/dev/null; echo its own, LESS=$LESS"
    #expect(try tool.onTerminal("list person").out == "its own, LESS=FRX\n")
    tool.environment["LESS"] = "R"
    #expect(try tool.onTerminal("list person").out == "its own, LESS=R\n")
    tool.environment["ANNALS_PAGER"] = nil
    tool.environment["PAGER"] = ""
    #expect(try tool.onTerminal("list person --no-color").out.contains("Ann"))
  }

  @Test func `writes data byte by byte as they are kept`() throws {
    for text in ["e\u{301}", "\u{E9}", "👨‍👩‍👧", "\u{FFFD}", "a\u{0}b", " spaced "] {
      let json = "\"" + text.replacing("\u{0}", with: "\\u0000") + "\""
      try tool.run(words: ["put", "person", "--id", "x", "name:=\(json)"])
      let read = try tool.ok("get person/x --jsonl")
      let object = try JSONSerialization.jsonObject(with: Data(read.utf8)) as? [String: Any]
      let name = (object?["fields"] as? [String: Any])?["name"] as? String
      #expect(name.map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test func `pages through everything once`() throws {
    let lines = (0..<57).map {
      #"{"op":"put","type":"person","id":"p\#($0)","fields":{"name":"n","age":\#($0 % 5)}}"#
    }
    try tool.ok("batch - -q", input: lines.joined(separator: "\n"))
    let all = try tool.ok("list person --sort -age,name")
    var pages = "", after = ""
    while true {
      let page = try tool.run("list person --sort -age,name --limit 10" + after)
      pages += page.out
      guard let token = page.err.firstMatch(of: /next: (--after \S+)/)?.1 else { break }
      after = " " + token
      // What others write meanwhile does not show.
      try tool.ok("create person name=meanwhile age=3 -q")
    }
    #expect(pages == all)
  }

  @Test func `shows and reads times in the zone that is asked for`() throws {
    try tool.ok("type define visit at:instant -q")
    try tool.ok("create visit/v at=2024-07-01T12:00:00Z -q")
    #expect(try tool.ok("list visit") == "v\t2024-07-01T12:00:00Z\n")
    #expect(try tool.ok("list visit --tz Europe/Berlin") == "v\t2024-07-01T14:00:00+02:00\n")
    #expect(try tool.ok("list visit --tz Europe/Berlin --csv").contains("v,2024-07-01T12:00:00Z"))
    tool.environment["TZ"] = "Asia/Kolkata"
    #expect(try tool.ok("list visit") == "v\t2024-07-01T17:30:00+05:30\n")
    #expect(
      try tool.run("count person --at 2100-01-01").err.contains("(2100-01-01T23:59:59+05:30)")
    )
  }

  @Test func `leaves its store alone where it was started without input or output`() throws {
    let annals = "'\(Tool.binary.path)' -s .annals"
    try tool.shell("\(annals) create person/quiet name=Q -m 'no stream' <&- >&- 2>&-")
    try tool.shell("\(annals) list person --at r3 <&- >&- 2>&- || [ $? -eq 74 ]")
    try tool.shell("\(annals) batch - <&- 2>/dev/null || [ $? -eq 74 ]")
    try tool.shell("\(annals) list person >&- 2>/dev/null || [ $? -eq 74 ]")
    #expect(try tool.ok("replay person") == tool.ok("list person"))
    #expect(try tool.ok("count person") == "2\n")
  }

  @Test func `has done what it did, also where its messages cannot be written`() throws {
    try tool.shell("'\(Tool.binary.path)' -s .annals create person/full name=F 2>/dev/full")
    #expect(try tool.ok("get person/full") == "full\tF\t\\M\n")
  }

  @Test func `says where the next page begins below this one`() throws {
    try tool.ok("create person/bo name=Bo -q")
    try tool.shell("'\(Tool.binary.path)' -s .annals list person --limit 1 >both 2>&1")
    let both = try String(contentsOf: tool.folder.appendingPathComponent("both"), encoding: .utf8)
    #expect(both.masked == "ann\tAnn\t41\nnext: --after TOKEN\n")
    tool.environment["PAGER"] = "cat -n"
    let paged = try tool.onTerminal("list person --limit 1 --no-color").out
    #expect(paged.split(separator: "\n").last?.contains("3\tnext: --after") == true)
    #expect(try !tool.onTerminal("list person --limit 1 -q").out.contains("next:"))
  }

  @Test func `points at an id that only looks like a version`() throws {
    try tool.ok("create person --id bo@2 name=Bo -q")
    let missed = try tool.run("get person/bo@2")
    #expect(missed.exit == 1)
    #expect(missed.err.contains("hint: if @2 belongs to the id: annals get person --id 'bo@2'\n"))
    #expect(try !tool.run("get person/cy@2").err.contains("hint"))
  }

  // MARK: Import and export

  @Test func `gives a history to another store, times and all`() throws {
    try tool.ok("update person/ann age:=null -q -m 'a reason' --actor bo")
    try tool.ok("delete person/ann -q")
    let log = try tool.ok("export --format jsonl -q")
    try tool.ok("init copy -q")
    try tool.ok("-s copy import --format jsonl - -q", input: log)
    #expect(
      try tool.ok("-s copy export --format jsonl -q").split(separator: "\n").dropFirst()
        == log.split(separator: "\n").dropFirst()
    )
    #expect(try tool.ok("-s copy log --jsonl") == tool.ok("log --jsonl"))
    #expect(try tool.ok("-s copy list person --at r3 -q") == tool.ok("list person --at r3 -q"))
    #expect(try tool.run("-s copy import --format jsonl -", input: log).exit == 3)
  }

  @Test func `exports up to a point`() throws {
    try tool.ok("delete person/ann -q")
    let result = try tool.run("export --format jsonl --at r2")
    #expect(result.err.hasSuffix("exported 2 commits\n"))
    #expect(result.out.split(separator: "\n").count == 3)
  }

  @Test func `takes in the history of a repository`() throws {
    try tool.ok("init files -q")
    let repository = tool.folder.appendingPathComponent("repository").path
    try folder("repository")
    try tool.shell(
      """
      cd '\(repository)' && git init -q && git config user.name Ann && git config user.email a@b.example
      echo one > a.txt && git add . && git commit -qm 'first words'
      echo one two > a.txt && echo b > b.txt && git add . && git commit -qm 'more words'
      """
    )
    try tool.ok("-s files import --format git '\(repository)' -q")
    #expect(try tool.ok("-s files list file --sort -size --csv").contains(/a\.txt,file,.*,8,Ann/))
    let log = try tool.ok("-s files log file/a.txt --jsonl")
    #expect(log.contains(#""reason":"more words""#))
    #expect(try tool.ok("-s files count file") == "2\n")
    #expect(try tool.run("-s files import --format git '\(repository)' -q").exit == 3)
    #expect(try tool.run("-s files import --format git '\(repository)' --resume -q").exit == 0)
    #expect(try tool.run("-s files import --format git nowhere").exit == 64)
  }

  // MARK: Upkeep

  /// The object that a command prints with `--json`.
  private func object(_ line: String) throws -> [String: Any] {
    let data = Data(try tool.ok(line + " --json").utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func `counts what there is`() throws {
    let statistics = try object("stats")
    #expect(statistics["revision"] as? Int == 2)
    #expect(statistics["events"] as? Int == 2)
    let types = statistics["types"] as? [[String: Any]]
    #expect(types?.first?["name"] as? String == "person")
    #expect(types?.first?["records"] as? Int == 1)
    for form in ["--plain", "--csv"] {
      #expect(try tool.ok("stats \(form)").contains(/type[\t,]person[\t,]1[\t,]/))
    }
  }

  @Test func `saves states and replays from them`() throws {
    #expect(try object("replay --stats")["snapshot"] is NSNull)
    #expect(
      try tool.run("snapshot").err.hasPrefix("saved 1 record, deleted ones included, at r2 (")
    )
    let snapshots = try object("snapshot list")["snapshots"] as? [[String: Any]]
    #expect(snapshots?.map { $0["revision"] as? Int } == [2])
    try tool.ok("update person/ann age=42 -q")
    let replay = try object("replay --stats")
    #expect(replay["snapshot"] as? Int == 2)
    #expect(replay["events"] as? Int == 1)
    #expect(try tool.ok("replay person") == tool.ok("list person"))
    #expect(try object("rebuild")["events"] is Int)
    #expect(try tool.ok("list person") == "ann\tAnn\t42\n")
    #expect(try tool.run("snapshot prune").exit == 0)
  }

  // MARK: Exit codes

  @Test(arguments: AnnalsCommand.command.leaves().map(\.path))
  func `has help and refuses unknown options in every command`(path: [String]) throws {
    let help = try tool.run(words: path + ["--help"])
    #expect(help.exit == 0)
    #expect(help.err == "")
    #expect(help.out == AnnalsCommand.help(of: path))
    let refused = try tool.run(words: path + ["--bogus"])
    #expect(refused.exit == 64)
    #expect(refused.out == "")
    #expect(
      refused.err.hasPrefix("error: \(path.joined(separator: " ")) has no option '--bogus'\nhint: ")
    )
  }

  @Test(arguments: AnnalsCommand.command.leaves())
  func `says that there is no store`(path: [String], command: Command) throws {
    let empty = try Tool()
    try Data().write(to: empty.folder.appendingPathComponent("changes.jsonl"))
    for example in command.examples where !["init", "help", "completion"].contains(path[0]) {
      let result = try empty.run(example.line)
      #expect(result.exit == 66, "\(example.line): \(result.err)")
      #expect(result.out == "")
    }
  }

  @Test func `tells what stands in the way`() throws {
    let file = tool.folder.appendingPathComponent("file")
    try Data("x".utf8).write(to: file)
    #expect(try tool.run("init file").exit == 73)
    #expect(try tool.run("-s file count person").exit == 66)
    #expect(try tool.run("init").exit == 73)
    #expect(try tool.run("init ''").exit == 64)
    #expect(try tool.run("-s '' count person").exit == 66)
    #expect(try tool.run("init missing/parent/store").exit == 0, "folders between are made")
    let log = tool.folder.appendingPathComponent(".annals/log/data.mdb")
    try Data(repeating: 0xFF, count: 8192).write(to: log)
    #expect(try tool.run("count person").exit == 74)
    #expect(try tool.run("create person name=x").exit == 74)
  }

  @Test func `reports errors as JSON where JSON is asked for`() throws {
    for line in ["get person/none --json", "list person --bogus --json", "--jsonl list nothing"] {
      let result = try tool.run(line)
      let object = try JSONSerialization.jsonObject(with: Data(result.err.utf8)) as? [String: Any]
      let error = object?["error"] as? [String: Any]
      #expect(error?["exit"] as? Int == Int(result.exit), "\(line)")
      #expect(error?["code"] is String)
      #expect(error?["message"] is String)
    }
  }
}
