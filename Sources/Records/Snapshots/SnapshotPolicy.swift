/// When snapshots are taken by themselves, and how many are kept.
public struct SnapshotPolicy: Sendable, Hashable {
  /// A snapshot is due when the views have taken in so many events since the last one; 0 for never.
  public var everyEvents: UInt64
  /// How many are kept, at least 1: the newest, and others that lie further apart the further back they are.
  public var keep: Int

  /// Makes a policy.
  public init(everyEvents: UInt64 = 1_000_000, keep: Int = 4) {
    self.everyEvents = everyEvents
    self.keep = max(keep, 1)
  }

  /// Which snapshots are kept: one after the other goes that is missed least.
  ///
  /// Without one, its neighbours are each other's. That matters the less, the fewer times further back the older lies
  /// than the newer: so distances from the newest come to grow by a factor, few stay of the past and more near the
  /// head.
  ///
  /// - Parameters:
  ///   - events: how many events each spares a replay, rising.
  ///   - count: how many may stay; the newest always does.
  /// - Returns: their indices, rising.
  package static func kept(of events: [UInt64], atMost count: Int) -> [Int] {
    var kept = Array(events.indices)
    while kept.count > max(count, 1) {
      let back = kept.map { Double(events[kept[kept.count - 1]] - events[$0]) }
      // The newest counts as one step back, as the next will find it.
      let step = max(back[kept.count - 2], 1)
      let losses = (0..<kept.count - 1).map { place in
        let older = place == 0 ? Double(events[kept[kept.count - 1]]) : back[place - 1]
        return (older + step) / (back[place + 1] + step)
      }
      guard let least = losses.indices.min(by: { losses[$0] < losses[$1] }) else { break }
      kept.remove(at: least)
    }
    return kept
  }
}
