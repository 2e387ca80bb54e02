#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The benchmark as a command: what a program calls that measures these or its own engines.
public enum BenchmarkCommand {
  /// The engines that come with this library.
  public static var standardEngines: [any Engine.Type] {
    [
      AnnalsEngine.self, SQLiteEngine.self, SQLiteEventsEngine.self, SQLiteRecordsEngine.self,
      LMDBAppendEngine.self, PostgresEngine.self,
    ]
  }

  /// Runs the command, or, in a child that the command has started, one engine's part of it.
  ///
  /// - Parameters:
  ///   - words: the arguments without the program's name.
  ///   - engines: who may take part; the first is compared with the others.
  /// - Returns: the exit code: 0, 1 when something failed or became worse, 2 for a bad argument.
  public static func run(_ words: [String], engines: [any Engine.Type] = standardEngines) -> Int32 {
    // A child that died is noticed when writing to it fails.
    signal(SIGPIPE, SIG_IGN)
    do {
      if try serve(words, engines) { return 0 }
    } catch { return fail(error, 1) }
    let rest = Array(words.dropFirst())
    return switch words.first {
    case "suite": perform(SuiteArguments.self, rest, engines) { try SuiteCommand.run($0, $1) }
    case "counts": perform(CountsArguments.self, rest, engines) { try CountsCommand.run($0, $1) }
    case "history": perform(HistoryArguments.self, rest, engines) { try HistoryCommand.run($0, $1) }
    case "compare": perform(CompareArguments.self, rest, engines) { try CompareCommand.run($0, $1) }
    default: perform(Arguments.self, words, engines) { try measure($0, $1) }
    }
  }

  /// Reads the arguments of a command and runs it.
  ///
  /// - Parameter body: gets the engines that the arguments name.
  /// - Returns: the exit code.
  private static func perform<A: CommandArguments>(
    _: A.Type,
    _ words: [String],
    _ engines: [any Engine.Type],
    _ body: (A, [any Engine.Type]) throws -> Int32
  ) -> Int32 {
    let arguments: A
    do { arguments = try A(words) } catch { return fail(error, 2) }
    if arguments.wantsHelp {
      Output.answer.write(A.help)
      if arguments.engines != nil {
        Output.answer.write(
          "\nengines: " + engines.map { $0.description.name }.joined(separator: ", ")
        )
      }
      return 0
    }
    let chosen: [any Engine.Type]
    do { chosen = try choose(arguments.engines, among: engines) } catch { return fail(error, 2) }
    do { return try body(arguments, chosen) } catch { return fail(error, 1) }
  }

  /// Does a child's work where the words are those that a child is started with.
  private static func serve(_ words: [String], _ engines: [any Engine.Type]) throws -> Bool {
    guard words.count == 4 else { return false }
    switch words[0] {
    case ProcessWorkplace.workerWord:
      try ProcessWorkplace.serve(try engine(words[1], among: engines), in: words[2], words[3])
    case ProcessWorkplace.openWord:
      guard let engine = try engine(words[1], among: engines) as? any ReadableEngine.Type else {
        throw BenchmarkError("\(words[1]) cannot read")
      }
      try ProcessWorkplace.serveOpen(engine, in: words[2], owner: words[3])
    case ProcessWorkplace.jobWord:
      try ProcessWorkplace.serveJob(words[1], in: words[2], words[3])
    default: return false
    }
    return true
  }

  private static func measure(_ arguments: Arguments, _ engines: [any Engine.Type]) throws -> Int32
  {
    let place = try BenchmarkFolder(in: arguments.folder)
    defer { place.remove() }
    let run = BenchmarkRun(
      arguments.plan,
      engines,
      workplace: ProcessWorkplace(),
      folder: place.path,
      progress: Output.remark.write
    )
    let series = try run.measure()
    let report = Report(
      plan: arguments.plan,
      engines: engines.map { $0.description },
      series: series,
      machine: Machine(storesIn: place.path)
    )
    try arguments.output.write(report.document, report.figures, report.plots)
    return 0
  }

  /// The engines that are named; where there are no names, those that can take part on this machine, and of the others
  /// it is said why they cannot.
  private static func choose(_ names: [String]?, among engines: [any Engine.Type])
    throws(BenchmarkError) -> [any Engine.Type]
  {
    guard let names else { return [] }
    if !names.isEmpty {
      var chosen: [any Engine.Type] = []
      for name in names { chosen.append(try presentEngine(name, among: engines)) }
      return chosen
    }
    return engines.filter { engine in
      guard let obstacle = engine.obstacle else { return true }
      Output.remark.write("\(engine.description.name) is left out: \(obstacle)")
      return false
    }
  }

  /// An engine that was asked for by its name, and so must be able to take part.
  private static func presentEngine(
    _ name: String,
    among engines: [any Engine.Type]
  ) throws(BenchmarkError) -> any Engine.Type {
    let engine = try engine(name, among: engines)
    if let obstacle = engine.obstacle { throw obstacle }
    return engine
  }

  private static func engine(
    _ name: String,
    among engines: [any Engine.Type]
  ) throws(BenchmarkError) -> any Engine.Type {
    guard let engine = engines.first(where: { $0.description.name == name }) else {
      throw BenchmarkError(
        "there is no engine \(name)",
        hint: "engines: " + engines.map { $0.description.name }.joined(separator: ", ")
      )
    }
    return engine
  }

  private static func fail(_ error: any Error, _ code: Int32) -> Int32 {
    Output.remark.write("error: \(error)")
    return code
  }
}
