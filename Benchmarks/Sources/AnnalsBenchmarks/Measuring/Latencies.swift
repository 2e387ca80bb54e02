/// How long each of many like operations took.
struct Latencies: Sendable {
  private var nanoseconds: [Int64] = []
  private let clock = ContinuousClock()

  init(reserving count: Int) { nanoseconds.reserveCapacity(count) }

  /// Runs an operation and notes its time.
  mutating func measure<Result>(_ operation: () throws -> Result) rethrows -> Result {
    let start = clock.now
    let result = try operation()
    nanoseconds.append((clock.now - start).nanoseconds)
    return result
  }

  /// The same of an operation that suspends.
  mutating func measure<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    let start = clock.now
    let result = try await operation()
    nanoseconds.append((clock.now - start).nanoseconds)
    return result
  }

  /// Takes over what was noted elsewhere.
  mutating func append(_ other: Latencies) { nanoseconds += other.nanoseconds }

  /// The sum and the percentiles; the first read and the bytes written are left for the caller.
  func summary() -> Timing {
    let sorted = nanoseconds.sorted()
    var histogram = Histogram()
    for time in sorted { histogram.add(time) }
    return Timing(
      count: sorted.count,
      seconds: Double(sorted.reduce(0, +)) / 1e9,
      median: Self.percentile(50, of: sorted),
      p99: Self.percentile(99, of: sorted),
      histogram: histogram
    )
  }

  /// By nearest rank, in seconds: the least time that `percent` of all do not exceed.
  private static func percentile(_ percent: Int, of sorted: [Int64]) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let rank = (sorted.count * percent + 99) / 100
    return Double(sorted[max(0, rank - 1)]) / 1e9
  }
}

/// What a turn of like operations took, in seconds.
public struct Timing: Sendable, Hashable, Codable {
  /// How many operations.
  public var count: Int
  /// All of them together.
  public var seconds: Double
  /// The time that half of them do not exceed.
  public var median: Double
  /// The time that 99 of 100 do not exceed.
  public var p99: Double
  /// How many took how long.
  public var histogram: Histogram
  /// Of a first page of each view after commits.
  public var firstRead: Double = 0
  /// Processor time of the whole process for commits and their first read, the making up of changes left
  /// out; nil for other turns.
  public var processor: Double?
  /// Bytes handed to the kernel meanwhile in calls that write, by the kernel's count; nil where it keeps none.
  public var bytesWritten: Int?
  /// How often the disk was told meanwhile to make what it has lasting, and the bytes that it was given to write, by the
  /// kernel's count for all that run on the machine; nil where it keeps none.
  public var diskFlushes: Int?, diskBytesWritten: Int?
}

extension Duration {
  /// Whole nanoseconds.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Seconds as a fraction.
  var inSeconds: Double { Double(nanoseconds) / 1e9 }
}
