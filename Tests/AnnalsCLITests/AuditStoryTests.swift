import Foundation
import Testing

/// The auditor's story under `Examples` prints what the file beside it says.
@Suite struct `The audit story` {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples/AuditStory")

  /// With `RECORD=1` in the environment the file is written anew; read the difference before keeping it.
  @Test func `goes as it is written down`() throws {
    let tool = try Tool()
    tool.environment["PATH"] = Tool.binary.deletingLastPathComponent().path + ":/usr/bin:/bin"
    tool.environment["LC_ALL"] = "C.UTF-8"
    try tool.shell("'\(Self.folder.path)/story.sh' store >printed 2>&1")
    let printed = try String(
      contentsOf: tool.folder.appendingPathComponent("printed"),
      encoding: .utf8
    )
    let file = Self.folder.appendingPathComponent("story.txt")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try printed.write(to: file, atomically: true, encoding: .utf8)
    } else {
      let expected = try String(contentsOf: file, encoding: .utf8)
      let lines = zip(printed.split(separator: "\n"), expected.split(separator: "\n"))
      #expect(lines.first { $0 != $1 }.map { "is \($0), should be \($1)" } == nil)
      #expect(printed == expected)
    }
  }
}
