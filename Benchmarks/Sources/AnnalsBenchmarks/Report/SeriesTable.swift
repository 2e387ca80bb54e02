/// Medians of each engine, and the first one's ratios to the others.
struct SeriesTable {
  private let series: [Series]
  private let names: [String]

  /// - Parameter names: the engines, in the order of their columns.
  init(_ series: [Series], _ names: [String]) {
    self.series = series
    self.names = names
  }

  /// The table.
  var part: Document.Part {
    let peers = names.dropFirst()
    let header = ["measure", "unit"] + names + peers.map { "vs \($0)" } + ["what"]
    let rows = series.map { series in
      [series.measure.name, series.measure.unit]
        + names.map { series.median(of: $0).map(Text.number) ?? "-" }
        + peers.map { peer in
          names.first.flatMap { series.ratio(of: $0, to: peer) }.map {
            Text.number($0.median, from: $0.least, to: $0.greatest)
          } ?? "-"
        }
        + [series.measure.meaning]
    }
    return .table([header] + rows)
  }
}
