extension Worker {
  /// Pages of owners drawn at random, each as of a commit drawn evenly from all.
  func pastPages(_ engine: some HistoryEngine, _ count: Int, _ seed: UInt64) throws -> Timing {
    let head = try engine.head()
    return try reads(count, seed) { random, latencies in
      let owner = stream.workload.owner(&random)
      let point = 1 + random.draw(below: head)
      _ = try latencies.measure { try engine.page(of: owner, limit: Self.pageSize, at: point) }
    }
  }

  /// People drawn from those who live now, each as of a commit drawn evenly from all, at which somebody may not have been
  /// there yet.
  func pastRecords(_ engine: some HistoryEngine, _ count: Int, _ seed: UInt64) throws -> Timing {
    let head = try engine.head()
    return try reads(count, seed) { random, latencies in
      guard let id = stream.livingID(&random) else { return }
      let point = 1 + random.draw(below: head)
      _ = try latencies.measure { try engine.record(id, at: point) }
    }
  }

  private func reads(
    _ count: Int,
    _ seed: UInt64,
    _ read: (inout SplitMix64, inout Latencies) throws -> Void
  ) throws -> Timing {
    var latencies = Latencies(reserving: count)
    var random = SplitMix64(seed: seed)
    for _ in 0..<count { try read(&random, &latencies) }
    return latencies.summary()
  }

  /// The people of an owner each, with every field, as of the ends of the turns so far.
  ///
  /// Within a turn threads may have made their commits in another order than with another engine.
  func pastSurvey(_ engine: some HistoryEngine) throws -> UInt64 {
    var fingerprint = Fingerprint()
    var random = SplitMix64(seed: stream.workload.seed)
    for point in ends {
      let owner = stream.workload.owner(&random)
      fingerprint.add(owner)
      for row in try engine.page(of: owner, limit: 5_000, at: point) {
        fingerprint.add(try engine.person(row))
      }
    }
    return fingerprint.value
  }
}
