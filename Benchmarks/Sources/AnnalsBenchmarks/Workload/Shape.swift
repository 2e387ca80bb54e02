/// Whom the changes of a workload meet.
public enum Shape: Sendable, Hashable, Codable {
  /// Everybody who lives, alike.
  case uniform
  /// Few often and most seldom, by Zipf's law with the exponent 1: the second half as often as the first, the
  /// hundredth a hundredth as often.
  case zipf
  /// One person with so many of 100 updates, all others alike.
  case hot(percent: Int)
  /// The people of one owner for so many changes, then those of another.
  case bursts(length: Int)
  /// Whatever a real history met, in its order: the events of a file that `annals export` wrote.
  case recorded(path: String)

  /// The shapes by the names that the command takes; a recording's is its file's path behind `file:`.
  public static let named: [(name: String, shape: Shape)] = [
    ("uniform", .uniform), ("zipf", .zipf), ("hot", .hot(percent: 90)),
    ("bursts", .bursts(length: 50)),
  ]
}

extension SplitMix64 {
  /// A number from 0 up to but not including `bound`, which must be 1 or more; number n comes 1 / (n + 1) times as
  /// often as number 0.
  ///
  /// Of integers alone, so that it is the same on every machine. The ranks from a power of two to the next are about
  /// as likely together as those of any other power, so such a run of ranks is drawn evenly, then one of its ranks,
  /// which is kept as often as it is less likely than the first of the run. A try is kept in more than half of the
  /// cases.
  public mutating func drawZipf(below bound: Int) -> Int {
    let runs = Int.bitWidth - bound.leadingZeroBitCount
    while true {
      let first = 1 << draw(below: runs)
      let rank = first + draw(below: first)
      if rank <= bound, draw(below: rank) < first { return rank - 1 }
    }
  }
}
