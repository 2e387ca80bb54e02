/// A run's result for people: what ran where, the table, and how to read it.
public struct Report: Sendable {
  /// What was done.
  public var plan: RunPlan
  /// Who took part; the first is compared with the others.
  public var engines: [EngineDescription]
  /// What was measured.
  public var series: [Series]
  /// Where the stores lay: device and file system.
  public var fileSystem: String

  /// Makes a report.
  public init(plan: RunPlan, engines: [EngineDescription], series: [Series], fileSystem: String) {
    self.plan = plan
    self.engines = engines
    self.series = series
    self.fileSystem = fileSystem
  }

  /// The whole text.
  public var text: String { [head, table, foot].joined(separator: "\n\n") }

  private var head: String {
    let workload = plan.workload
    let updates = 100 - workload.createPercent - workload.deletePercent
    var lines = [
      "machine:   \(Kernel.machine()), \(fileSystem)",
      "workload:  seed \(workload.seed); \(Text.grouped(workload.records)) people of "
        + "\(Text.grouped(workload.owners)) owners, about 150 bytes each; then \(workload.createPercent) % "
        + "creates, \(updates) % updates of 1 or 2 fields, \(workload.deletePercent) % deletes; "
        + workload.shape.words,
      "rounds:    \(plan.rounds), engines in turns; events a round: "
        + [10_000, 100, 1].map { size in
          "\(Text.grouped(plan.commits(of: size) * size)) in commits of \(Text.grouped(size))"
        }.joined(separator: ", "),
    ]
    for engine in engines {
      lines.append("")
      lines.append("\(engine.name) \(engine.version)")
      lines.append("  commits   \(engine.durability.rawValue)")
      lines.append("  audit     \(engine.audit.words)")
      lines.append("  history   \(engine.history.words)")
      lines.append("  settings  \(engine.settings)")
    }
    return lines.joined(separator: "\n")
  }

  private var table: String {
    let names = engines.map(\.name)
    let peers = names.dropFirst()
    let header = ["measure", "unit"] + names + peers.map { "vs \($0)" } + ["what"]
    let rows = series.map { series in
      [series.measure.name, series.measure.unit]
        + names.map { series.median(of: $0).map(Text.number) ?? "-" }
        + peers.map { peer in
          names.first.flatMap { series.ratio(of: $0, to: peer) }.map { ratio in
            "\(Text.number(ratio.median)) (\(Text.number(ratio.least)) to \(Text.number(ratio.greatest)))"
          } ?? "-"
        }
        + [series.measure.meaning]
    }
    return Text.table([header] + rows)
  }

  private var foot: String {
    "Values are medians of the rounds. A ratio above 1 means that \(engines.first?.name ?? "-") is better; "
      + "in brackets the least and greatest ratio of a round."
  }
}

extension Shape {
  /// Whom the changes meet, in a few words.
  fileprivate var words: String {
    switch self {
    case .uniform: "everybody alike"
    case .zipf: "few often and most seldom (Zipf)"
    case .hot(let percent): "one person with \(percent) % of the updates"
    case .bursts(let length): "one owner's people for \(length) changes each"
    case .recorded(let path): "what the history in \(path) met, and how"
    }
  }
}
