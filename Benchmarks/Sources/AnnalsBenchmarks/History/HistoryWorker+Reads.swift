internal import Annals

extension HistoryWorker {
  func pages(_ layout: HistoryLayout) throws -> HistoryAnswer {
    let stream = try PeopleStream(plan.workload)
    return try pages(.pageAt, tail: .pageAtTail, atHead: .pageAtHead) { random in
      (stream.workload.owner(&random), layout.revision(&random))
    }
  }

  func hotPages(_ rewrites: Int) throws -> HistoryAnswer {
    let owner = try HotHistory(seed: plan.seed).first.owner
    return try pages(.hotPageAt, tail: .hotPageAtTail, atHead: .hotPageAtHead) { random in
      (owner, HotHistory.revision(&random, rewrites))
    }
  }

  /// An owner's page at a point drawn at random, and the same at the head to compare with.
  private func pages(
    _ median: Measure,
    tail: Measure,
    atHead: Measure,
    _ draw: (inout SplitMix64) -> (owner: String, revision: Revision)
  ) throws -> HistoryAnswer {
    var answer = HistoryAnswer()
    try withEngine { engine in
      try inRounds { random, latencies in
        let (owner, revision) = draw(&random)
        let page = try latencies.measure {
          try engine.page(of: owner, limit: Worker.pageSize, at: .revision(revision))
        }
        guard !page.isEmpty else { throw BenchmarkError("\(owner) had no one at \(revision)") }
      } _: {
        answer.add($0, median, tail: tail, scale: 1e3)
      }
      try inRounds { random, latencies in
        let (owner, _) = draw(&random)
        _ = try latencies.measure { try engine.page(of: owner, limit: Worker.pageSize) }
      } _: {
        answer.add($0.summary().median * 1e3, atHead)
      }
    }
    return answer
  }

  func records(_ rewrites: Int) throws -> HistoryAnswer {
    let id = try HotHistory(seed: plan.seed).id
    var answer = HistoryAnswer()
    try withEngine { engine in
      try inRounds { random, latencies in
        let revision = HotHistory.revision(&random, rewrites)
        let record = try latencies.measure { try engine.record(id, at: .revision(revision)) }
        guard record != nil else { throw BenchmarkError("\(id) did not live at \(revision)") }
      } _: {
        answer.add($0, .recordAt, tail: .recordAtTail, scale: 1e6)
      }
    }
    return answer
  }
}
