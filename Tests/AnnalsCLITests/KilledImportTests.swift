import Annals
import EventLog
import Foundation
import Testing

/// Imports by the tool that end with `kill -9`.
@Suite struct `Killed imports` {
  private static let transactions: UInt64 = 2200
  /// How many changes each transaction of the source holds.
  private static let size: UInt64 = 10

  /// A stream of changes to few records, so that they live, die and change; with a field that appears, and a kind
  /// that widens, late in it.
  private static func stream() -> String {
    (0..<transactions * size).map { number in
      let late = number > 15_000 ? ",\"half\":\(number).5,\"late\":true" : ",\"half\":\(number)"
      let row = "{\"id\":\(number * 7 % 97),\"turn\":\(number),\"none\":null\(late)}"
      let isDeath = number % 10 == 9 && number >= 97
      return "{\"op\":\"\(isDeath ? "d" : "u")\",\"before\":\(isDeath ? row : "null"),"
        + "\"after\":\(isDeath ? "null" : row),"
        + "\"source\":{\"table\":\"person\",\"ts_ms\":\(1_600_000_000_000 + number),\"who\":\"ann\"},"
        + "\"transaction\":{\"id\":\"\(number / size)\"}}\n"
    }.joined()
  }

  private static let command =
    "import --format debezium --commit-by transaction.id --actor-from source.who stream.jsonl -q"

  @Test func `hold whole commits, all that were acknowledged, and go on to the same end`() throws {
    let tool = try Tool()
    let text = Data(Self.stream().utf8)
    try text.write(to: tool.folder.appendingPathComponent("stream.jsonl"))
    try tool.ok("init whole -q")
    let duration = try ContinuousClock().measure { try tool.ok("-s whole " + Self.command) }
    // An eighth, in microseconds: the blow falls anywhere in a flush or between two, and before the end.
    let longest = UInt32(duration / .microseconds(8))
    try tool.ok("init killed -q")
    var head = Revision.zero
    var kills = 0
    for round in 0..<3 {
      let process = try tool.start("-s killed " + Self.command + (round == 0 ? "" : " --resume"))
      // A commit that another process sees was acknowledged. The first blow falls before there is one.
      if round > 0 { try Self.wait(for: process, behind: head, in: tool) }
      usleep(.random(in: 0...longest))
      let seen = try Self.open("killed", in: tool) { try $0.head().revision }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { kills += 1 }
      head = try Self.check(tool)
      #expect(head >= seen)
    }
    #expect(kills >= 2)
    try tool.ok("-s killed " + Self.command + " --resume")
    #expect(try Self.check(tool).rawValue == Self.transactions)
    for line in ["export --format jsonl", "list person --jsonl", "replay --jsonl"] {
      // An export begins with the identity of its store.
      let lines = try ["killed", "whole"].map {
        try tool.ok("-s \($0) \(line) -q").split(separator: "\n").drop {
          $0.contains("annals-log/")
        }
      }
      #expect(lines[0] == lines[1], "\(line)")
    }
    let heads = try ["killed", "whole"].map { try Self.open($0, in: tool) { try $0.head() } }
    #expect(heads[0] == heads[1])
  }

  /// Waits until an import has gone on, or has ended.
  private static func wait(for process: Process, behind head: Revision, in tool: Tool) throws {
    while process.isRunning, try open("killed", in: tool, { try $0.head().revision }) <= head {
      usleep(2000)
    }
  }

  /// Checks that the store holds the beginning of the source, commit by commit.
  private static func check(_ tool: Tool) throws -> Revision {
    try open("killed", in: tool) { store in
      let head = try store.head().revision
      if head == .zero { return head }
      for number in 1...head.rawValue {
        let commit = try store.commit(Revision(number))
        let changes = commit.events.count { $0.op != .define }
        guard changes == size, commit.header.bookmark?.place == number * size else {
          Issue.record("commit \(number) has \(changes) changes")
          break
        }
      }
      return head
    }
  }

  private static func open<R>(_ name: String, in tool: Tool, _ body: (Store) throws -> R) throws
    -> R
  {
    var options = Store.Options()
    options.isReadOnly = true
    let store = try Store.open(at: tool.folder.path + "/" + name, options)
    defer { store.close() }
    return try body(store)
  }
}
