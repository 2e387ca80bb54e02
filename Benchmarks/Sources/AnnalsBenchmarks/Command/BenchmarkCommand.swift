#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
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
      AnnalsEngine.self, SQLiteEngine.self, SQLiteEventsEngine.self, LMDBAppendEngine.self,
      PostgresEngine.self,
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
    if words.first == HistoryCommand.word { return history(words.dropFirst()) }
    if words.first == compareWord { return compare(Array(words.dropFirst())) }
    let arguments: Arguments
    let chosen: [any Engine.Type]
    do {
      arguments = try Arguments(words)
      chosen =
        try arguments.engines.isEmpty
        ? present(engines) : arguments.engines.map { try presentEngine($0, among: engines) }
    } catch { return fail(error, 2) }
    if arguments.wantsHelp {
      Output.answer.write(Arguments.help)
      Output.answer.write(
        "\nengines: " + engines.map { $0.description.name }.joined(separator: ", ")
      )
      return 0
    }
    do { try measure(arguments, chosen) } catch { return fail(error, 1) }
    return 0
  }

  private static let compareWord = "compare"

  /// Compares two files of figures; 1 where something became worse.
  private static func compare(_ paths: [String]) -> Int32 {
    guard paths.count == 2 else {
      return fail(
        BenchmarkError("compare needs two files", hint: "annals-bench compare OLD.json NEW.json"),
        2
      )
    }
    do {
      let comparison = Comparison(
        try Comparison.figures(at: paths[0]),
        with: try Comparison.figures(at: paths[1])
      )
      Output.answer.write(comparison.text)
      return comparison.hasRegression ? 1 : 0
    } catch { return fail(error, 2) }
  }

  private static func history(_ words: some Sequence<String>) -> Int32 {
    let arguments: HistoryArguments
    do { arguments = try HistoryArguments(words) } catch { return fail(error, 2) }
    if arguments.wantsHelp {
      Output.answer.write(HistoryArguments.help)
      return 0
    }
    do { try HistoryCommand.run(arguments) } catch { return fail(error, 1) }
    return 0
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

  private static func measure(_ arguments: Arguments, _ engines: [any Engine.Type]) throws {
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
    let descriptions = engines.map { $0.description }
    let report = Report(
      plan: arguments.plan,
      engines: descriptions,
      series: series,
      fileSystem: place.fileSystem
    )
    Output.answer.write(report.text)
    if let path = arguments.jsonPath {
      let json = try Figure.json(Figure.all(of: series, descriptions))
      try json.write(to: URL(filePath: path), options: .atomic)
    }
  }

  /// Those that can take part on this machine; says of the others why they cannot.
  private static func present(_ engines: [any Engine.Type]) -> [any Engine.Type] {
    engines.filter { engine in
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
