import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import AnnalsBenchmarks

@Suite(.enabled("PostgreSQL is not installed") { PostgresEngine.obstacle == nil })
struct PostgresTests {
  @Test(
    "the server's processes end with the engine, whether it is closed or let go",
    arguments: [true, false]
  )
  func serverEnds(isClosed: Bool) throws {
    let folder = try TemporaryFolder()
    var engine: PostgresEngine? = try PostgresEngine(in: folder.path)
    let processes = try #require(engine).serverProcesses
    #expect(processes.count > 1)
    if isClosed { engine?.close() } else { engine = nil }
    for process in processes { #expect(kill(process, 0) != 0) }
  }

  @Test("several threads write at once, each through a connection of its own")
  func threads() throws {
    let folder = try TemporaryFolder()
    let worker = try Worker(PostgresEngine.self, in: folder.path, Workload(records: 100))
    _ = try worker.perform(.commits(count: 1, size: 100))
    let report = try worker.perform(.writers(count: 200, threads: 8))
    #expect(report.timing?.count == 200)
    let closed = try worker.perform(.close)
    #expect(try #require(closed.bytesOnDisk) > 0)
  }

  @Test("a pipeline may be longer than what fits into the socket")
  func longCommit() throws {
    let folder = try TemporaryFolder()
    var stream = try PeopleStream(Workload(records: 5_000))
    let engine = try PostgresEngine(in: folder.path)
    try engine.apply(stream.nextCommit(of: 5_000))
    #expect(try engine.pageByAge(limit: 10_000).count == 5_000)
    engine.close()
  }

  @Test("a folder that the server cannot use is an error with the server's words")
  func badFolder() {
    #expect(throws: BenchmarkError.self) { try PostgresEngine(in: "/proc") }
  }
}
