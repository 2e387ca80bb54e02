#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One measured number with its peer's, as it stands in the JSON file.
public struct Figure: Sendable, Hashable, Encodable {
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
  /// What the first engine's acknowledged commits survive.
  public var durability: String

  private enum CodingKeys: String, CodingKey {
    case name, value, unit, peer, peerValue, ratio, durability
  }

  /// Writes every key, null where there is no peer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(value, forKey: .value)
    try container.encode(unit, forKey: .unit)
    try container.encode(peer, forKey: .peer)
    try container.encode(peerValue, forKey: .peerValue)
    try container.encode(ratio, forKey: .ratio)
    try container.encode(durability, forKey: .durability)
  }

  /// The figures of a run.
  ///
  /// - Parameter engines: who took part; the first is compared with each of the others.
  /// - Returns: for each measure that the first engine has, one figure a peer, or one without a peer.
  public static func all(of series: [Series], _ engines: [EngineDescription]) -> [Figure] {
    guard let subject = engines.first else { return [] }
    return series.flatMap { series -> [Figure] in
      guard let value = series.median(of: subject.name) else { return [] }
      var figure = Figure(
        name: series.measure.name,
        value: value,
        unit: series.measure.unit,
        durability: subject.durability
      )
      let figures = engines.dropFirst().enumerated().compactMap { place, peer -> Figure? in
        guard let ratio = series.ratio(of: subject.name, to: peer.name) else { return nil }
        figure.name = series.measure.name + (place == 0 ? "" : "-" + peer.name)
        figure.peer = peer.name
        figure.peerValue = series.median(of: peer.name)
        figure.ratio = ratio.median
        return figure
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
