#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One measured number with its peer's, as it stands in the JSON file.
public struct Figure: Sendable, Hashable, Codable {
  /// The measure; a second and later peer's name follows after a dash: `commit-1-lmdb`.
  public var name: String
  /// The median over all rounds.
  public var value: Double
  /// The unit of both values.
  public var unit: String
  /// The engine compared with; nil where no other could do it.
  public var peer: String?
  /// The peer's median.
  public var peerValue: Double?
  /// The median of the rounds' ratios, above 1 where the first engine is better.
  public var ratio: Double?
  /// The least and the greatest of the rounds' ratios.
  public var ratioLeast: Double?, ratioGreatest: Double?
  /// How many operations took how long, where that was counted: the first engine's and the peer's.
  public var latency: Histogram?, peerLatency: Histogram?
  /// What the first engine's acknowledged commits survive.
  public var durability: String

  private enum CodingKeys: String, CodingKey {
    case name, value, unit, peer, peerValue, ratio, ratioLeast, ratioGreatest, latency, peerLatency,
      durability
  }

  /// Writes every key, null where there is no peer; those of latencies only where they were counted.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(value, forKey: .value)
    try container.encode(unit, forKey: .unit)
    try container.encode(peer, forKey: .peer)
    try container.encode(peerValue, forKey: .peerValue)
    try container.encode(ratio, forKey: .ratio)
    try container.encode(ratioLeast, forKey: .ratioLeast)
    try container.encode(ratioGreatest, forKey: .ratioGreatest)
    try container.encodeIfPresent(latency, forKey: .latency)
    try container.encodeIfPresent(peerLatency, forKey: .peerLatency)
    try container.encode(durability, forKey: .durability)
  }

  /// The figure of an engine alone; nil where the series has nothing of it.
  init?(_ series: Series, of engine: String, durability: String) {
    guard let value = series.median(of: engine) else { return nil }
    name = series.measure.name
    self.value = value
    unit = series.measure.unit
    latency = series.histograms[engine]
    self.durability = durability
  }

  /// The measure's name alone, whichever the peer.
  public var measure: String {
    guard let peer, name.hasSuffix("-" + peer) else { return name }
    return String(name.dropLast(peer.count + 1))
  }

  /// Adds a peer's value.
  ///
  /// - Returns: whether the series has one.
  mutating func compare(with peer: String, of engine: String, in series: Series) -> Bool {
    guard let ratio = series.ratio(of: engine, to: peer) else { return false }
    self.peer = peer
    peerValue = series.median(of: peer)
    self.ratio = ratio.median
    ratioLeast = ratio.least
    ratioGreatest = ratio.greatest
    peerLatency = series.histograms[peer]
    return true
  }

  /// The figures of a run.
  ///
  /// - Parameter engines: who took part; the first is compared with each of the others.
  /// - Returns: for each measure that the first engine has, one figure a peer, or one without a peer.
  public static func all(of series: [Series], _ engines: [EngineDescription]) -> [Figure] {
    guard let subject = engines.first else { return [] }
    return series.flatMap { series -> [Figure] in
      guard let figure = Figure(series, of: subject.name, durability: subject.durability.rawValue)
      else {
        return []
      }
      let figures = engines.dropFirst().enumerated().compactMap { place, peer -> Figure? in
        var figure = figure
        figure.name += place == 0 ? "" : "-" + peer.name
        return figure.compare(with: peer.name, of: subject.name, in: series) ? figure : nil
      }
      return figures.isEmpty ? [figure] : figures
    }
  }

  /// The JSON file's bytes.
  public static func json(_ figures: [Figure]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(figures) + Data("\n".utf8)
  }
}
