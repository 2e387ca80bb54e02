/// What a figure should reach.
public enum Bar: Sendable, Hashable {
  /// The value is below or equal.
  case atMost(Double)
  /// The value is above or equal.
  case atLeast(Double)
  /// So many times better than the peer.
  case better(Double)
  /// No more than so many times worse than the peer.
  case within(Double)

  /// As it stands in the table.
  var text: String {
    switch self {
    case .atMost(let value): "at most \(Text.number(value))"
    case .atLeast(let value): "at least \(Text.number(value))"
    case .better(let times) where times > 1: "\(Text.number(times)) × better"
    case .better(let times): "\(Text.number(times)) × as good"
    case .within(let times): "within \(Text.number(times)) ×"
    }
  }

  /// Whether a value reaches it.
  ///
  /// - Parameter ratio: to the peer, above 1 where the value is better.
  public func isReached(by value: Double, ratio: Double?) -> Bool {
    switch self {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    case .better(let times): ratio.map { $0 >= times } ?? false
    case .within(let times): ratio.map { $0 * times >= 1 } ?? false
    }
  }
}
