import AnnalsBenchmarks
import Testing

@Suite struct CountingTests {
  @Test("what the kernel counts is measured without the library, and nothing is made up")
  func kernelCounts() throws {
    let folder = try TemporaryFolder()
    var run = CountingRun(
      [SQLiteEngine.self, LMDBAppendEngine.self],
      workplace: WorkersHere(),
      folder: folder.path,
      progress: { _ in }
    )
    run.workload = Workload(records: 300, owners: 4)
    run.rounds = 1
    let series = try run.measure()
    #expect(!series.contains { $0.measure.name.hasPrefix("allocations") })
    #if os(Linux)
      for name in ["write-calls-1", "written-1", "written-10000"] {
        let found = try #require(series.first { $0.measure.name == name })
        #expect(try #require(found.median(of: "sqlite")) > 0, "\(name)")
      }
    #endif
  }
}
