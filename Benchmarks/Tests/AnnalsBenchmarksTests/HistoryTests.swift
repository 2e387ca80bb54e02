import AnnalsBenchmarks
import Foundation
import Testing

/// Jobs in the test's own process.
private struct SameProcess: HistoryWorkplace {
  /// The command `annals`, which lies beside the tests.
  private static var tool: String? {
    CommandLine.arguments.first { $0.hasSuffix(".xctest") }.map {
      URL(filePath: $0).deletingLastPathComponent().appending(path: "annals").path
    }
  }

  func perform(_ job: HistoryJob, _ plan: HistoryPlan, in folder: String) throws -> HistoryAnswer {
    try HistoryWorker(plan, in: folder, tool: Self.tool, progress: { _ in }).perform(job)
  }

  func open(in folder: String, owner: String) throws -> OpenTime {
    OpenTime(process: 0.002, inside: 0.001)
  }
}

/// Somebody who cannot replay.
private struct Forgetful: HistoryWorkplace {
  func perform(_ job: HistoryJob, _ plan: HistoryPlan, in folder: String) throws -> HistoryAnswer {
    if case .replay = job { throw BenchmarkError("forgotten") }
    return try SameProcess().perform(job, plan, in: folder)
  }

  func open(in folder: String, owner: String) throws -> OpenTime {
    try SameProcess().open(in: folder, owner: owner)
  }
}

@Suite struct HistoryTests {
  private var plan: HistoryPlan {
    var plan = HistoryPlan()
    plan.people = 60
    plan.events = 400
    plan.lastCommits = 120
    plan.rewrites = 50
    plan.versions = 30
    plan.lines = 95
    plan.commandRecords = 1_000
    plan.rounds = 2
    plan.reads = 5
    plan.opens = 1
    return plan
  }

  @Test("a run measures every figure, and its peers")
  func everyFigure() throws {
    let folder = try TemporaryFolder()
    let run = HistoryRun(
      plan,
      workplace: SameProcess(),
      folder: folder.path,
      progress: { _ in }
    )
    let report = HistoryReport(run.measure(), machine: Machine(storesIn: folder.path))
    #expect(report.result.failures.isEmpty)
    let figures = Dictionary(grouping: report.figures, by: \.name).compactMapValues(\.first)
    let names = [
      "open", "page-at", "page-at-p99", "page-at-hot", "page-at-hot-p99", "record-at", "replay",
      "snapshot-ready", "diff", "growth", "import", "disk", "disk-log", "disk-views",
      "disk-snapshots", "cli-get", "cli-list", "cli-log", "cli-log-record", "cli-blame",
      "cli-complete", "cli-get-small", "cli-complete-small",
    ]
    for name in names { #expect(try #require(figures[name], "no \(name)").value > 0) }
    for name in ["open", "page-at", "page-at-hot", "snapshot-ready", "growth", "disk", "cli-get"] {
      let figure = try #require(figures[name])
      #expect(figure.peer != nil && figure.peerValue ?? 0 > 0 && figure.ratio ?? 0 > 0, "\(name)")
    }
    // The stores are there now, and are measured as they are.
    let again = HistoryReport(run.measure(), machine: Machine(storesIn: folder.path))
    #expect(Set(again.figures.map(\.name)).isSuperset(of: names))
    #expect(again.figures.first { $0.name == "growth" } == figures["growth"])
    #expect(figures["growth"]?.durability == "durable")
    #expect(figures["disk"]?.peer == "sqlite")
    #if os(Linux)
      let memory = figures.filter { $0.key.hasPrefix("memory-") }
      for work in ["build", "page-at", "replay", "export", "rebuild", "import"] {
        #expect(memory["memory-" + work] != nil, "no memory of \(work)")
      }
      #expect(figures["memory"]?.value == memory.values.map(\.value).max())
    #endif
    for part in ["machine:", "buffered", "within 1.50 ×", "seed 1"] {
      #expect(report.document.text.contains(part), "no \(part)")
    }
  }

  @Test("what fails is told, and the rest measured")
  func failures() throws {
    let folder = try TemporaryFolder()
    let run = HistoryRun(
      plan,
      workplace: Forgetful(),
      folder: folder.path,
      progress: { _ in }
    )
    let report = HistoryReport(run.measure(), machine: Machine(storesIn: folder.path))
    #expect(report.result.failures == ["replays"])
    #expect(report.document.text.contains("FAILED: replays"))
    #expect(report.figures.contains { $0.name == "snapshot-ready" })
  }

  @Test("the layout knows how many events and commits a history has")
  func layout() throws {
    let folder = try TemporaryFolder()
    let layout = HistoryLayout(plan, events: plan.events)
    let worker = HistoryWorker(plan, in: folder.path, progress: { _ in })
    // Fails where the head is not the planned one.
    _ = try worker.perform(.build(events: plan.events))
    #expect(layout.eventCount == 60 + 400 + 2 * 10 + 120)
    #expect("\(layout.head)" == "r601")
  }

  @Test("creates and deletes keep the balance")
  func balance() throws {
    var stream = try PeopleStream(Workload(records: 1_000, createPercent: 2, deletePercent: 2))
    _ = stream.nextCommit(of: 1_000)
    _ = stream.nextCommit(of: 20_000)
    #expect(abs(stream.livingCount - 1_000) < 100)
  }

  @Test("bars compare the value, or its ratio to the peer")
  func bars() {
    #expect(Bar.atMost(5).isReached(by: 5, ratio: nil))
    #expect(!Bar.atMost(5).isReached(by: 5.1, ratio: nil))
    #expect(Bar.atLeast(5).isReached(by: 5, ratio: nil))
    #expect(!Bar.atLeast(5).isReached(by: 4.9, ratio: nil))
    #expect(Bar.better(30).isReached(by: 1, ratio: 30))
    #expect(!Bar.better(30).isReached(by: 1, ratio: 29))
    #expect(Bar.within(1.5).isReached(by: 1, ratio: 0.67))
    #expect(!Bar.within(1.5).isReached(by: 1, ratio: 0.66))
    #expect(!Bar.within(1.5).isReached(by: 1, ratio: nil))
  }

  @Test(
    "bad arguments are refused with code 2",
    arguments: [["--what"], ["--rounds", "0"], ["--json"], ["--rewrites", "x"]]
  )
  func badArguments(words: [String]) { #expect(BenchmarkCommand.run(["history"] + words) == 2) }

  @Test("help is asked for without measuring")
  func help() { #expect(BenchmarkCommand.run(["history", "--help"]) == 0) }
}
