/// Gives each engine a child process, so that memory, caches and bytes written are its own.
struct ProcessWorkplace: Workplace {
  /// The hidden words by which a child knows what it is for.
  static let workerWord = "worker"
  static let openWord = "open"

  /// Added to the environment of the engines' processes.
  var environment: [String] = []

  func worker(_ engine: any Engine.Type, in folder: String, _ workload: Workload) throws
    -> any TurnTaker
  {
    RemoteWorker(
      child: try ChildProcess(
        [Self.workerWord, engine.description.name, folder, try Line.encode(workload)],
        environment: environment
      ),
      name: engine.description.name
    )
  }

  func open(_ engine: any ReadableEngine.Type, in folder: String, owner: String) throws -> OpenTime
  {
    let clock = ContinuousClock()
    let start = clock.now
    var answer: String?
    do {
      // Waits for its end when it goes out of scope.
      let child = try ChildProcess([Self.openWord, engine.description.name, folder, owner])
      answer = child.readLine()
    }
    let seconds = (clock.now - start).inSeconds
    guard let answer else { throw BenchmarkError("opening \(folder) failed") }
    let report = try Line.decode(OpenTrial.Report.self, answer)
    guard report.rows > 0 else {
      throw BenchmarkError("\(folder) was opened, but \(owner) has no one")
    }
    return OpenTime(process: seconds, inside: report.seconds)
  }

  /// What a child started by `worker` does until its input ends.
  static func serve(_ engine: any Engine.Type, in folder: String, _ workload: String) throws {
    let worker = try Worker(engine, in: folder, try Line.decode(Workload.self, workload))
    while let line = readLine() {
      Output.answer.write(try Line.encode(worker.perform(try Line.decode(Turn.self, line))))
    }
  }

  /// What a child started by `open` does.
  static func serveOpen(_ engine: any ReadableEngine.Type, in folder: String, owner: String) throws
  {
    Output.answer.write(try Line.encode(try OpenTrial.run(engine, in: folder, owner: owner)))
  }
}

/// A worker in a child process.
private struct RemoteWorker: TurnTaker {
  let child: ChildProcess
  let name: String

  func perform(_ turn: Turn) throws -> TurnReport {
    try child.writeLine(try Line.encode(turn))
    guard let answer = child.readLine() else {
      throw BenchmarkError("the process of \(name) ended early; what it said is above")
    }
    return try Line.decode(TurnReport.self, answer)
  }
}
