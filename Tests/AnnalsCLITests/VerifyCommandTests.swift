import Foundation
import PageStore
import StoreErrors
import Testing

/// What `verify` and `rebuild` say of views that were damaged.
@Suite struct `Damaged views` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.ok("init -q")
    try tool.ok("type define person name:text! age:int --view by-age=age -q")
    try tool.ok("create person/ann name=Ann age=41 -q")
    try tool.ok("create person/bo name=Bo age=7 -q")
    // A list would leave so few events where they are.
    try tool.ok("stats -q")
    // Bo, the youngest, is no longer in the list by age.
    let path = tool.folder.path + "/.annals/views"
    let environment = try Environment.open(at: path, .init(tables: ["entries"]))
    defer { environment.close() }
    let entries = try environment.table("entries")
    try environment.write { transaction in
      try transaction.withWritableCursor(over: entries) { cursor in
        if try cursor.first() { try cursor.delete() }
      }
    }
  }

  private static let message =
    "views, view by-age, person/bo at r3: the record is missing in the view, or not at its place"

  @Test func `make a verification exit 2 and name the record, and stay as they are`() throws {
    for line in ["verify", "verify --views", "verify --points 0", "verify"] {
      let result = try tool.run(line)
      #expect(result.exit == 2)
      #expect(
        result.err == """
          error: \(Self.message)
          hint: nothing is lost: `annals rebuild` makes the views again from the log

          """
      )
      #expect(result.out.contains("fault\t\(Self.message)\n"), "\(result.out)")
    }
    let result = try tool.run("verify --json")
    #expect(result.exit == 2)
    #expect(
      result.out.contains(
        #""fault":{"in":"views","message":"the record is missing in the view, or not at its place","#
          + #""revision":3,"type":"person","id":"bo","view":"by-age","path":null}"#
      ),
      "\(result.out)"
    )
    #expect(result.err.contains(#""code":"verification-failed""#))
    #expect(result.err.contains(#""exit":2"#))
  }

  @Test func `are told by a rebuild, which mends them`() throws {
    let result = try tool.run("rebuild")
    #expect(result.exit == 0)
    #expect(result.err.hasPrefix("the old views differed: "), "\(result.err)")
    try tool.ok("verify")
    #expect(try tool.run("rebuild --json").out.contains(#""foundDifference":false"#))
  }
}
