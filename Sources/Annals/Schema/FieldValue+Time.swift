public import EventLog
public import Records
public import StoreErrors

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Instant: FieldValue {
  /// Instant.
  public static var kind: Kind { .instant }

  /// Reads a moment.
  public init?(_ value: Value) {
    guard case .instant(let instant) = value else { return nil }
    self = instant
  }

  /// The moment.
  public func kept() throws(StoreError) -> Value { .instant(self) }
}

extension CalendarDate: FieldValue {
  /// Date.
  public static var kind: Kind { .date }

  /// Reads a day.
  public init?(_ value: Value) {
    guard case .date(let date) = value else { return nil }
    self = date
  }

  /// The day.
  public func kept() throws(StoreError) -> Value { .date(self) }
}

/// A `Date` is kept as the instant that is nearest to it to the nanosecond, and reads back as the very same date.
///
/// A `Date` is a binary fraction of seconds since 2001. From 97 days after that moment on, or before it, two dates
/// lie more than a nanosecond apart, so that each has its own instant. Nearer to it a date may have a finer fraction:
/// it is refused rather than changed. So is one outside the years 1 to 9999, such as `Date.distantPast`, which lies two
/// days before them: an optional property says better that there is no date. An instant that was written by other
/// means reads as the nearest date; `update` leaves it as it is unless the property is changed.
extension Date: FieldValue {
  /// Instant.
  public static var kind: Kind { .instant }

  /// Seconds from 1970 to 2001.
  private static let reference: Int64 = 978_307_200

  /// The date that is nearest to a moment.
  public init(_ instant: Instant) {
    let seconds = Double(instant.seconds - Self.reference)
    self.init(timeIntervalSinceReferenceDate: seconds + Double(instant.nanoseconds) / 1e9)
  }

  /// Reads a moment.
  public init?(_ value: Value) {
    guard case .instant(let instant) = value else { return nil }
    self.init(instant)
  }

  /// The nearest moment to the nanosecond; nil outside the years 1 to 9999.
  public var instant: Instant? {
    let interval = timeIntervalSinceReferenceDate
    guard let whole = Int64(exactly: interval.rounded(.down)) else { return nil }
    let (seconds, isTooFar) = whole.addingReportingOverflow(Self.reference)
    let nanoseconds = ((interval - Double(whole)) * 1e9).rounded()
    guard !isTooFar else { return nil }
    return nanoseconds < 1e9
      ? Instant(seconds: seconds, nanoseconds: UInt32(nanoseconds)) : Instant(seconds: seconds + 1)
  }

  /// The moment to the nanosecond.
  ///
  /// - Throws: `StoreError` (`badData`) where it would read back as another date, or lies outside the years 1 to 9999.
  public func kept() throws(StoreError) -> Value {
    guard let instant, Date(instant) == self else {
      throw StoreError(
        .badData,
        "the date \(timeIntervalSinceReferenceDate) s from 2001 is no moment of the years 1 to 9999 to the nanosecond",
        hints: ["round it to a millionth of a second, or declare the property as an Instant"]
      )
    }
    return .instant(instant)
  }
}

extension Instant: Codable {
  /// Reads an RFC 3339 time, where a moment is a part of a value that is kept as JSON.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(as: "an RFC 3339 time") { Instant($0) }
  }

  /// Writes an RFC 3339 time.
  public func encode(to encoder: any Encoder) throws { try encoder.write(description) }
}

extension CalendarDate: Codable {
  /// Reads `YYYY-MM-DD`, where a day is a part of a value that is kept as JSON.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(as: "a day such as 2024-03-01") { CalendarDate($0) }
  }

  /// Writes `YYYY-MM-DD`.
  public func encode(to encoder: any Encoder) throws { try encoder.write(description) }
}

extension ExactDecimal: Codable {
  /// Reads digits in quotes, where a number is a part of a value that is kept as JSON: others would round them.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(as: "a number") { ExactDecimal($0) }
  }

  /// Writes the digits in quotes.
  public func encode(to encoder: any Encoder) throws { try encoder.write(description) }
}

extension Decoder {
  fileprivate func value<T>(as what: String, _ read: (String) -> T?) throws -> T {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    if let value = read(text) { return value }
    throw DecodingError.dataCorruptedError(
      in: container,
      debugDescription: "\(StoreError.quote(text)) is not \(what)"
    )
  }
}

extension Encoder {
  fileprivate func write(_ text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
