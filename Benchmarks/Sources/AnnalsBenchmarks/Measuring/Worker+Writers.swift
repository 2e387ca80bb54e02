internal import Synchronization

extension Worker {
  /// Durable commits of one change by many threads at once.
  ///
  /// An engine that one thread at a time may use is guarded by a lock, as its user would guard it.
  func writers(_ count: Int, _ threads: Int) throws -> Timing {
    let shares = shares(of: count, threads)
    let outcome = Mutex(Outcome())
    let turn = engine is any ConcurrentEngine ? nil : TurnLock()
    let engine = engine
    let seconds = try ContinuousClock().measure {
      try Threads.run(threads) { number in
        var latencies = Latencies(reserving: shares[number].count)
        do {
          for commit in shares[number] {
            try latencies.measure {
              if let turn {
                try turn.lock.withLock { _ in try engine.apply(commit) }
              } else {
                try engine.apply(commit)
              }
            }
          }
        } catch {
          outcome.withLock { $0.failures.append("\(error)") }
        }
        outcome.withLock { $0.latencies.append(latencies) }
      }
    }
    let all = outcome.withLock { $0 }
    if let failure = all.failures.first { throw BenchmarkError("a writer failed: \(failure)") }
    var timing = all.latencies.summary()
    timing.seconds = seconds.inSeconds
    return timing
  }

  private struct Outcome {
    var latencies = Latencies(reserving: 0)
    var failures: [String] = []
  }

  private final class TurnLock: Sendable {
    let lock = Mutex(())
  }

  /// Deals commits out evenly; those of one person go to one thread, in their order.
  func shares(of count: Int, _ threads: Int) -> [[PeopleCommit]] {
    var shares = [[PeopleCommit]](repeating: [], count: threads)
    var threadOf: [String: Int] = [:]
    for _ in 0..<count {
      let commit = nextCommit(of: 1)
      let person = commit.changes.first?.id ?? ""
      let least = shares.indices.min { shares[$0].count < shares[$1].count } ?? 0
      let thread = threadOf[person] ?? least
      threadOf[person] = thread
      shares[thread].append(commit)
    }
    return shares
  }
}
