/// Opening a store and reading its first page: once in a process of its own.
enum OpenTrial {
  /// What the process reports; how long the process itself took, its parent knows.
  struct Report: Codable {
    /// From before opening until the page is there.
    var seconds: Double
    /// How many people the page holds.
    var rows: Int
  }

  static func run(_ engine: any ReadableEngine.Type, in folder: String, owner: String) throws
    -> Report
  {
    try runTyped(engine, folder, owner)
  }

  private static func runTyped<E: ReadableEngine>(
    _: E.Type,
    _ folder: String,
    _ owner: String
  ) throws -> Report {
    let clock = ContinuousClock()
    let start = clock.now
    let engine = try E(in: folder)
    let rows = try engine.page(of: owner, limit: Worker.pageSize)
    let seconds = (clock.now - start).inSeconds
    return Report(seconds: seconds, rows: rows.count)
  }
}
