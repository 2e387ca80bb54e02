/// What the words of a command line ask for.
protocol CommandArguments {
  /// How the command is used.
  static var help: String { get }
  /// The engines that are named, none for all; nil where the command has no choice.
  var engines: [String]? { get }
  /// Whether the help is asked for and nothing else.
  var wantsHelp: Bool { get }

  /// - Parameter words: what follows the command's name.
  /// - Throws: `BenchmarkError` for an unknown option or a bad value.
  init(_ words: [String]) throws(BenchmarkError)
}

/// What the command line asks for where it names no command.
struct Arguments: CommandArguments, Equatable {
  var plan = RunPlan()
  var output = ReportFiles()
  var folder: String?
  var engines: [String]? = []
  var wantsHelp = false

  static let help = """
    Measures stores side by side: durable commits, pages, opening, bytes on disk, memory.

    usage: annals-bench [options]
           annals-bench suite [options]       all that is measured, as a report with plots
           annals-bench counts [options]      allocations, flushes and writes, which are steady
           annals-bench history [options]     what a long history costs
           annals-bench compare OLD NEW       two files of --json: fails where NEW is worse
           (each has its own --help)

      --quick           20,000 people and 50,000 events a round: half a minute
      --events N        events a round in commits of 10,000 (default 500,000); a tenth of it in
                        commits of 100 and a 250th in commits of 1
      --records N       people before the measuring begins (default 200,000)
      --rounds N        how often each measure is taken (default 3)
      --seed N          another stream of changes (default 1)
      --workload W      whom the changes meet: uniform, zipf, hot, bursts, or file:FILE for the
                        events of a real history as `annals export` wrote them (default uniform);
                        append for creates alone
      --engine A,B      only these engines, the first compared with the others
      --json FILE       also write the figures as JSON
      --markdown FILE   also write the report as Markdown
      --plots FOLDER    also plot ratios, latencies and speeds with gnuplot, as SVG and PNG
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
      case "--events": plan.events = try rest.number(1...100_000_000)
      case "--records":
        let known = plan.workload
        plan.workload = Workload(seed: known.seed, records: try rest.number(1...9_000_000))
        plan.workload.take(mixOf: known)
      case "--workload": try plan.workload.choose(try rest.value())
      case "--rounds": plan.rounds = try rest.number(1...1_000)
      case "--seed": plan.workload.seed = UInt64(try rest.number(0...Int.max))
      case "--engine": engines = (engines ?? []) + (try rest.list())
      case "--json": output.json = try rest.value()
      case "--markdown": output.markdown = try rest.value()
      case "--plots": output.plots = try rest.value()
      case "--folder": folder = try rest.value()
      default: throw BenchmarkError("there is no option \(word)", hint: "see annals-bench --help")
      }
    }
  }
}

extension Workload {
  /// Takes over whom another workload's changes meet, and the mix of them.
  fileprivate mutating func take(mixOf other: Workload) {
    shape = other.shape
    createPercent = other.createPercent
    deletePercent = other.deletePercent
  }

  /// Chooses by the word of the option.
  fileprivate mutating func choose(_ word: String) throws(BenchmarkError) {
    if word == "append" {
      createPercent = 100
      deletePercent = 0
    } else if word.hasPrefix("file:") {
      shape = .recorded(path: String(word.dropFirst(5)))
    } else if let known = Shape.named.first(where: { $0.name == word }) {
      shape = known.shape
    } else {
      throw BenchmarkError(
        "there is no workload \(word)",
        hint: "workloads: " + Shape.named.map(\.name).joined(separator: ", ")
          + ", append, file:FILE"
      )
    }
  }
}
