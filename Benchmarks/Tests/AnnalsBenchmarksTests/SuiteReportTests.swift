import Foundation
import Testing

@testable import AnnalsBenchmarks

@Suite struct SuiteReportTests {
  private func report(_ history: SuiteReport.History) -> SuiteReport {
    var speed = Series(.commits(of: 10_000))
    var blocks = Series(
      Measure(name: "allocations-get", unit: "allocations/get", isGreaterBetter: false, meaning: "")
    )
    for (name, value) in [("annals", 12.0), ("sqlite", 1)] {
      speed.add(value, of: name)
      blocks.add(value, of: name)
    }
    let engines = [AnnalsEngine.description, SQLiteEngine.description]
    let machine = Machine(storesIn: NSTemporaryDirectory())
    return SuiteReport(
      run: Report(plan: .quick, engines: engines, series: [speed], machine: machine),
      counts: CountsReport(engines: engines, series: [blocks], machine: machine),
      history: history
    )
  }

  @Test("every bar has its line, and every figure is in the JSON under its own name")
  func bars() throws {
    var result = HistoryResult(.quick)
    result.add(200_000, .importing)
    let report = report(.measured(result))
    #expect(report.figures.map(\.name) == ["commit-10000", "allocations-get", "import"])
    let markdown = report.document.markdown
    #expect(markdown.contains("| 12.0 (12.0 to 12.0) | 10.0 × better | yes |"))
    #expect(markdown.contains("| at least 150,000 | yes |"))
    #expect(markdown.contains("(plots/ratios.svg)"))
    #expect(!report.hasFailed)
  }

  @Test("figures of a run of its own stand in for the long history")
  func knownHistory() throws {
    var result = HistoryResult(.quick)
    result.add(100_000, .importing)
    let figures = HistoryReport(result, machine: Machine(storesIn: "/")).figures
    let report = report(.known(figures, path: "history.json"))
    #expect(report.figures.last?.name == "import")
    #expect(report.document.markdown.contains("| at least 150,000 | NO |"))
    #expect(report.document.text.contains("history.json"))
  }
}
