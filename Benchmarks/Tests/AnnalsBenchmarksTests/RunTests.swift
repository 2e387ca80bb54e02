import AnnalsBenchmarks
import Testing

/// Somebody else's engine, which forgets every delete.
private final class ForgetfulEngine: ReadableEngine {
  static let description = EngineDescription(
    name: "forgetful",
    version: "1",
    durability: .memory,
    audit: [],
    history: [],
    settings: "none"
  )
  private let model: ModelEngine

  init(in folder: String) { model = ModelEngine(in: folder) }

  func apply(_ commit: PeopleCommit) throws {
    var commit = commit
    commit.changes.removeAll { if case .delete = $0 { true } else { false } }
    try model.apply(commit)
  }

  func page(of owner: String, limit: Int) -> [Person] { model.page(of: owner, limit: limit) }
  func pageByAge(limit: Int) -> [Person] { model.pageByAge(limit: limit) }
  func record(_ id: String) -> Person? { model.record(id) }
  func person(_ row: Person) -> Person { row }
  func close() {}
}

/// One that shows the present where it is asked about the past.
private final class PresentEngine: HistoryEngine {
  static let description = EngineDescription(
    name: "present",
    version: "1",
    durability: .memory,
    audit: [],
    history: [.record, .page],
    settings: "none"
  )
  private let model: ModelEngine

  init(in folder: String) { model = ModelEngine(in: folder) }
  func apply(_ commit: PeopleCommit) throws { try model.apply(commit) }
  func page(of owner: String, limit: Int) -> [Person] { model.page(of: owner, limit: limit) }
  func pageByAge(limit: Int) -> [Person] { model.pageByAge(limit: limit) }
  func record(_ id: String) -> Person? { model.record(id) }
  func head() -> Int { model.head() }
  func record(_ id: String, at point: Int) -> Person? { model.record(id) }
  func page(of owner: String, limit: Int, at point: Int) -> [Person] {
    model.page(of: owner, limit: limit)
  }
  func person(_ row: Person) -> Person { row }
  func close() {}
}

@Suite struct RunTests {
  static func run(_ engines: [any Engine.Type]) throws -> [Series] {
    let folder = try TemporaryFolder()
    var plan = RunPlan()
    plan.workload = Workload(records: 300, owners: 4)
    plan.events = 100
    plan.rounds = 2
    (plan.pages, plan.records) = (5, 5)
    return try BenchmarkRun(
      plan,
      engines,
      workplace: WorkersHere(),
      folder: folder.path,
      progress: { _ in }
    ).measure()
  }

  @Test("a run measures everything of an engine that reads, and only commits of one that does not")
  func measures() throws {
    let series = try Self.run([SQLiteEngine.self, LMDBAppendEngine.self])
    let names = series.map(\.measure.name)
    for name in [
      "commit-10000", "commit-100", "commit-1", "mixed", "page", "get", "disk-run", "open-run",
    ] {
      let found = try #require(series.first { $0.measure.name == name }, "no \(name) in \(names)")
      #expect(try #require(found.median(of: "sqlite")) > 0)
      let isForAll = name.hasPrefix("commit") || name == "disk-run"
      #expect((found.ratio(of: "sqlite", to: "lmdb") != nil) == isForAll)
    }
  }

  @Test(
    "engines that answer differently are found out, also about the past",
    arguments: ["forgetful", "present"]
  )
  func disagreement(name: String) throws {
    let error = #expect(throws: BenchmarkError.self) {
      try Self.run([
        ModelEngine.self, name == "present" ? PresentEngine.self : ForgetfulEngine.self,
      ])
    }
    #expect(try #require(error).message.contains("answer differently"))
  }
}
