import Foundation
import StoreErrors
import Testing

@testable import AnnalsCLI

/// What the repository says about the tool, held against the tool.
@Suite struct `The documentation` {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// With `RECORD=1` in the environment the page is written anew.
  @Test func `has a reference of all commands that is up to date`() throws {
    let file = Self.root.appendingPathComponent("COMMANDS.md")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try ReferencePage.text.write(to: file, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    #expect(
      kept == ReferencePage.text,
      "RECORD=1 swift test --filter ReferenceTests writes it anew"
    )
  }

  @Test func `names every command, argument and option, in the manual too`() {
    let man = ManPage.text.replacing("\\-", with: "-").replacing("\\(aq", with: "'")
    for (path, command) in Manual.commands {
      let name = (["annals"] + path).joined(separator: " ")
      #expect(man.contains(".SS \"\(name)"))
      #expect(ReferencePage.text.contains("\n## \(name)\n"))
      for option in command.allOptions {
        #expect(man.contains("\\fB\(option.dashed)\\fR"), "\(name) \(option.dashed)")
        #expect(ReferencePage.text.contains(option.dashed), "\(name) \(option.dashed)")
      }
    }
    #expect(!ReferencePage.text.contains("__complete"))
  }

  @Test func `lists every exit code that there is`() {
    let listed = Set(
      Manual.exitCodes.flatMap { $0.term.split(separator: ", ").compactMap { Int32($0) } }
    )
    let known: [StoreError.Code] = [
      .notFound, .verificationFailed, .conflict, .notUnique, .keyReused, .usage, .badData,
      .tooLarge,
      .noStore, .futureFormat, .internal, .misuse, .closed, .alreadyExists, .cannotCreate,
      .diskFull,
      .mapFull, .io, .damaged, .busy, .permission, .readOnly, .cancelled,
    ]
    for code in known { #expect(listed.contains(ExitCode.of(code)), "\(code)") }
    for code in [ExitCode.done, ExitCode.interrupted, ExitCode.closedPipe, ExitCode.ofSignal(15)] {
      #expect(listed.contains(code))
    }
  }

  /// Every `$ annals …` in the README's session, with what it prints there.
  @Test func `shows a session that goes as it says`() throws {
    let readme = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"),
      encoding: .utf8
    )
    let session = try #require(
      readme.firstRange(of: "\n```\n$ annals init").map { readme[$0.lowerBound...] }
    )
    let block = session.dropFirst(5).prefix { $0 != "`" }
    let tool = try Tool()
    tool.environment["ANNALS_ACTOR"] = "root"
    var commands = 0
    for part in ("\n" + block).components(separatedBy: "\n$ annals ").dropFirst() {
      let lines = part.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
      let result = try tool.run(lines[0])
      let shown = (result.err + result.out).masked.split(separator: "\n").map(String.init)
      #expect(shown == lines.dropFirst().map(\.masked), "annals \(lines[0])")
      commands += 1
    }
    #expect(commands > 10)
  }
}
