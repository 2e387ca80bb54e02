/// The result of the whole suite: what was to be reached, and all that was measured.
struct SuiteReport {
  /// Where the figures of a long history come from.
  enum History {
    /// This run, at its own size.
    case measured(HistoryResult)
    /// A file that a run of its own wrote.
    case known([Figure], path: String)
  }

  var run: Report
  var counts: CountsReport
  var history: History

  /// Beside the report's file.
  static let plotFolder = "plots"

  /// What the JSON file holds: all figures, under the names of the tables.
  var figures: [Figure] { run.figures + counts.figures + historyRows.map(\.figure) }

  /// Whether parts of it could not be measured.
  var hasFailed: Bool {
    if case .measured(let result) = history { !result.failures.isEmpty } else { false }
  }

  /// The whole report.
  var document: Document {
    Document(
      [
        .title("Annals beside its peers"), .facts(run.machine.facts),
        .chapter("What is to be reached"), goals, .paragraph(run.foot),
        .chapter("Engines"),
      ] + run.engines.flatMap(\.parts)
        + [.chapter("Side by side"), .facts(run.plan.facts), run.table]
        + run.plots.map { .picture(file: "\(Self.plotFolder)/\($0.name).svg", title: $0.title) }
        + [.chapter("Asked of the system"), counts.table, .paragraph(CountsReport.foot)]
        + [.chapter("A long history")] + historyParts
    )
  }

  /// Each bar on a line of its own, with the figure that is to reach it.
  private var goals: Document.Part {
    let figures = run.figures
    let sideBySide = Goal.sideBySide.flatMap { goal in
      figures.filter { $0.measure == goal.name && $0.peer == goal.peer }.map { figure in
        BarTable.Row(figure: figure, bars: [goal.bar], meaning: meaning(of: goal.name))
      }
    }
    return BarTable(rows: sideBySide + historyRows.filter { !$0.bars.isEmpty }).part
  }

  private func meaning(of name: String) -> String {
    run.series.first { $0.measure.name == name }?.measure.meaning ?? ""
  }

  private var historyRows: [BarTable.Row] {
    let figures =
      switch history {
      case .measured(let result): result.figures.map(\.figure)
      case .known(let figures, _): figures
      }
    return figures.map { figure in
      let row = HistoryRow.all.first { $0.measure.name == figure.name }
      return BarTable.Row(
        figure: figure,
        bars: row?.bars ?? [],
        meaning: row?.measure.meaning ?? ""
      )
    }
  }

  private var historyParts: [Document.Part] {
    switch history {
    case .measured(let result):
      let report = HistoryReport(result, machine: run.machine)
      return [.facts(result.plan.facts), report.table] + report.foot.map { .paragraph($0) }
    case .known(_, let path):
      let origin = "Measured in a run of its own, whose figures are those of \(path)."
      return [.paragraph(origin), BarTable(rows: historyRows).part]
    }
  }
}
