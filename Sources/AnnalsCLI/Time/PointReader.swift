import EventLog
import StoreErrors
import Records

/// Understands points in history as people write them.
///
/// What is not understood is refused, never guessed.
struct PointReader: Sendable {
  /// Which end of a day a bare date means.
  enum Edge: Sendable { case start, end }

  /// The zone of times without one.
  let zone: Zone
  /// What the clock says.
  let now: Instant

  /// Reads a point: `r42`, `head`, or a time; a bare date means `edge` of that day.
  ///
  /// - Throws: `StoreError` (`usage`) for anything else, naming the accepted forms.
  func point(_ text: String, edge: Edge = .end) throws(StoreError) -> Point {
    if text == "head" { return .head }
    if let number = text.wholeMatch(after: "r") {
      guard let revision = UInt64(number) else { throw refused(text, "the revision is too large") }
      return .revision(Revision(revision))
    }
    return .instant(try instant(text, edge: edge))
  }

  /// Reads a time; a bare date means the start of that day.
  ///
  /// - Throws: `StoreError` (`usage`) for anything else, naming the accepted forms.
  func moment(_ text: String) throws(StoreError) -> Instant {
    guard text != "head", text.wholeMatch(after: "r") == nil else {
      let show = text == "head" ? "annals log -1" : "annals show \(text)"
      throw StoreError(
        .usage,
        "\(text.quoted) is a commit, and here a time is needed",
        hints: ["\(show) tells when it was"]
      )
    }
    return try instant(text, edge: .start)
  }

  private func instant(_ text: String, edge: Edge) throws(StoreError) -> Instant {
    switch text {
    case "now": return now
    case "today": return try self.edge(edge, ofDay: today, text)
    case "yesterday": return try self.edge(edge, ofDay: today - 1, text)
    default: break
    }
    if let ago = text.dropping(suffix: " ago") { return try instant(before: ago, text) }
    return try calendarInstant(text, edge: edge)
  }

  // MARK: Dates and times of day

  private func calendarInstant(_ text: String, edge: Edge) throws(StoreError) -> Instant {
    var scanner = TimeScanner(text)
    guard let date = scanner.date() else { throw refused(text, Self.faultOfDate(text)) }
    if scanner.isAtEnd { return try self.edge(edge, ofDay: date.days, text) }
    guard scanner.skip(" ", "T", "t") != nil, let time = Self.timeOfDay(&scanner) else {
      throw refused(text, "there is no such time of day")
    }
    if scanner.isAtEnd {
      return try instant(showing: Int64(date.days) * 86_400 + time.seconds, time.nanoseconds, text)
    }
    // With an offset or Z it is an RFC 3339 instant, whichever letter stands between date and time.
    let withSeconds = time.hasSeconds ? text : ""
    guard let instant = Instant(withSeconds.replacing(" ", with: "T", maxReplacements: 1)) else {
      throw refused(text, "there is no such instant")
    }
    return instant
  }

  /// Why a text begins with no day.
  private static func faultOfDate(_ text: String) -> String {
    let shape = text.prefix(10).map { $0.isNumber ? "0" : String($0) }.joined()
    if shape == "0000-00-00" { return "there is no such day" }
    return shape.hasPrefix("0000-")
      ? "days have four digits, two and two, as 2024-03-01" : "it is not a point in time"
  }

  /// `12:30`, `12:30:15` or `12:30:15.5`.
  private static func timeOfDay(
    _ scanner: inout TimeScanner
  ) -> (seconds: Int64, nanoseconds: UInt32, hasSeconds: Bool)? {
    guard let hour = scanner.number(digits: 2), hour < 24, scanner.skip(":") != nil,
      let minute = scanner.number(digits: 2), minute < 60
    else { return nil }
    let minutes = Int64(hour * 60 + minute)
    guard scanner.skip(":") != nil else { return (minutes * 60, 0, false) }
    guard let second = scanner.number(digits: 2), second < 60 else { return nil }
    var nanoseconds: UInt32 = 0
    if scanner.skip(".") != nil {
      guard let fraction = scanner.fraction() else { return nil }
      nanoseconds = fraction
    }
    return (minutes * 60 + Int64(second), nanoseconds, true)
  }

