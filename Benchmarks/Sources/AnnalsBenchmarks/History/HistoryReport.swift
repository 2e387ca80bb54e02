/// A history run's result for people.
public struct HistoryReport: Sendable {
  /// What was found out.
  public var result: HistoryResult
  /// Where it took place.
  public var machine: Machine

  /// Makes a report.
  public init(_ result: HistoryResult, machine: Machine) {
    self.result = result
    self.machine = machine
  }

  /// What the JSON file holds.
  public var figures: [Figure] { result.figures.map(\.figure) }

  /// The whole report.
  public var document: Document {
    Document([.facts(machine.facts + result.plan.facts), table] + foot.map { .paragraph($0) })
  }

  /// What was measured, and what it should reach.
  var table: Document.Part {
    BarTable(
      rows: result.figures.map { row, figure in
        BarTable.Row(figure: figure, bars: row.bars, meaning: row.measure.meaning)
      }
    ).part
  }

  /// How to read the table, and what it lacks.
  var foot: [String] {
    let reading =
      "Values are medians of the rounds. A ratio above 1 means better than the peer. Durable growth waits for the "
      + "disk; its processor time does not."
    guard !result.failures.isEmpty else { return [reading] }
    let failures = result.failures.joined(separator: ", ")
    return [reading, "FAILED: \(failures); the errors were told while it ran."]
  }
}

extension HistoryPlan {
  /// What is done, for the head of a report.
  var facts: [Document.Fact] {
    func length(_ events: Int) -> String {
      Text.grouped(HistoryLayout(self, events: events).eventCount) + " events"
    }
    return [
      .init(
        "histories",
        "long, \(length(events)); short, \(length(shortEvents)); \(Text.grouped(people)) people live all the time; "
          + "seed \(seed)"
      ),
      .init(
        "commits",
        "\(Text.grouped(commitSize)) events each, views of age and of owner and age read after each 10; "
          + "\(Text.grouped(lastCommits)) of \(lastCommitSize) at the end"
      ),
      .init(
        "changes",
        "\(workload.createPercent) % creates, \(workload.deletePercent) % deletes, else updates of 1 or 2 fields"
      ),
      .init(
        "hot",
        "one of 200 people rewritten in \(Text.grouped(rewrites)) commits; \(Text.grouped(versions)) for record-at"
      ),
      .init(
        "commands",
        "asked about \(Text.grouped(commandRecords)) people and about a hundredth as many, each changed about once"
      ),
      .init(
        "import",
        "\(Text.grouped(lines)) change events with the whole row before and after, "
          + "\(ChangeEventLines.transactionSize) to a commit"
      ),
      .init("rounds", "\(rounds), of \(Text.grouped(reads)) reads or \(opens) openings"),
      .init("durable", "only growth and import; histories are made with buffered durability"),
    ]
  }
}
