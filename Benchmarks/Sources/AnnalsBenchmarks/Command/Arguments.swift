/// What the command line asks for.
struct Arguments: Equatable {
  var plan = RunPlan()
  var jsonPath: String?
  var folder: String?
  /// Empty for all.
  var engines: [String] = []
  var wantsHelp = false

  static let help = """
    Measures stores side by side: durable commits, pages, opening, bytes on disk, memory.

    usage: annals-bench [options]

      --quick           20,000 people and 50,000 events a round: half a minute
      --events N        events a round in commits of 10,000 (default 500,000); a tenth of it in
                        commits of 100 and a 250th in commits of 1
      --records N       people before the measuring begins (default 200,000)
      --rounds N        how often each measure is taken (default 3)
      --seed N          another stream of changes (default 1)
      --engine A,B      only these engines, the first compared with the others
      --json FILE       also write the figures as JSON
      --folder FOLDER   where the stores are made and removed again (default /var/tmp)
      --help            this text
    """

  init() {}

  /// - Throws: `BenchmarkError` for an unknown option or a bad number.
  init(_ words: [String]) throws(BenchmarkError) {
    var rest = words[...]
    if rest.contains("--quick") { plan = .quick }
    while let word = rest.popFirst() {
      switch word {
      case "--quick": break
      case "--help", "-h": wantsHelp = true
      case "--events": plan.events = try Self.number(word, &rest, 1...100_000_000)
      case "--records":
        let seed = plan.workload.seed
        plan.workload = Workload(seed: seed, records: try Self.number(word, &rest, 1...9_000_000))
      case "--rounds": plan.rounds = try Self.number(word, &rest, 1...1_000)
      case "--seed": plan.workload.seed = UInt64(try Self.number(word, &rest, 0...Int.max))
      case "--engine":
        engines += try Self.value(word, &rest).split(separator: ",").map { String($0) }
      case "--json": jsonPath = try Self.value(word, &rest)
      case "--folder": folder = try Self.value(word, &rest)
      default: throw BenchmarkError("there is no option \(word)", hint: "see annals-bench --help")
      }
    }
  }

  private static func value(
    _ option: String,
    _ rest: inout ArraySlice<String>
  ) throws(BenchmarkError) -> String {
    guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value") }
    return value
  }

  private static func number(
    _ option: String,
    _ rest: inout ArraySlice<String>,
    _ range: ClosedRange<Int>
  ) throws(BenchmarkError) -> Int {
    let text = try value(option, &rest)
    guard let number = Int(text), range.contains(number) else {
      throw BenchmarkError(
        "\(option) needs a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)"
      )
    }
    return number
  }
}
