// Instants as text: RFC 3339, section 5.6, <https://www.rfc-editor.org/rfc/rfc3339#section-5.6>.

extension Instant {
  /// Reads an RFC 3339 time such as `2024-03-01T23:59:59.5+01:00`.
  ///
  /// - Parameter text: a date, `T` or `t`, a time of day with 0 to 9 digits of a second's fraction, and
  ///   `Z`, `z` or an offset from UTC, which is required.
  /// - Returns: nil for any other form, a day or time of day that does not exist (leap seconds and 24:00
  ///   among them), and what lies outside the years 1 to 9999 in UTC.
  public init?(_ text: String) {
    var scanner = TimeScanner(text)
    guard let date = scanner.date(), scanner.skip("T", "t") != nil,
      let hour = scanner.number(digits: 2), hour < 24, scanner.skip(":") != nil,
      let minute = scanner.number(digits: 2), minute < 60, scanner.skip(":") != nil,
      let second = scanner.number(digits: 2), second < 60
    else { return nil }
    var nanoseconds: UInt32 = 0
    if scanner.skip(".") != nil {
      guard let fraction = scanner.fraction() else { return nil }
      nanoseconds = fraction
    }
    guard let offset = Self.offset(&scanner), scanner.isAtEnd else { return nil }
    let minutes = date.days * 1440 + hour * 60 + minute - offset
    self.init(seconds: Int64(minutes * 60 + second), nanoseconds: nanoseconds)
  }

  /// `Z` or `+hh:mm`, in minutes.
  private static func offset(_ scanner: inout TimeScanner) -> Int? {
    guard let sign = scanner.skip("Z", "z", "+", "-") else { return nil }
    if sign == "Z" || sign == "z" { return 0 }
    guard let hours = scanner.number(digits: 2), hours < 24, scanner.skip(":") != nil,
      let minutes = scanner.number(digits: 2), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
  }

  /// The time as RFC 3339 text with as many digits of the fraction as it needs, none for whole seconds.
  ///
  /// - Parameter offsetMinutes: how far the clock to be shown is ahead of UTC, −1439 to 1439 minutes; 0
  ///   shows as `Z`. Where the shown date would leave the years 1 to 9999, or the offset is beyond
  ///   those, UTC is shown.
  public func text(offsetMinutes: Int = 0) -> String {
    let shifted = seconds + Int64(offsetMinutes) * 60
    let isShowable =
      abs(offsetMinutes) < 1440 && shifted >= Instant.distantPast.seconds
      && shifted <= Instant.distantFuture.seconds
    let local = Int(isShowable ? shifted : seconds)
    let secondOfDay = ((local % 86_400) + 86_400) % 86_400
    var text = "\(CivilDate(days: (local - secondOfDay) / 86_400))T"
    text += "\(zeroPadded(secondOfDay / 3600, to: 2)):\(zeroPadded(secondOfDay / 60 % 60, to: 2)):"
    text += zeroPadded(secondOfDay % 60, to: 2)
    if nanoseconds != 0 {
      var digits = zeroPadded(Int(nanoseconds), to: 9)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += ".\(digits)"
    }
    guard isShowable, offsetMinutes != 0 else { return text + "Z" }
    let ahead = abs(offsetMinutes)
    return text + (offsetMinutes < 0 ? "-" : "+")
      + "\(zeroPadded(ahead / 60, to: 2)):\(zeroPadded(ahead % 60, to: 2))"
  }
}

extension Instant: CustomStringConvertible {
  /// The time in UTC as RFC 3339 text.
  public var description: String { text() }
}
