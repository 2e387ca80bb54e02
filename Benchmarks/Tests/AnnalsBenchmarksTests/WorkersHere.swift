import AnnalsBenchmarks

/// Workers in the test's own process.
struct WorkersHere: Workplace {
  func worker(_ engine: any Engine.Type, in folder: String, _ workload: Workload) throws
    -> any TurnTaker
  {
    try Worker(engine, in: folder, workload)
  }

  func open(_ engine: any ReadableEngine.Type, in folder: String, owner: String) throws -> OpenTime
  {
    OpenTime(process: 0.002, inside: 0.001)
  }
}
