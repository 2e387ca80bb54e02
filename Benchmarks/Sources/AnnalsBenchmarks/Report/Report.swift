/// The result of engines side by side: what was done, by whom, and how they did.
public struct Report: Sendable {
  /// What was done.
  public var plan: RunPlan
  /// Who took part; the first is compared with the others.
  public var engines: [EngineDescription]
  /// What was measured.
  public var series: [Series]
  /// Where it took place.
  public var machine: Machine

  /// Makes a report.
  public init(plan: RunPlan, engines: [EngineDescription], series: [Series], machine: Machine) {
    self.plan = plan
    self.engines = engines
    self.series = series
    self.machine = machine
  }

  /// The whole report.
  public var document: Document {
    Document(
      [.facts(machine.facts + plan.facts)] + engines.flatMap(\.parts) + [table, .paragraph(foot)]
    )
  }

  /// What the JSON file holds.
  public var figures: [Figure] { Figure.all(of: series, engines) }

  /// What the figures look like.
  var plots: [Plot] { Plots(figures, of: engines.first?.name ?? "").all }

  /// What was measured.
  var table: Document.Part { SeriesTable(series, engines.map(\.name)).part }

  /// How to read the table.
  var foot: String {
    "Values are medians of the rounds. A ratio above 1 means that \(engines.first?.name ?? "-") is better; "
      + "in brackets the least and greatest ratio of a round."
  }
}

extension EngineDescription {
  /// What it promises and how it is set up, as a section.
  var parts: [Document.Part] {
    [
      .section("\(name) \(version)"),
      .facts([
        .init("commits", durability.rawValue), .init("audit", audit.words),
        .init("history", history.words),
        .init("settings", settings),
      ]),
    ]
  }
}

extension RunPlan {
  /// What is done, for the head of a report.
  var facts: [Document.Fact] {
    let updates = 100 - workload.createPercent - workload.deletePercent
    return [
      .init(
        "workload",
        "seed \(workload.seed); \(Text.grouped(workload.records)) people of \(Text.grouped(workload.owners)) owners, "
          + "about 150 bytes each; then \(workload.createPercent) % creates, \(updates) % updates of 1 or 2 fields, "
          + "\(workload.deletePercent) % deletes; " + workload.shape.words
      ),
      .init(
        "rounds",
        "\(rounds), engines in turns; events a round: "
          + [10_000, 100, 1].map { size in
            "\(Text.grouped(commits(of: size) * size)) in commits of \(Text.grouped(size))"
          }.joined(separator: ", ")
      ),
    ]
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
