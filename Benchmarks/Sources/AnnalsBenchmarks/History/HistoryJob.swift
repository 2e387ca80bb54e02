/// One piece of work upon a store with a long history, done by a process of its own.
public enum HistoryJob: Sendable, Hashable, Codable {
  /// Makes a history of so many events, and measures its growth at the end.
  case build(events: Int)
  /// Gives SQLite the same events, for its bytes on disk.
  case buildPeer(events: Int)
  /// Makes a store of 200 people, one of whom is rewritten so many times, in a commit each.
  case buildHot(rewrites: Int)
  /// Commands as whole processes, each with a bare start of the program.
  case commands
  /// Pages at random points of a history of so many events, and at its head.
  case pages(events: Int)
  /// Pages at random points of a hot store.
  case hotPages(rewrites: Int)
  /// The rewritten record at random points.
  case records(rewrites: Int)
  /// Differences of two points near the head.
  case differences(events: Int)
  /// Replays from the first commit, and compares one at a random point with the views.
  case replay(events: Int)
  /// Reads every event, in order.
  case walk
  /// Compares the views with the log, at the head and at some points.
  case verify
  /// Adds a view to the records that are there.
  case newView
  /// Writes so many change events in Debezium's form into a file, a line each.
  case writeLines(count: Int)
  /// Gives that file to `annals import`, once a round.
  case importLines(count: Int)
  /// Removes the views, then opens the store and reads a page.
  case ready(fromSnapshot: Bool)
}

/// What came of a job.
public struct HistoryAnswer: Sendable, Hashable, Codable {
  /// The values by the measure's name, one a round.
  public var values: [String: [Double]] = [:]
  /// The most memory that was seen and is not backed by a file.
  public var peakBytes: Int?

  mutating func add(_ value: Double, _ measure: Measure) {
    values[measure.name, default: []].append(value)
  }

  /// Adds median and 99th percentile.
  mutating func add(_ latencies: Latencies, _ median: Measure, tail: Measure, scale: Double) {
    let timing = latencies.summary()
    add(timing.median * scale, median)
    add(timing.p99 * scale, tail)
  }
}