  private func instant(
    showing local: Int64,
    _ nanoseconds: UInt32,
    _ text: String
  ) throws(StoreError) -> Instant {
    let moments = zone.moments(showing: local)
    guard let moment = moments.first else {
      throw StoreError(
        .usage,
        "\(text.quoted) never was in \(zone.name): clocks were put forward over it",
        hints: ["give an instant with its offset, such as \(show(zone.firstMoment(from: local)))"]
      )
    }
    guard moments.count == 1 else {
      let choices = moments.map(show).joined(separator: " or ")
      throw StoreError(
        .usage,
        "\(text.quoted) was twice in \(zone.name): clocks were put back over it",
        hints: ["say which: \(choices)"]
      )
    }
    return try make(moment, nanoseconds, text)
  }

  private func show(_ moment: Int64) -> String {
    Instant(seconds: moment).map { zone.text($0) } ?? ""
  }

  private func edge(_ edge: Edge, ofDay day: Int, _ text: String) throws(StoreError) -> Instant {
    switch edge {
    case .start:
      return try make(zone.firstMoment(from: Int64(day) * 86_400), 0, text)
    case .end:
      return try make(zone.firstMoment(from: Int64(day + 1) * 86_400) - 1, 999_999_999, text)
    }
  }

  private func make(
    _ seconds: Int64,
    _ nanoseconds: UInt32,
    _ text: String
  ) throws(StoreError) -> Instant {
    guard let instant = Instant(seconds: seconds, nanoseconds: nanoseconds) else {
      throw refused(text, "it lies outside the years 1 to 9999")
    }
    return instant
  }

  // MARK: Spans before now

  /// `3 days`, counted back from now: hours and less by the clock's seconds, days and more by the calendar.
  private func instant(before span: String, _ text: String) throws(StoreError) -> Instant {
    let words = span.split(separator: " ").map(String.init)
    guard words.count == 2, let amount = words[0].wholeMatch(after: "").flatMap({ Int64($0) }),
      amount <= 10_000_000_000
    else { throw refused(text, "it is not a point in time") }
    switch words[1].dropping(suffix: "s") ?? words[1] {
    case "second": return try make(now.seconds - amount, now.nanoseconds, text)
    case "minute": return try make(now.seconds - amount * 60, now.nanoseconds, text)
    case "hour": return try make(now.seconds - amount * 3600, now.nanoseconds, text)
    case "day": return try instant(days: amount, months: 0, text)
    case "week": return try instant(days: amount * 7, months: 0, text)
    case "month": return try instant(days: 0, months: amount, text)
    case "year": return try instant(days: 0, months: amount * 12, text)
    default: throw refused(text, "it is not a point in time")
    }
  }

  /// The same time of day so many days or months ago; the last of the month where it is too short.
  private func instant(days: Int64, months: Int64, _ text: String) throws(StoreError) -> Instant {
    let local = now.seconds + Int64(zone.offset(at: now.seconds))
    let date = CivilDate(days: today)
    let month = Int64(date.year * 12 + date.month - 1) - months
    var day = date.day
    guard month >= 12, month < 120_000 else {
      throw refused(text, "it lies outside the years 1 to 9999")
    }
    while CivilDate(year: Int(month / 12), month: Int(month % 12) + 1, day: day) == nil { day -= 1 }
    guard let target = CivilDate(year: Int(month / 12), month: Int(month % 12) + 1, day: day) else {
      throw refused(text, "there is no such day")
    }
    let timeOfDay = local - Int64(today) * 86_400
    let shown = (Int64(target.days) - days) * 86_400 + timeOfDay
    return try make(zone.firstMoment(from: shown), now.nanoseconds, text)
  }

  /// Today's day in the zone, counted from 1970-01-01.
  private var today: Int {
    let local = now.seconds + Int64(zone.offset(at: now.seconds))
    return Int((Double(local) / 86_400).rounded(.down))
  }

  private func refused(_ text: String, _ why: String) -> StoreError {
    StoreError(
      .usage,
      "\(text.quoted) is not understood: \(why)",
      hints: [
        "points are r42, head, now, today, yesterday, '2 hours ago', 2024-03-01, "
          + "'2024-03-01 12:30', 2024-03-01T12:30:00Z"
      ]
    )
  }
}

extension String {
  /// What follows `prefix` where that is one digit or more and nothing else.
  func wholeMatch(after prefix: String) -> Substring? {
    guard hasPrefix(prefix) else { return nil }
    let digits = dropFirst(prefix.count)
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? digits : nil
  }

  /// The text without an ending, or nil where it has another.
  func dropping(suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }
}
