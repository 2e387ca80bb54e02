import AnnalsBenchmarks
import Foundation
import Testing

/// The walk through an engine of one's own in the README; that it answers rightly is tested with all the others.
@Suite struct OwnEngineTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  @Test("the README shows the engine as it is tested, to the letter")
  func quoted() throws {
    let code = try String(
      contentsOf: Self.tests.appending(path: "JournalEngine.swift"),
      encoding: .utf8
    )
    let readme = try String(
      contentsOf: Self.tests.appending(path: "../../README.md"),
      encoding: .utf8
    )
    #expect(readme.contains("```swift\n\(code)```\n"))
  }

  @Test("it takes part in the command beside the others, by its name")
  func command() {
    let engines: [any Engine.Type] = BenchmarkCommand.standardEngines + [JournalEngine.self]
    #expect(BenchmarkCommand.run(["--engine", "journal,sqlite", "--help"], engines: engines) == 0)
  }

  @Test("it is measured in turns with another, and both agree")
  func run() throws {
    let series = try RunTests.run([JournalEngine.self, SQLiteEventsEngine.self])
    for name in [
      "commit-10000", "mixed", "page", "get", "page-at-run", "record-at-run", "disk-run",
    ] {
      let found = try #require(series.first { $0.measure.name == name })
      #expect(found.ratio(of: "journal", to: "sqlite-events") != nil)
    }
  }
}
