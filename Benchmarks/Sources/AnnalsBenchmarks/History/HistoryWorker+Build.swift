internal import Annals

// Stores are made without waiting for the disk: only what growth costs at the end is measured as durable.

extension HistoryWorker {
  func build(_ layout: HistoryLayout) throws -> HistoryAnswer {
    var stream = try PeopleStream(plan.workload)
    var buffered = Store.Options()
    buffered.durability = .buffered
    try withEngine(buffered) { engine in
      try commits(layout.loading + layout.large, of: layout.size, from: &stream, to: engine)
    }
    var answer = HistoryAnswer()
    try withEngine { engine in
      for _ in 0..<layout.rounds {
        try measureGrowth(layout, from: &stream, to: engine, &answer)
      }
      _ = try engine.store.snapshot()
    }
    try withEngine(buffered) { engine in
      try commits(layout.small, of: layout.smallSize, from: &stream, to: engine)
      guard try engine.store.head().revision == layout.head else {
        throw BenchmarkError("the history did not become as long as planned")
      }
    }
    return answer
  }

  func buildPeer(_ layout: HistoryLayout) throws -> HistoryAnswer {
    var stream = try PeopleStream(plan.workload)
    let engine = try SQLiteEngine(in: folder)
    let large = layout.loading + layout.large + layout.rounds * layout.round
    try commits(large, of: layout.size, from: &stream, to: engine)
    try commits(layout.small, of: layout.smallSize, from: &stream, to: engine)
    try engine.close()
    return HistoryAnswer()
  }

  func buildHot(_ rewrites: Int) throws -> HistoryAnswer {
    var history = try HotHistory(seed: plan.seed)
    var options = Store.Options()
    options.durability = .buffered
    try withEngine(options) { engine in
      try engine.apply(history.first)
      var left = rewrites
      while left > 0 {
        // One flush and one read for many commits.
        let count = min(left, 10_000)
        try engine.apply((0..<count).map { _ in history.next() })
        left -= count
        _ = try engine.page(of: history.first.owner, limit: Worker.pageSize)
        if (rewrites - left).isMultiple(of: 200_000) {
          progress("  rewritten \(Text.grouped(rewrites - left)) times")
        }
      }
    }
    return HistoryAnswer()
  }

  /// Commits with a first page of both views after each ten.
  private func commits(
    _ count: Int,
    of size: Int,
    from stream: inout PeopleStream,
    to engine: some ReadableEngine
  ) throws {
    let clock = ContinuousClock()
    var start = clock.now
    let tenth = max(1, count / 10)
    for number in 1...max(count, 1) {
      let commit = stream.nextCommit(of: size)
      try engine.apply(commit)
      if number.isMultiple(of: 10) { try readBothViews(engine, commit.owner) }
      guard number.isMultiple(of: tenth) else { continue }
      let speed = Double(tenth * size) / start.duration(to: clock.now).inSeconds
      progress("  \(Text.grouped(stream.changeCount)) events, \(Text.number(speed)) a second")
      start = clock.now
    }
  }

  private func readBothViews(_ engine: some ReadableEngine, _ owner: String) throws {
    _ = try engine.page(of: owner, limit: Worker.pageSize)
    _ = try engine.pageByAge(limit: Worker.pageSize)
  }

  /// What ten durable commits and the read after them cost, the making up of changes left out.
  private func measureGrowth(
    _ layout: HistoryLayout,
    from stream: inout PeopleStream,
    to engine: AnnalsEngine,
    _ answer: inout HistoryAnswer
  ) throws {
    let commits = (0..<layout.round).map { _ in stream.nextCommit(of: layout.size) }
    Kernel.settle()
    let events = Double(layout.round * layout.size)
    let processor = ProcessUsage.ownProcessorSeconds()
    let time = try ContinuousClock().measure {
      for commit in commits { try engine.apply(commit) }
      try readBothViews(engine, commits.last?.owner ?? "")
    }
    answer.add(time.inSeconds / events * 1e6, .growth)
    answer.add((ProcessUsage.ownProcessorSeconds() - processor) / events * 1e6, .growthProcessor)
  }
}
