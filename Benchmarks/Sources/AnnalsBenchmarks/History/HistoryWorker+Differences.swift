internal import Annals

extension HistoryWorker {
  /// What two points near the head, some commits apart, differ in.
  func differences(_ layout: HistoryLayout) throws -> HistoryAnswer {
    var answer = HistoryAnswer()
    try withEngine { engine in
      // Each takes as long as many pages.
      try inRounds(of: max(1, plan.reads / 20)) { random, latencies in
        let from = layout.recentRevision(&random, distance: plan.distance)
        let to = Revision(from.rawValue + UInt64(plan.distance))
        let found = try latencies.measure {
          try engine.store.differences(from: .revision(from), to: .revision(to))
        }
        guard !found.isEmpty else { throw BenchmarkError("\(from) and \(to) do not differ") }
      } _: {
        answer.add($0, .difference, tail: .differenceTail, scale: 1e3)
      }
    }
    return answer
  }
}
