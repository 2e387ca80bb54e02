/// A day of the proleptic Gregorian calendar, from 0001-01-01 to 9999-12-31, without a time or a zone.
public struct CalendarDate: Hashable, Sendable {
  /// Days since 1970-01-01.
  public let days: Int32

  /// Makes a day from its number, or nil outside the years 1 to 9999.
  public init?(days: Int32) {
    guard days >= -719_162, days <= 2_932_896 else { return nil }
    self.days = days
  }
}

extension CalendarDate: Comparable {
  /// Whether the left day is earlier.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.days < right.days }
}
