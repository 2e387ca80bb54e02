/// Figures beside what they should reach.
struct BarTable {
  /// A line of it.
  struct Row {
    /// The figure, under the name that the table shows.
    var figure: Figure
    /// What it should reach; none where it only informs.
    var bars: [Bar] = []
    /// What was done.
    var meaning: String
  }

  var rows: [Row]

  /// The table.
  var part: Document.Part {
    let header = [
      "measure", "unit", "value", "peer", "its value", "ratio (least to greatest)", "bar",
      "reached",
      "what",
    ]
    return .table(
      [header]
        + rows.map { row in
          let figure = row.figure
          return [
            figure.name, figure.unit, Text.number(figure.value), figure.peer ?? "-",
            figure.peerValue.map(Text.number) ?? "-", figure.ratioText ?? "-",
            row.bars.isEmpty ? "-" : row.bars.map(\.text).joined(separator: ", "),
            row.verdict, row.meaning,
          ]
        }
    )
  }
}

extension BarTable.Row {
  fileprivate var verdict: String {
    if bars.isEmpty { return "-" }
    return bars.allSatisfy { $0.isReached(by: figure.value, ratio: figure.ratio) } ? "yes" : "NO"
  }
}

extension Figure {
  /// The ratio, and its spread where it has one.
  fileprivate var ratioText: String? {
    guard let ratio else { return nil }
    guard let ratioLeast, let ratioGreatest else { return Text.number(ratio) }
    return Text.number(ratio, from: ratioLeast, to: ratioGreatest)
  }
}
