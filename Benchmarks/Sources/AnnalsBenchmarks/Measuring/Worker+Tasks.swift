internal import Dispatch
internal import Synchronization

extension Worker {
  /// Durable commits of one change by many tasks at once, each by a call with `await`.
  ///
  /// An engine that has no such calls makes the same changes in one commit, unmeasured, so that it holds the same people
  /// as the others afterwards.
  func tasks(_ count: Int, _ tasks: Int) throws -> Timing? {
    if let engine = engine as? any AsyncEngine { return try self.tasks(engine, count, tasks) }
    var all = nextCommit(of: 1)
    for _ in 1..<count {
      let commit = nextCommit(of: 1)
      all.changes += commit.changes
      (all.time, all.owner) = (commit.time, commit.owner)
    }
    try engine.apply(all)
    return nil
  }

  /// Every call must have the number of a commit of its own, and no number may be left out: otherwise a commit was lost.
  private func tasks(_ engine: some AsyncEngine, _ count: Int, _ tasks: Int) throws -> Timing {
    let shares = shares(of: count, tasks)
    let outcome = Work()
    let isDone = DispatchSemaphore(value: 0)
    let seconds = ContinuousClock().measure {
      // The worker's thread is none of those that tasks share, and may wait.
      Task.detached {
        let result: Result<[Done], any Error>
        do { result = .success(try await Self.commit(shares, to: engine)) } catch {
          result = .failure(error)
        }
        outcome.result.withLock { $0 = result }
        isDone.signal()
      }
      isDone.wait()
    }
    let done = try outcome.result.withLock { $0 }.get()
    let numbers = done.flatMap(\.numbers).sorted()
    guard let first = numbers.first, numbers == Array(first..<first + count) else {
      throw BenchmarkError("of \(count) commits by tasks some have no number of their own")
    }
    var latencies = Latencies(reserving: count)
    for part in done { latencies.append(part.latencies) }
    var timing = latencies.summary()
    timing.seconds = seconds.inSeconds
    return timing
  }

  /// What a task has done.
  private struct Done: Sendable {
    var numbers: [Int] = []
    var latencies = Latencies(reserving: 0)
  }

  /// What all tasks have done.
  private final class Work: Sendable {
    let result = Mutex<Result<[Done], any Error>>(.success([]))
  }

  private static func commit(_ shares: [[PeopleCommit]], to engine: some AsyncEngine) async throws
    -> [Done]
  {
    try await withThrowingTaskGroup(of: Done.self) { group in
      for share in shares {
        group.addTask {
          var done = Done()
          for commit in share {
            done.numbers.append(
              try await done.latencies.measure { try await engine.commit(commit) }
            )
          }
          return done
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
