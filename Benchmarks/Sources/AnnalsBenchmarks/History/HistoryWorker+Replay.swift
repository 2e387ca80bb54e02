internal import Annals

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension HistoryWorker {
  func replay(_ layout: HistoryLayout) throws -> HistoryAnswer {
    var answer = HistoryAnswer()
    try withEngine { engine in
      for _ in 0..<plan.rounds {
        let replay = try engine.store.replay(useSnapshots: false) { _ in false }
        answer.add(Double(replay.events) / replay.duration.inSeconds, .replay)
      }
      try compareReplay(layout, engine)
    }
    return answer
  }

  /// Compares an owner's people in a replay to a random point with what the view shows there.
  private func compareReplay(_ layout: HistoryLayout, _ engine: AnnalsEngine) throws {
    var random = SplitMix64(seed: plan.seed)
    let owner = plan.workload.owner(&random)
    let point = Point.revision(layout.revision(&random))
    var replayed: [Person] = []
    try engine.store.replay(to: point, useSnapshots: false) { record in
      let person = try engine.person(record)
      if person.owner == owner { replayed.append(person) }
      return true
    }
    replayed.sort { ($0.age, $0.id) < ($1.age, $1.id) }
    let shown = try engine.page(of: owner, limit: plan.people + plan.events, at: point)
    guard try shown.map(engine.person) == replayed else {
      throw BenchmarkError("\(owner) has other people in the view at \(point) than in a replay")
    }
  }

  func walk() throws -> HistoryAnswer {
    try withEngine { engine in
      var count = 0
      try engine.store.events(in: Revision(1)...engine.store.head().revision) { _ in
        count += 1
        return true
      }
      progress("  \(Text.grouped(count)) events read")
    }
    return HistoryAnswer()
  }

  func verify() throws -> HistoryAnswer {
    var answer = HistoryAnswer()
    try withEngine { engine in
      let done = try engine.store.verify()
      if let fault = done.fault { throw BenchmarkError("a sound store is not: \(fault)") }
      answer.add(done.duration.inSeconds, .verify)
    }
    return answer
  }

  func ready(fromSnapshot: Bool) throws -> HistoryAnswer {
    try FileManager.default.removeItem(atPath: AnnalsEngine.path(in: folder) + "/views")
    var options = Store.Options()
    options.restoreEvents = fromSnapshot ? 1 : .max
    var random = SplitMix64(seed: plan.seed)
    let owner = plan.workload.owner(&random)
    var answer = HistoryAnswer()
    let time = try ContinuousClock().measure {
      try withEngine(options) { _ = try $0.page(of: owner, limit: Worker.pageSize) }
    }
    answer.add(time.inSeconds, .snapshotReady)
    return answer
  }
}
