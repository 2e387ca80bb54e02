import Foundation
import Testing

/// `tail` and `log --follow` while others write.
@Suite(.timeLimit(.minutes(20))) struct `Following` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.ok("init -q")
    try tool.ok("type define person name:text! age:int -q")
  }

  private func create(_ names: String...) throws {
    for name in names { try tool.ok("create person/\(name) name=\(name) -q") }
  }

  /// The ids that a line in `--jsonl` or `--oneline` names.
  private func ids(_ lines: [String]) -> [String] {
    lines.compactMap { line in
      (line.firstMatch(of: /"id":"([^"]*)"/) ?? line.firstMatch(of: /person\/(\w+)@/))
        .map { String($0.output.1) }
    }
  }

  @Test(arguments: ["tail --jsonl", "log --follow --jsonl", "tail --oneline", "log -f --oneline"])
  func `prints what others commit as it comes`(line: String) throws {
    try create("a")
    let reader = try tool.reading(line)
    #expect(ids(try reader.lines(2)) == ["person", "a"].suffix(line.contains("json") ? 2 : 1))
    try create("b")
    #expect(ids(try reader.lines(1)) == ["b"])
    try create("c", "d")
    #expect(ids(try reader.lines(2)) == ["c", "d"])
    #expect(try reader.end(SIGINT) == 130)
    #expect(reader.messages == "")
  }

  @Test func `prints only what fits`() throws {
    let reader = try tool.reading("log person --follow --oneline --field age -S 7 --actor eva")
    try create("a")
    try tool.ok("update person/a age=7 -q --actor bo")
    try tool.ok("update person/a age=8 -q --actor eva")
    try tool.ok("update person/a name=A -q --actor eva")
    try tool.ok("update person/a age=7 -q --actor eva")
    #expect(try reader.lines(2).map { String($0.prefix(2)) } == ["r4", "r6"])
    #expect(try reader.end(SIGINT) == 130)
  }

  @Test func `finishes its document`() throws {
    let reader = try tool.reading("tail --json")
    _ = try reader.lines(1)
    #expect(try reader.end(SIGTERM) == 143)
    let document = try JSONSerialization.jsonObject(with: reader.everything) as? [String: Any]
    #expect((document?["events"] as? [Any])?.count == 1)
  }

  @Test func `goes on where it ended, with nothing left out or repeated`() throws {
    var seen: [String] = []
    for (round, signal) in [SIGINT, SIGTERM, SIGINT].enumerated() {
      let reader = try tool.reading("tail person --after r1 --jsonl --position at.pos")
      try create("during\(round)")
      seen += ids(try reader.lines(round == 0 ? 1 : 2))
      #expect(try reader.end(signal) == 128 + signal)
      try create("between\(round)")
    }
    #expect(seen == ["during0", "between0", "during1", "between1", "during2"])
  }

  @Test func `leaves nothing out where it is killed`() throws {
    var seen: [String] = []
    var made: [String] = []
    for round in 0..<6 {
      let reader = try tool.reading("tail person --after r1 --jsonl --position at.pos")
      for number in 0..<3 {
        try create("p\(round)x\(number)")
        made.append("p\(round)x\(number)")
      }
      // It is killed at some moment between printing the first of them and the last.
      seen += ids(try reader.lines(1 + round % 3))
      #expect(try reader.end(SIGKILL) == 128 + SIGKILL)
      seen += ids(reader.rest())
    }
    seen += ids(
      try tool.ok("tail person --jsonl --no-wait --position at.pos").components(separatedBy: "\n")
    )
    #expect(seen.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } == made)
  }

  @Test func `ends when its reader goes away, though nothing more is committed`() throws {
    let reader = try tool.reading("tail --jsonl")
    _ = try reader.lines(1)
    #expect(try reader.hangUp() == 141)
    #expect(reader.messages == "")
  }

  @Test func `waits for a record that is still to come`() throws {
    let reader = try tool.reading("tail person/later --oneline")
    try create("sooner", "later")
    #expect(ids(try reader.lines(1)) == ["later"])
    #expect(try reader.end(SIGINT) == 130)
  }

  @Test func `refuses a position past the end of the log`() throws {
    try create("a")
    try tool.ok("tail --no-wait --position at.pos -q")
    try tool.shell("sed -i s/r2/r3/ at.pos")
    let refused = try tool.run("tail --no-wait --position at.pos")
    #expect(refused.exit == 3)
    #expect(refused.err.contains("an older state of the store was put back"))
    try tool.shell("echo nonsense >at.pos")
    #expect(try tool.run("tail --no-wait --position at.pos").exit == 65)
  }
}
