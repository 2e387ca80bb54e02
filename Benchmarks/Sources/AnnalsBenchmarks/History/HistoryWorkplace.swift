/// Where jobs are done.
public protocol HistoryWorkplace {
  /// Does a job upon the store in a folder that exists.
  func perform(_ job: HistoryJob, _ plan: HistoryPlan, in folder: String) throws -> HistoryAnswer

  /// Opens a closed store, reads the first page of an owner and goes.
  func open(in folder: String, owner: String) throws -> OpenTime
}

extension ProcessWorkplace: HistoryWorkplace {
  /// The hidden word by which a child knows that it has a job.
  static let jobWord = "history-job"

  func perform(_ job: HistoryJob, _ plan: HistoryPlan, in folder: String) throws -> HistoryAnswer {
    let child = try ChildProcess([
      Self.jobWord, try Line.encode(job), folder, try Line.encode(plan),
    ])
    guard let answer = child.readLine() else {
      throw BenchmarkError("the process of a job ended early; what it said is above")
    }
    return try Line.decode(HistoryAnswer.self, answer)
  }

  func open(in folder: String, owner: String) throws -> OpenTime {
    try open(AnnalsEngine.self, in: folder, owner: owner)
  }

  /// What a child started by `perform` does.
  static func serveJob(_ job: String, in folder: String, _ plan: String) throws {
    let worker = HistoryWorker(
      try Line.decode(HistoryPlan.self, plan),
      in: folder,
      progress: Output.remark.write
    )
    let answer = try worker.perform(try Line.decode(HistoryJob.self, job))
    Output.answer.write(try Line.encode(answer))
  }
}
