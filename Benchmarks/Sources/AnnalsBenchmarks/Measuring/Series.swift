/// The values of one measure: for each engine one a round.
public struct Series: Sendable {
  /// What was measured.
  public var measure: Measure
  /// The values by the engine's name, in the order of the rounds.
  public private(set) var values: [String: [Double]] = [:]

  /// How long the operations took by the engine's name, those of all rounds together; of few measures.
  public private(set) var histograms: [String: Histogram] = [:]

  /// Makes a series without values.
  public init(_ measure: Measure) { self.measure = measure }

  /// Adds the next round's value of an engine.
  public mutating func add(_ value: Double, of engine: String) {
    values[engine, default: []].append(value)
  }

  /// Adds how long the next round's operations took.
  public mutating func add(_ histogram: Histogram, of engine: String) {
    histograms[engine, default: Histogram()].add(histogram)
  }

  /// The middle of an engine's values; nil where it has none.
  public func median(of engine: String) -> Double? { values[engine].flatMap(Self.median) }

  /// How many times better one engine was than another, above 1 where it was better.
  ///
  /// Each round gives a ratio of values taken one after the other, so that what disturbs a machine for
  /// longer than a round disturbs both sides of it.
  ///
  /// - Returns: the median, least and greatest ratio; nil where one of the engines has no values, or a value is 0.
  public func ratio(of engine: String, to peer: String) -> (
    median: Double, least: Double, greatest: Double
  )? {
    guard let own = values[engine], let others = values[peer] else { return nil }
    guard (own + others).allSatisfy({ $0 > 0 }) else { return nil }
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
