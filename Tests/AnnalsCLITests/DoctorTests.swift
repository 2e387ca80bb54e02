import Foundation
import Testing

@Suite struct `The doctor` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.ok("init -q")
    try tool.ok("type define person name:text -q")
    try tool.ok("create person/ann name=Ann -q")
  }

  /// The checks that need attention, and their findings.
  private func attention(exit: Int32) throws -> [String: String] {
    let result = try tool.run("doctor")
    #expect(result.exit == exit, "\(result.out)\(result.err)")
    let lines = result.out.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    let serious = lines.filter { $0[1] == "attention" }
    for line in serious { #expect(result.err.contains("(\(line[0]))\n")) }
    return Dictionary(uniqueKeysWithValues: serious.map { ($0[0], $0[2]) })
  }

  @Test func `is content with a new store`() throws {
    #expect(try attention(exit: 0) == [:])
  }

  @Test func `minds files that everybody may write`() throws {
    try tool.shell("chmod o+w .annals/log/data.mdb")
    #expect(try attention(exit: 1)["permissions"]?.hasPrefix("everybody may write") == true)
  }

  @Test(.enabled(if: NSUserName() == "root"))
  func `minds files that belong to somebody else`() throws {
    try tool.ok("count person")
    try tool.shell("chown 65534 .annals/views/data.mdb")
    #expect(try attention(exit: 1)["owner"]?.contains("views/data.mdb belongs to nobody") == true)
  }

  @Test func `minds a clock behind the last commit`() throws {
    // Only an import can bring a time that is still to come.
    try tool.ok(
      "import --format debezium --type person --id id -q -",
      input: #"{"op":"c","after":{"id":"far","name":"F"},"source":{"ts_ms":29348956800000}}"# + "\n"
    )
    #expect(try attention(exit: 1)["clock"]?.contains("seconds behind the last commit, r3") == true)
  }

  @Test func `sees reads of other processes`() throws {
    let reader = try tool.reading("tail")
    _ = try reader.lines(2)
    let result = try tool.run("doctor")
    // Between two looks it reads nothing.
    #expect(result.exit == 0)
    #expect(try reader.end(SIGINT) == 130)
  }

  @Test func `minds ids that look alike, of living records only`() throws {
    let pairs = [
      ("e\u{301}va", "\u{E9}va"), ("Straße", "STRASSE"), ("a b", "a\u{A0}\u{2003}b"),
      ("no\u{200B}el", "noel"),
      ("ｘ１", "x1"),
    ]
    for (one, other) in pairs {
      for id in [one, other] {
        try tool.run(words: ["create", "person", "--id", id, "name=x", "-q"])
      }
      #expect(try attention(exit: 1)["ids"] != nil, "\(one) \(other)")
      try tool.run(words: ["delete", "person", "--id", other, "-q"])
      #expect(try attention(exit: 0) == [:], "\(one)")
    }
  }
}
