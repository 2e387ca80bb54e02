/// A line of the result: a measure, what it is compared with and what it should reach.
struct HistoryRow {
  var measure: Measure
  var peer: String?
  var bars: [Bar] = []
  var durability = "buffered"

  /// Whose values the rows are about.
  static let subject = "annals"
  static let short = "annals, short history"
  static let head = "annals at the head"
  static let beginning = "annals from r1"
  static let sqlite = "sqlite"
  static let start = "annals --version"

  static let all: [HistoryRow] =
    [
      HistoryRow(measure: .open, peer: short, bars: [.atMost(10), .within(1.5)]),
      HistoryRow(measure: .openInside, peer: short),
    ] + TimedCommand.rows + [
      HistoryRow(measure: .pageAt, peer: head, bars: [.atMost(1)]),
      HistoryRow(measure: .pageAtTail, bars: [.atMost(5)]),
      HistoryRow(measure: .hotPageAt, peer: head, bars: [.atMost(1)]),
      HistoryRow(measure: .hotPageAtTail, bars: [.atMost(5)]),
      HistoryRow(measure: .recordAt, bars: [.atMost(100)]),
      HistoryRow(measure: .recordAtTail),
      HistoryRow(measure: .replay, bars: [.atLeast(1_500_000)]),
      HistoryRow(measure: .snapshotReady, peer: beginning, bars: [.better(30)]),
      HistoryRow(measure: .importing, bars: [.atLeast(150_000)], durability: "durable"),
      HistoryRow(measure: .difference, bars: [.atMost(50)]),
      HistoryRow(measure: .differenceTail),
      HistoryRow(measure: .verify),
      HistoryRow(measure: .newViewReady),
      HistoryRow(measure: .newViewRead),
      HistoryRow(measure: .newViewReadTail),
      HistoryRow(measure: .growth, peer: short, bars: [.within(1.5)], durability: "durable"),
      HistoryRow(measure: .growthProcessor, peer: short, durability: "durable"),
      HistoryRow(measure: .disk, peer: sqlite, bars: [.within(1.5)]),
    ]
    + parts.map { HistoryRow(measure: .disk(of: $0)) }
    + [HistoryRow(measure: .memoryOfAll, bars: [.atMost(256)])]
    + ["build", "page-at", "replay", "export", "verify", "view", "rebuild", "import"].map {
      HistoryRow(measure: .memory(of: $0))
    }

  /// What jobs can report.
  static let measures = all.map(\.measure) + [.pageAtHead, .hotPageAtHead]

  /// The folders of a store.
  static let parts = ["log", "views", "snapshots"]
}
