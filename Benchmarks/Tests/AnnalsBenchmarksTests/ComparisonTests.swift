import AnnalsBenchmarks
import Foundation
import Testing

@Suite struct ComparisonTests {
  private func figures(_ ratios: [Double], count: Double = 100) throws -> [Figure] {
    var speed = Series(
      Measure(name: "commit-1", unit: "events/s", isGreaterBetter: true, meaning: "")
    )
    for ratio in ratios {
      speed.add(ratio * 1000, of: "a")
      speed.add(1000, of: "b")
    }
    var written = Series(
      Measure(name: "written", unit: "bytes/event", isGreaterBetter: false, meaning: "")
    )
    written.add(count, of: "a")
    let engines = ["a", "b"].map {
      EngineDescription(
        name: $0,
        version: "1",
        durability: .durable,
        audit: [],
        history: [],
        settings: ""
      )
    }
    return Figure.all(of: [speed, written], engines)
  }

  private func verdicts(_ old: [Figure], _ new: [Figure]) -> [Comparison.Verdict] {
    Comparison(old, with: new).rows.map(\.verdict)
  }

  @Test("what wavers within its spread, or by a tenth, is the same")
  func noise() throws {
    let old = try figures([1.0, 1.2, 1.4])
    #expect(verdicts(old, try figures([0.9, 1.0, 1.1])) == [.same, .same])
    #expect(verdicts(old, try figures([1.3, 1.5, 1.9])) == [.same, .same])
    let narrow = try figures([1.20, 1.21, 1.22])
    #expect(verdicts(narrow, try figures([1.10, 1.12, 1.13])) == [.same, .same])
    #expect(!Comparison(narrow, with: narrow).hasRegression)
  }

  @Test("what lies outside of the spread and has lost a tenth is worse")
  func regression() throws {
    let old = try figures([1.0, 1.2, 1.4])
    let new = try figures([0.7, 0.8, 0.95])
    #expect(verdicts(old, new) == [.worse, .same])
    #expect(Comparison(old, with: new).hasRegression)
    #expect(verdicts(new, old) == [.better, .same])
    #expect(!Comparison(new, with: old).hasRegression)
  }

  @Test("a count is worse by more than a twentieth")
  func counts() throws {
    let old = try figures([1])
    #expect(verdicts(old, try figures([1], count: 104)) == [.same, .same])
    #expect(verdicts(old, try figures([1], count: 106)) == [.same, .worse])
    #expect(verdicts(old, try figures([1], count: 94)) == [.same, .better])
  }

  @Test("a figure that is gone is a regression, a new one is not")
  func missing() throws {
    let all = try figures([1])
    #expect(Comparison(all, with: Array(all.prefix(1))).hasRegression)
    #expect(!Comparison(Array(all.prefix(1)), with: all).hasRegression)
  }

  @Test("the command compares files and says so by its exit code")
  func command() throws {
    let folder = try TemporaryFolder()
    func write(_ name: String, _ figures: [Figure]) throws -> String {
      let path = folder.path + "/" + name
      try Figure.json(figures).write(to: URL(fileURLWithPath: path))
      return path
    }
    let old = try write("old", figures([1.2]))
    let new = try write("new", figures([0.5]))
    #expect(BenchmarkCommand.run(["compare", old, old]) == 0)
    #expect(BenchmarkCommand.run(["compare", old, new]) == 1)
    #expect(BenchmarkCommand.run(["compare", old]) == 2)
    #expect(BenchmarkCommand.run(["compare", old, folder.path + "/none"]) == 2)
  }
}
