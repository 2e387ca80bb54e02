/// All that a run found out.
public struct HistoryResult: Sendable {
  /// What was done.
  public let plan: HistoryPlan
  /// The parts that did not come to their end.
  public internal(set) var failures: [String] = []
  private var series: [String: Series] = [:]

  init(_ plan: HistoryPlan) { self.plan = plan }

  mutating func add(_ value: Double, _ measure: Measure, of side: String = HistoryRow.subject) {
    series[measure.name, default: Series(measure)].add(value, of: side)
  }

  /// Adds a job's values.
  ///
  /// - Parameter work: what its memory is reported as.
  mutating func add(
    _ answer: HistoryAnswer,
    of side: String = HistoryRow.subject,
    memory work: String? = nil
  ) {
    for measure in HistoryRow.measures {
      for value in answer.values[measure.name] ?? [] { add(value, measure, of: side) }
    }
    guard let work, let bytes = answer.peakBytes else { return }
    let megabytes = Double(bytes) / 1e6
    add(megabytes, .memory(of: work))
    let most = value(of: .memoryOfAll) ?? 0
    series[Measure.memoryOfAll.name] = nil
    add(max(most, megabytes), .memoryOfAll)
  }

  /// Takes what was measured under another name as a side's values.
  mutating func copy(_ source: Measure, as measure: Measure, of side: String) {
    for value in series[source.name]?.values[HistoryRow.subject] ?? [] {
      add(value, measure, of: side)
    }
  }

  private func value(of measure: Measure) -> Double? {
    series[measure.name]?.median(of: HistoryRow.subject)
  }

  /// The rows that have values, as figures.
  var figures: [(row: HistoryRow, figure: Figure)] {
    HistoryRow.all.compactMap { row in
      guard let series = series[row.measure.name],
        var figure = Figure(series, of: HistoryRow.subject, durability: row.durability)
      else { return nil }
      if let peer = row.peer { _ = figure.compare(with: peer, of: HistoryRow.subject, in: series) }
      return (row, figure)
    }
  }
}
