internal import Annals

/// Does jobs in the process that it is called in.
public struct HistoryWorker {
  /// How much is done.
  let plan: HistoryPlan
  /// Where the store lies or comes to lie.
  let folder: String
  /// The command `annals` as it was built beside this program.
  let tool: String
  /// Told what is being done.
  let progress: (String) -> Void

  /// Prepares for jobs upon a store.
  ///
  /// - Parameters:
  ///   - folder: one that exists.
  ///   - tool: where the command `annals` lies; nil for beside this program.
  public init(
    _ plan: HistoryPlan,
    in folder: String,
    tool: String? = nil,
    progress: @escaping (String) -> Void
  ) {
    self.plan = plan
    self.folder = folder
    self.tool = tool ?? ChildProcess.neighbour("annals")
    self.progress = progress
  }

  /// Does a job.
  ///
  /// - Throws: `BenchmarkError` where two ways to the same answer differ; whatever the store throws.
  public func perform(_ job: HistoryJob) throws -> HistoryAnswer {
    Kernel.settle()
    var (answer, peakBytes) = try MemoryWatch.during { try work(job) }
    // A job that starts another process tells of that one's memory.
    answer.peakBytes = answer.peakBytes ?? peakBytes
    return answer
  }

  private func work(_ job: HistoryJob) throws -> HistoryAnswer {
    switch job {
    case .build(let events): try build(HistoryLayout(plan, events: events))
    case .buildPeer(let events): try buildPeer(HistoryLayout(plan, events: events))
    case .buildHot(let rewrites): try buildHot(rewrites)
    case .commands: try commands()
    case .pages(let events): try pages(HistoryLayout(plan, events: events))
    case .hotPages(let rewrites): try hotPages(rewrites)
    case .records(let rewrites): try records(rewrites)
    case .differences(let events): try differences(HistoryLayout(plan, events: events))
    case .replay(let events): try replay(HistoryLayout(plan, events: events))
    case .walk: try walk()
    case .verify: try verify()
    case .newView: try newView()
    case .writeLines(let count): try writeLines(count)
    case .importLines(let count): try importLines(count)
    case .ready(let fromSnapshot): try ready(fromSnapshot: fromSnapshot)
    }
  }

  /// Opens the store to do something with it, and closes it again.
  func withEngine<R>(
    _ options: Store.Options = Store.Options(),
    _ body: (AnnalsEngine) throws -> R
  ) throws -> R {
    let engine = try AnnalsEngine(in: folder, options)
    defer { engine.close() }
    return try body(engine)
  }

  /// Does a read some times for nothing, then many times a round.
  ///
  /// - Parameter count: how many times; nil for as many as the plan says.
  func inRounds(
    of count: Int? = nil,
    _ read: (inout SplitMix64, inout Latencies) throws -> Void,
    _ note: (Latencies) -> Void
  ) throws {
    let count = count ?? plan.reads
    var random = SplitMix64(seed: plan.seed)
    var unused = Latencies(reserving: count)
    for _ in 0..<count / 4 { try read(&random, &unused) }
    for _ in 0..<plan.rounds {
      var latencies = Latencies(reserving: count)
      for _ in 0..<count { try read(&random, &latencies) }
      note(latencies)
    }
  }
}
