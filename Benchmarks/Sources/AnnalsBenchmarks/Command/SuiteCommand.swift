#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What the command line asks for after `suite`.
struct SuiteArguments: CommandArguments {
  var plan = SuitePlan()
  /// The folder of everything that is written.
  var output = "annals-bench"
  /// The file of figures that an earlier `history` wrote.
  var history: String?
  var folder: String?
  var engines: [String]? = []
  var wantsHelp = false

  static let help = """
    Measures everything in under ten minutes on two cores: engines side by side, what they ask of the system, and what
    a long history costs, at a size that fits. Writes results.json, report.md and plots/ (SVG and PNG, with gnuplot).

    usage: annals-bench suite [options]

      --output FOLDER   where to (default annals-bench, in the current folder)
      --history FILE    take the figures of a long history from a file that
                        annals-bench history --json wrote, instead of measuring a smaller one
      --engine A,B      only these engines, the first compared with the others
      --seed N          another stream of changes (default 1)
      --quick           sizes that show that all is well rather than how fast it is: two minutes
      --folder FOLDER   where the stores are made and removed again (default /var/tmp)
      --help            this text
    """

  init(_ words: [String]) throws(BenchmarkError) {
    var rest = OptionWords(words)
    if rest.contains("--quick") { plan = .quick }
    while let word = rest.next() {
      switch word {
      case "--quick": break
      case "--help", "-h": wantsHelp = true
      case "--output": output = try rest.value()
      case "--history": history = try rest.value()
      case "--engine": engines = (engines ?? []) + (try rest.list())
      case "--seed": plan.seed = UInt64(try rest.number(0...Int.max))
      case "--folder": folder = try rest.value()
      default:
        throw BenchmarkError("there is no option \(word)", hint: "see annals-bench suite --help")
      }
    }
  }
}

/// `annals-bench suite`.
enum SuiteCommand {
  static func run(_ arguments: SuiteArguments, _ engines: [any Engine.Type]) throws -> Int32 {
    let known = try arguments.history.map { path in
      SuiteReport.History.known(try Comparison.figures(at: path), path: path)
    }
    try FileManager.default.createDirectory(
      atPath: arguments.output,
      withIntermediateDirectories: true
    )
    let place = try BenchmarkFolder(in: arguments.folder)
    defer { place.remove() }
    let machine = Machine(storesIn: place.path)
    let descriptions = engines.map { $0.description }

    let sideBySide = try BenchmarkRun(
      arguments.plan.run,
      engines,
      workplace: ProcessWorkplace(),
      folder: try place.folder("run"),
      progress: Output.remark.write
    ).measure()
    let counted = try CountsCommand.measure(engines, in: try place.folder("counts"))
    let history =
      try known
      ?? .measured(
        HistoryRun(
          arguments.plan.history,
          workplace: ProcessWorkplace(),
          folder: try place.folder("history"),
          progress: Output.remark.write
        ).measure()
      )

    let report = SuiteReport(
      run: Report(
        plan: arguments.plan.run,
        engines: descriptions,
        series: sideBySide,
        machine: machine
      ),
      counts: CountsReport(engines: descriptions, series: counted, machine: machine),
      history: history
    )
    let files = ReportFiles(
      json: arguments.output + "/results.json",
      markdown: arguments.output + "/report.md",
      plots: arguments.output + "/" + SuiteReport.plotFolder
    )
    try files.write(report.document, report.figures, report.run.plots)
    return report.hasFailed ? 1 : 0
  }
}
