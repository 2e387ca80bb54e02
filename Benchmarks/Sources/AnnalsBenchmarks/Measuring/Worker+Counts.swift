extension Worker {
  /// Does some work and counts what it asks of the system.
  ///
  /// - Returns: nil where the engine cannot do it.
  func count(_ work: CountedWork) throws -> Counts? {
    switch work {
    case .commits(let count, let size): return try countCommits(count, of: size)
    case .pages(let count):
      guard let engine = engine as? any ReadableEngine else { return nil }
      let owners = owners(count)
      return try Counts.of(engine) {
        for owner in owners { _ = try engine.pageCount(of: owner, limit: Self.pageSize) }
      }
    case .structPages(let count):
      guard let engine = engine as? any StructEngine else { return nil }
      let owners = owners(count)
      return try Counts.of(engine) {
        for owner in owners { _ = try engine.people(of: owner, limit: Self.pageSize) }
      }
    case .records(let count):
      guard let engine = engine as? any ReadableEngine else { return nil }
      var random = SplitMix64(seed: stream.workload.seed)
      let ids = (0..<count).compactMap { _ in stream.livingID(&random) }
      return try Counts.of(engine) { for id in ids { _ = try engine.record(id) } }
    }
  }

  private func owners(_ count: Int) -> [String] {
    var random = SplitMix64(seed: stream.workload.seed)
    return (0..<count).map { _ in stream.workload.owner(&random) }
  }

  private func countCommits(_ count: Int, of size: Int) throws -> Counts {
    let commits = (0..<count).map { _ in nextCommit(of: size) }
    return try Counts.of(engine) {
      for commit in commits { try engine.apply(commit) }
      if size > 1, let engine = engine as? any ReadableEngine, let last = commits.last {
        try readBothViews(engine, last.owner)
      }
    }
  }
}
