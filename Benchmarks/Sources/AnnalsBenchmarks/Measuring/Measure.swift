/// Something that is measured of every engine that can do it.
public struct Measure: Sendable, Hashable {
  /// The name in tables and in the JSON file.
  public var name: String
  /// The unit of its values.
  public var unit: String
  /// Whether a greater value is better.
  public var isGreaterBetter: Bool
  /// What is done, for people.
  public var meaning: String

  /// Makes a measure.
  public init(name: String, unit: String, isGreaterBetter: Bool, meaning: String) {
    self.name = name
    self.unit = unit
    self.isGreaterBetter = isGreaterBetter
    self.meaning = meaning
  }

  static func commits(of size: Int) -> Measure {
    Measure(
      name: "commit-\(size)",
      unit: "events/s",
      isGreaterBetter: true,
      meaning: "durable commits of \(size), then a first page of both views"
    )
  }
  static let commitTail = Measure(
    name: "commit-1-p99",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "one durable commit of 1 event, 99th percentile"
  )
  static func writers(_ threads: Int) -> Measure {
    Measure(
      name: "writers-\(threads)",
      unit: "events/s",
      isGreaterBetter: true,
      meaning: "durable commits of 1 by \(threads) threads at once"
    )
  }
  static let mixed = Measure(
    name: "mixed",
    unit: "writes/s",
    isGreaterBetter: true,
    meaning: "durable commits of 1, each followed by the owner's page"
  )
  static let page = Measure(
    name: "page",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "page of 50 by owner sorted by age, decoded, median"
  )
  static let pageTail = Measure(
    name: "page-p99",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "the same, 99th percentile"
  )
  static let get = Measure(
    name: "get",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "one person by id, decoded, median"
  )
  static let getTail = Measure(
    name: "get-p99",
    unit: "µs",
    isGreaterBetter: false,
    meaning: "the same, 99th percentile"
  )
  static let open = Measure(
    name: "open",
    unit: "ms",
    isGreaterBetter: false,
    meaning: "whole child process: start, open, first page of 50, end"
  )
  static let openInside = Measure(
    name: "open-inside",
    unit: "ms",
    isGreaterBetter: false,
    meaning: "within that process: open and first page only"
  )
  static let disk = Measure(
    name: "disk",
    unit: "bytes/event",
    isGreaterBetter: false,
    meaning: "closed store on disk, all events of the run"
  )
  static let written = Measure(
    name: "written",
    unit: "bytes/event",
    isGreaterBetter: false,
    meaning: "given to the kernel to write to the disk during commits of 10,000"
  )
  static let processor = Measure(
    name: "cpu-10000",
    unit: "µs/event",
    isGreaterBetter: false,
    meaning: "processor time of commits of 10,000 and the first page of both views"
  )
  static let memory = Measure(
    name: "memory",
    unit: "MB",
    isGreaterBetter: false,
    meaning: "peak resident memory without mapped files, the workload's own included"
  )
  static let resident = Measure(
    name: "resident",
    unit: "MB",
    isGreaterBetter: false,
    meaning: "peak resident memory with mapped files"
  )
}

/// The values of one measure: for each engine one a round.
public struct Series: Sendable {
  /// What was measured.
  public var measure: Measure
  /// The values by the engine's name, in the order of the rounds.
  public private(set) var values: [String: [Double]] = [:]

  /// Makes a series without values.
  public init(_ measure: Measure) { self.measure = measure }

  /// Adds the next round's value of an engine.
  public mutating func add(_ value: Double, of engine: String) {
    values[engine, default: []].append(value)
  }

  /// The middle of an engine's values; nil where it has none.
  public func median(of engine: String) -> Double? { values[engine].flatMap(Self.median) }

  /// How many times better one engine was than another, above 1 where it was better.
  ///
  /// Each round gives a ratio of values taken one after the other, so that what disturbs a machine for
  /// longer than a round disturbs both sides of it.
  ///
  /// - Returns: the median, least and greatest ratio; nil where one of the engines has no values.
  public func ratio(of engine: String, to peer: String) -> (
    median: Double, least: Double, greatest: Double
  )? {
    guard let own = values[engine], let others = values[peer] else { return nil }
    let ratios = zip(own, others).map { own, other in
      measure.isGreaterBetter ? own / other : other / own
    }
    guard let median = Self.median(ratios), let least = ratios.min(), let greatest = ratios.max()
    else {
      return nil
    }
    return (median, least, greatest)
  }

  private static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
