#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A moment, to the nanosecond, from the year 1 to the year 9999, in UTC without leap seconds.
public struct Instant: Hashable, Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public let seconds: Int64
  /// The rest, 0 to 999,999,999 nanoseconds.
  public let nanoseconds: UInt32

  /// The first moment, 0001-01-01T00:00:00Z.
  public static let distantPast = Instant(unchecked: -62_135_596_800, 0)
  /// The last moment, 9999-12-31T23:59:59.999999999Z.
  public static let distantFuture = Instant(unchecked: 253_402_300_799, 999_999_999)

  /// Makes a moment, or nil where it lies outside the years 1 to 9999 or has a second or more of
  /// nanoseconds.
  public init?(seconds: Int64, nanoseconds: UInt32 = 0) {
    guard nanoseconds < 1_000_000_000,
      seconds >= Self.distantPast.seconds, seconds <= Self.distantFuture.seconds
    else { return nil }
    self.init(unchecked: seconds, nanoseconds)
  }

  private init(unchecked seconds: Int64, _ nanoseconds: UInt32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Makes a moment from milliseconds, microseconds or nanoseconds since 1970.
  ///
  /// - Parameters:
  ///   - count: how many units, negative before 1970.
  ///   - perSecond: units in a second: 1,000, 1,000,000 or 1,000,000,000.
  /// - Returns: nil where the moment lies outside the years 1 to 9999.
  public init?(count: Int64, perSecond: Int64) {
    guard perSecond > 0, perSecond <= 1_000_000_000 else { return nil }
    let (quotient, remainder) = count.quotientAndRemainder(dividingBy: perSecond)
    let below = remainder < 0
    let rest = below ? remainder + perSecond : remainder
    self.init(
      seconds: below ? quotient - 1 : quotient,
      nanoseconds: UInt32(rest * (1_000_000_000 / perSecond))
    )
  }

  /// What the machine's clock says now.
  public static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: Int64(time.tv_sec), nanoseconds: UInt32(time.tv_nsec)) ?? .distantPast
  }

  /// The moment one nanosecond later; the last moment stays where it is.
  public var next: Instant {
    if nanoseconds < 999_999_999 { return Instant(unchecked: seconds, nanoseconds + 1) }
    return Instant(seconds: seconds + 1) ?? self
  }
}

extension Instant: Comparable {
  /// Whether the left moment is earlier.
  public static func < (left: Instant, right: Instant) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}
