import Foundation
import TestSupport
import Testing

/// A compaction leaves the store whole, whatever happens meanwhile.
@Suite struct `Compaction at the terminal` {
  @Test func `loses nothing when it is killed`() throws {
    var random = SeededGenerator()
    let tool = try Tool()
    try tool.ok("init -q")
    try tool.ok("type define note text:text -q")
    let lines = (1...2000).map {
      #"{"op":"create","type":"note","id":"\#($0)","fields":{"text":"\#(String(repeating: "x", count: 500))"}}"#
    }
    try tool.ok("batch - -q", input: lines.joined(separator: "\n"))
    for round in 1...rounds(15) {
      // Small commits, which a journal keeps.
      for number in 1...3 { try tool.ok("update note/\(round) text=\(number) -q") }
      let history = try tool.ok("export --format jsonl -q")
      let compaction = try tool.start("compact")
      usleep(UInt32(random.index(below: 120_000)))
      kill(compaction.processIdentifier, SIGKILL)
      compaction.waitUntilExit()
      #expect(try tool.ok("export --format jsonl -q") == history, "round \(round)")
    }
    #expect(try tool.ok("verify --json").contains(#""fault":null"#))
    try tool.ok("compact -q")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: tool.folder.path + "/.annals/log"
    )
    #expect(names.allSatisfy { !$0.hasPrefix("compacted-") }, "\(names)")
    #expect(try tool.ok("count note") == "2000\n")
  }

  @Test func `loses nothing while short commands come and go`() throws {
    let tool = try Tool()
    tool.environment["PATH"] = Tool.binary.deletingLastPathComponent().path + ":/usr/bin:/bin"
    try tool.ok("init -q")
    try tool.ok("type define note text:text -q")
    // Exit 75 says that somebody had the store open at that moment.
    try tool.shell(
      """
      (for i in $(seq 30); do annals create note/a$i -q; done) & first=$!
      (for i in $(seq 30); do annals create note/b$i -q; done) & second=$!
      for i in $(seq 30); do annals compact -q 2>/dev/null || test $? = 75; done
      wait $first
      wait $second
      """
    )
    #expect(try tool.ok("count note") == "60\n")
    #expect(try tool.ok("verify --json").contains(#""fault":null"#))
  }
}
