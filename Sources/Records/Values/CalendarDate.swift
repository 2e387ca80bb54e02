internal import EventLog

/// A day of the proleptic Gregorian calendar, from 0001-01-01 to 9999-12-31, without a time or a zone.
public struct CalendarDate: Hashable, Sendable {
  /// Days since 1970-01-01.
  public let days: Int32

  /// Makes a day from its number, or nil outside the years 1 to 9999.
  public init?(days: Int32) {
    guard days >= -719_162, days <= 2_932_896 else { return nil }
    self.days = days
  }

  /// Makes a day, or nil where the calendar has none such or the year is not one of 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    days = Int32(date.days)
  }

  /// Reads `YYYY-MM-DD`; nil for any other form and for days that do not exist.
  public init?(_ text: String) {
    var scanner = TimeScanner(text)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    days = Int32(date.days)
  }

  /// The year, 1 to 9999, the month, 1 to 12, and the day, 1 to 31.
  public var parts: (year: Int, month: Int, day: Int) {
    let date = CivilDate(days: Int(days))
    return (date.year, date.month, date.day)
  }
}

extension CalendarDate: Comparable {
  /// Whether the left day is earlier.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.days < right.days }
}

extension CalendarDate: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String { CivilDate(days: Int(days)).description }
}
