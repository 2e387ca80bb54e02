/// What the command line asks for after `history`.
struct HistoryArguments: CommandArguments, Equatable {
  var plan = HistoryPlan()
  var output = ReportFiles()
  var folder: String?
  /// The folder's name where the stores stay.
  var keptName: String?
  let engines: [String]? = nil
  var wantsHelp = false

  static let help = """
    Measures what a long history costs: reads of the past, replays, opening, growth, disk, memory.

    usage: annals-bench history [options]

      --quick           300,000 events over 20,000 people: a minute
      --events N        events after the people are there (default 10,000,000); growth is measured
                        against a hundredth of it
      --records N       people alive all the time (default 200,000)
      --rewrites N      commits that rewrite the one hot record (default 1,000,000)
      --versions N      versions of the record read at points (default 100,000)
      --lines N         change events imported (default 1,000,000)
      --rounds N        how often each measure is taken (default 3)
      --seed N          another stream of changes (default 1)
      --json FILE       also write the figures as JSON
      --markdown FILE   also write the report as Markdown
      --folder FOLDER   where the stores are made and removed again (default /var/tmp)
      --keep NAME       leave the stores in a folder of that name, or measure those that such a
                        run left, with the same options
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
      case "--records": plan.people = try rest.number(1...4_000_000)
      case "--rewrites": plan.rewrites = try rest.number(1...100_000_000)
      case "--versions": plan.versions = try rest.number(1...100_000_000)
      case "--lines": plan.lines = try rest.number(1...100_000_000)
      case "--rounds": plan.rounds = try rest.number(1...1_000)
      case "--seed": plan.seed = UInt64(try rest.number(0...Int.max))
      case "--json": output.json = try rest.value()
      case "--markdown": output.markdown = try rest.value()
      case "--folder": folder = try rest.value()
      case "--keep": keptName = try rest.value()
      default:
        throw BenchmarkError("there is no option \(word)", hint: "see annals-bench history --help")
      }
    }
  }
}
