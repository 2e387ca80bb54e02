/// What the command line asks for after `counts`.
struct CountsArguments: CommandArguments {
  var output = ReportFiles()
  var folder: String?
  /// The file of earlier figures that these are compared with.
  var known: String?
  var engines: [String]? = []
  var wantsHelp = false

  static let help = """
    Counts what each engine asks of the system: blocks of memory, calls that wait for the disk, calls and bytes that
    write. Nothing is timed, so that the figures of one build are alike on any machine, however busy.

    usage: annals-bench counts [options]

      --against FILE    compare with figures that --json wrote earlier, and exit 1 where more is
                        asked for now: over a twentieth
      --engine A,B      only these engines, the first compared with the others
      --json FILE       also write the figures as JSON
      --markdown FILE   also write the report as Markdown
      --folder FOLDER   where the stores are made and removed again (default /var/tmp)
      --help            this text
    """

  init(_ words: [String]) throws(BenchmarkError) {
    var rest = OptionWords(words)
    while let word = rest.next() {
      switch word {
      case "--help", "-h": wantsHelp = true
      case "--against": known = try rest.value()
      case "--engine": engines = (engines ?? []) + (try rest.list())
      case "--json": output.json = try rest.value()
      case "--markdown": output.markdown = try rest.value()
      case "--folder": folder = try rest.value()
      default:
        throw BenchmarkError("there is no option \(word)", hint: "see annals-bench counts --help")
      }
    }
  }
}

/// `annals-bench counts`.
enum CountsCommand {
  static func run(_ arguments: CountsArguments, _ engines: [any Engine.Type]) throws -> Int32 {
    let place = try BenchmarkFolder(in: arguments.folder)
    defer { place.remove() }
    let report = CountsReport(
      engines: engines.map { $0.description },
      series: try measure(engines, in: place.path),
      machine: Machine(storesIn: place.path)
    )
    try arguments.output.write(report.document, report.figures)
    guard let known = arguments.known else { return 0 }
    let comparison = Comparison(try Comparison.figures(at: known), with: report.figures)
    Output.answer.write("\nagainst \(known):\n" + comparison.text)
    return comparison.hasRegression ? 1 : 0
  }

  /// Counts, with the library `CallCounter` where there is one.
  static func measure(_ engines: [any Engine.Type], in folder: String) throws -> [Series] {
    var workplace = ProcessWorkplace()
    do { workplace.environment = try CallCounter.environment() } catch {
      Output.remark.write("warning: \(error)")
    }
    return try CountingRun(
      engines,
      workplace: workplace,
      folder: folder,
      progress: Output.remark.write
    ).measure()
  }
}
