/// A history run's result for people.
public struct HistoryReport: Sendable {
  /// What was found out.
  public var result: HistoryResult
  /// Where the stores lay: device and file system.
  public var fileSystem: String

  /// Makes a report.
  public init(_ result: HistoryResult, fileSystem: String) {
    self.result = result
    self.fileSystem = fileSystem
  }

  /// What the JSON file holds.
  public var figures: [Figure] { result.figures.map(\.figure) }

  /// The whole text.
  public var text: String { [head, table, foot].joined(separator: "\n\n") }

  private var head: String {
    let plan = result.plan
    let workload = plan.workload
    func events(_ count: Int) -> String {
      Text.grouped(HistoryLayout(plan, events: count).eventCount)
    }
    return [
      "machine:   \(Kernel.machine()), \(fileSystem)",
      "histories: long, \(events(plan.events)) events; short, \(events(plan.shortEvents)) events; "
        + "\(Text.grouped(plan.people)) people live all the time; seed \(plan.seed)",
      "commits:   \(Text.grouped(plan.commitSize)) events each, views of age and of owner and age read after "
        + "each 10; \(Text.grouped(plan.lastCommits)) of \(plan.lastCommitSize) at the end",
      "changes:   \(workload.createPercent) % creates, \(workload.deletePercent) % deletes, else updates of 1 or 2 "
        + "fields",
      "hot:       one of 200 people rewritten in \(Text.grouped(plan.rewrites)) commits; "
        + "\(Text.grouped(plan.versions)) for record-at",
      "rounds:    \(plan.rounds), of \(Text.grouped(plan.reads)) reads or \(plan.opens) openings",
      "durable:   only growth; histories are made with buffered durability",
    ].joined(separator: "\n")
  }

  private var table: String {
    let header = ["measure", "unit", "value", "peer", "ratio", "bar", "reached", "what"]
    let rows = result.figures.map { row, figure in
      [
        figure.name, figure.unit, Text.number(figure.value),
        figure.peerValue.map(Text.number) ?? "-", figure.ratio.map(Text.number) ?? "-",
        row.bars.isEmpty ? "-" : row.bars.map(\.text).joined(separator: ", "),
        verdict(row, figure), row.measure.meaning,
      ]
    }
    return Text.table([header] + rows)
  }

  private func verdict(_ row: HistoryRow, _ figure: Figure) -> String {
    if row.bars.isEmpty { return "-" }
    let isReached = row.bars.allSatisfy { $0.isReached(by: figure.value, ratio: figure.ratio) }
    return isReached ? "yes" : "NO"
  }

  private var foot: String {
    "Values are medians of the rounds. A ratio above 1 means better than the peer. Durable growth waits for the "
      + "disk; its processor time does not."
      + (result.failures.isEmpty
        ? ""
        : "\n\nFAILED: \(result.failures.joined(separator: ", ")); the errors were told while it ran.")
  }
}
