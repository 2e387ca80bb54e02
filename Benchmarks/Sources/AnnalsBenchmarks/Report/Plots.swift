/// What can be drawn of figures measured side by side.
struct Plots {
  /// The figures, the first engine's and its peers'.
  let figures: [Figure]
  /// The first engine's name.
  let subject: String

  init(_ figures: [Figure], of subject: String) {
    self.figures = figures
    self.subject = subject
  }

  /// All plots that the figures give something for.
  var all: [Plot] { [ratios, speeds].compactMap(\.self) + latencies }

  /// In the order of their figures.
  private var peers: [String] {
    var known: [String] = []
    for peer in figures.compactMap(\.peer) where !known.contains(peer) { known.append(peer) }
    return known
  }

  private var measures: [String] {
    var known: [String] = []
    for figure in figures where !known.contains(figure.measure) { known.append(figure.measure) }
    return known
  }

  /// A bar for each measure and peer, to the right where the first engine is better, and the spread of the rounds.
  private var ratios: Plot? {
    let compared = figures.filter { $0.ratio != nil }
    let names = measures.filter { name in compared.contains { $0.measure == name } }
    let peers = peers
    guard !names.isEmpty else { return nil }
    let height = 0.8 / Double(peers.count)
    let data = peers.enumerated().map { number, peer in
      Plot.data(
        "peer\(number)",
        compared.filter { $0.peer == peer }.map { figure in
          let ratio = figure.ratio ?? 1
          let line = names.firstIndex(of: figure.measure) ?? 0
          let place = Double(line) - 0.4 + height * (Double(number) + 0.5)
          return [
            ratio, place, figure.ratioLeast ?? ratio, figure.ratioGreatest ?? ratio,
            place - height / 2, place + height / 2,
          ].map { "\($0)" }
        }
      )
    }
    let labels = names.enumerated().map { "\(Plot.quoted($1)) \($0)" }.joined(separator: ", ")
    let bars = peers.enumerated().map { number, peer in
      "$peer\(number) using 1:2:(1):1:5:6 with boxxyerror lc \(number + 1) fs solid 0.6 "
        + "title \(Plot.quoted("against " + peer)), "
        + "$peer\(number) using 1:2:3:4 with xerrorbars lc rgb 'black' pt 0 notitle"
    }
    return Plot(
      name: "ratios",
      title: "How many times better \(subject) is: median, least and greatest of the rounds",
      height: 160 + names.count * (16 + 8 * peers.count),
      commands: data + [
        "set logscale x", "set xlabel 'ratio, 1 is alike'", "set ytics (\(labels))",
        "set yrange [\(names.count):-1]", "set grid x", "set key outside top center horizontal",
        "set arrow from 1, graph 0 to 1, graph 1 nohead lw 2",
        "plot " + bars.joined(separator: ", "),
      ]
    )
  }

  /// A line for each engine: events a second by the size of commits.
  private var speeds: Plot? {
    let sizes = [1, 100, 10_000]
    let lines = engines { figure, value in
      sizes.first { "commit-\($0)" == figure.measure }.map { ($0, value) }
    }
    guard lines.contains(where: { !$0.values.isEmpty }) else { return nil }
    return curves(
      "speeds",
      "Durable events a second by the size of a commit, first read included",
      lines.map { engine, values in (engine, values.map { ["\($0.0)", "\($0.1)"] }) },
      style: "linespoints pt 7",
      settings: [
        "set logscale xy", "set xlabel 'events in a commit'", "set ylabel 'events/s'",
        "set xtics (1, 100, 10000)", "set xrange [0.7:15000]",
      ]
    )
  }

  /// For each measure whose times were counted: which share of the operations took how long at most.
  private var latencies: [Plot] {
    measures.compactMap { measure in
      let own = figures.first { $0.measure == measure && $0.latency != nil }
      guard let latency = own?.latency else { return nil }
      let others = figures.compactMap { figure in
        figure.measure == measure
          ? figure.peer.flatMap { peer in figure.peerLatency.map { (peer, $0) } } : nil
      }
      return curves(
        "latency-" + measure,
        "\(measure): how long the slowest take",
        ([(subject, latency)] + others).map { ($0.0, Self.quantiles($0.1)) },
        style: "lines",
        settings: [
          "set logscale xy", "set xlabel 'share of the operations that took no longer'",
          "set ylabel 'µs'",
          "set xtics ('0' 1, '50 %%' 2, '90 %%' 10, '99 %%' 100, '99.9 %%' 1000, '99.99 %%' 10000)",
        ]
      )
    }
  }

  /// Each bucket's time in microseconds over how seldom a longer one is: one of so many.
  private static func quantiles(_ histogram: Histogram) -> [[String]] {
    var seen = 0
    return histogram.buckets.map { upTo, count in
      seen += count
      let seldom = Double(histogram.count) / Double(max(1, histogram.count - seen))
      return ["\(seldom)", "\(Double(upTo) / 1e3)"]
    }
  }

  /// What some figures say of each engine, those of the first one taken once.
  private func engines<Value>(_ value: (Figure, Double) -> Value?) -> [(
    name: String, values: [Value]
  )] {
    let own = figures.filter { $0.name == $0.measure }.compactMap { value($0, $0.value) }
    return [(subject, own)]
      + peers.map { peer in
        (
          peer,
          figures.filter { $0.peer == peer }.compactMap { figure in
            figure.peerValue.flatMap { value(figure, $0) }
          }
        )
      }
  }

  private func curves(
    _ name: String,
    _ title: String,
    _ lines: [(engine: String, rows: [[String]])],
    style: String,
    settings: [String]
  ) -> Plot {
    let data = lines.enumerated().map { number, line in Plot.data("engine\(number)", line.rows) }
    let drawn = lines.enumerated().filter { !$0.element.rows.isEmpty }.map { number, line in
      "$engine\(number) using 1:2 with \(style) lw 2 lc \(number + 1) title \(Plot.quoted(line.engine))"
    }
    return Plot(
      name: name,
      title: title,
      commands: data + settings + [
        "set grid", "set key top left", "plot " + drawn.joined(separator: ", "),
      ]
    )
  }
}
