/// How many of many like operations took how long.
///
/// Times are counted in buckets, 16 to each doubling, so that a time read from it is at most a sixteenth too long,
/// and a histogram of a billion times is as small as one of a thousand. The idea is that of HdrHistogram (Tene 2012).
public struct Histogram: Sendable, Hashable {
  /// Operations by the number of their bucket.
  private var counts: [Int: Int] = [:]
  /// How many operations there were.
  public private(set) var count = 0
  /// The longest time, exactly, in nanoseconds.
  public private(set) var longest: Int64 = 0

  private static let bucketsPerDoubling = 16

  /// Makes one without operations.
  public init() {}

  /// Counts an operation that took so many nanoseconds.
  public mutating func add(_ nanoseconds: Int64) {
    counts[Self.bucket(of: nanoseconds), default: 0] += 1
    count += 1
    longest = max(longest, nanoseconds)
  }

  /// Counts what another one has counted.
  public mutating func add(_ other: Histogram) {
    counts.merge(other.counts) { $0 + $1 }
    count += other.count
    longest = max(longest, other.longest)
  }

  /// The buckets that are not empty, from the shortest times to the longest: the longest time that belongs to each, in
  /// nanoseconds, and how many operations it counts.
  public var buckets: [(upTo: Int64, count: Int)] {
    counts.sorted { $0.key < $1.key }.map { bucket, count in
      (min(longest, Self.longest(in: bucket)), count)
    }
  }

  /// The time in nanoseconds that so large a share of all operations did not exceed, by nearest rank.
  ///
  /// - Parameter share: from 0 to 1.
  /// - Returns: 0 where there were none.
  public func time(of share: Double) -> Int64 {
    let rank = Int((share * Double(count)).rounded(.up))
    var seen = 0
    for (upTo, count) in buckets {
      seen += count
      if seen >= rank { return upTo }
    }
    return longest
  }

  /// Times below 16 have a bucket each; above them a bucket is known by the doubling and the four bits that follow the
  /// first.
  private static func bucket(of nanoseconds: Int64) -> Int {
    let time = Int(max(0, nanoseconds))
    guard time >= bucketsPerDoubling else { return time }
    let shift = Int.bitWidth - time.leadingZeroBitCount - 5
    return shift * bucketsPerDoubling + (time >> shift)
  }

  private static func longest(in bucket: Int) -> Int64 {
    guard bucket >= 2 * bucketsPerDoubling else { return Int64(bucket) }
    let shift = bucket / bucketsPerDoubling - 1
    return Int64((bucket - shift * bucketsPerDoubling + 1) << shift) - 1
  }
}

extension Histogram: Codable {
  private enum CodingKeys: String, CodingKey { case unit, count, p50, p99, p999, max, buckets }

  /// Reads what `encode` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for bucket in try container.decode([[Int64]].self, forKey: .buckets) where bucket.count == 2 {
      counts[Self.bucket(of: bucket[0]), default: 0] += Int(bucket[1])
      count += Int(bucket[1])
    }
    longest = try container.decode(Int64.self, forKey: .max)
  }

  /// Writes percentiles and the longest time for people, and the buckets as pairs of longest time and count; all times
  /// in nanoseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("ns", forKey: .unit)
    try container.encode(count, forKey: .count)
    try container.encode(time(of: 0.5), forKey: .p50)
    try container.encode(time(of: 0.99), forKey: .p99)
    try container.encode(time(of: 0.999), forKey: .p999)
    try container.encode(longest, forKey: .max)
    try container.encode(buckets.map { [$0.upTo, Int64($0.count)] }, forKey: .buckets)
  }
}
