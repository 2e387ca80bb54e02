import EventLog

/// A zone's rule for every year, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Format: POSIX `TZ`, with the wider hours of RFC 9636, section 3.3.
struct ZoneFormula: Sendable {
  private let standard: Int
  private let summer: (offset: Int, begin: YearDay, end: YearDay)?

  /// Reads a rule; nil for any other text.
  init?(_ text: String) {
    var scanner = FormulaScanner(text)
    guard scanner.skipName(), let west = scanner.time() else { return nil }
    standard = -west
    if scanner.isAtEnd {
      summer = nil
      return
    }
    guard scanner.skipName() else { return nil }
    let offset = scanner.time().map { -$0 } ?? standard + 3600
    guard scanner.skip(","), let begin = YearDay(&scanner), scanner.skip(","),
      let end = YearDay(&scanner), scanner.isAtEnd
    else { return nil }
    summer = (offset, begin, end)
  }

  /// Seconds that clocks are ahead of UTC at a moment.
  func offset(at seconds: Int64) -> Int {
    guard let summer else { return standard }
    let local = Int(seconds) + standard
    let day = local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
    let year = CivilDate(days: day).year
    guard let begin = summer.begin.seconds(in: year), let end = summer.end.seconds(in: year) else {
      return standard
    }
    // Each change is written as the clock shows it that is in force until then.
    let from = begin - standard, to = end - summer.offset, moment = Int(seconds)
    let isSummer = from < to ? moment >= from && moment < to : !(moment >= to && moment < from)
    return isSummer ? summer.offset : standard
  }

  /// A day of every year and a time of that day.
  private struct YearDay: Sendable {
    private enum Day: Sendable {
      /// 1 to 365, never counting 29 February.
      case withoutLeapDay(Int)
      /// 0 to 365.
      case counted(Int)
      /// The week, 5 being the last, and the weekday, 0 being Sunday, of a month.
      case weekday(month: Int, week: Int, day: Int)
    }

    private let day: Day
    private let time: Int

    init?(_ scanner: inout FormulaScanner) {
      if scanner.skip("M") {
        guard let month = scanner.number(1...12), scanner.skip("."),
          let week = scanner.number(1...5),
          scanner.skip("."), let weekday = scanner.number(0...6)
        else { return nil }
        day = .weekday(month: month, week: week, day: weekday)
      } else if scanner.skip("J") {
        guard let number = scanner.number(1...365) else { return nil }
        day = .withoutLeapDay(number)
      } else {
        guard let number = scanner.number(0...365) else { return nil }
        day = .counted(number)
      }
      guard scanner.skip("/") else {
        time = 7200
        return
      }
      guard let seconds = scanner.time() else { return nil }
      time = seconds
    }

    /// The moment in a year, in seconds since 1970 as its clocks show it.
    func seconds(in year: Int) -> Int? {
      guard let first = CivilDate(year: year, month: 1, day: 1)?.days else { return nil }
      let isLeap = CivilDate(year: year, month: 2, day: 29) != nil
      let days: Int
      switch day {
      case .counted(let number): days = first + number
      case .withoutLeapDay(let number): days = first + number - (isLeap && number >= 60 ? 0 : 1)
      case .weekday(let month, let week, let weekday):
        guard let start = CivilDate(year: year, month: month, day: 1)?.days else { return nil }
        // 1970-01-01 was a Thursday.
        let startWeekday = ((start + 4) % 7 + 7) % 7
        var number = (weekday - startWeekday + 7) % 7 + (week - 1) * 7
        while CivilDate(year: year, month: month, day: number + 1) == nil { number -= 7 }
        days = start + number
      }
      return days * 86_400 + time
    }
  }
}

/// Reads the pieces of a zone's rule.
private struct FormulaScanner {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Three letters or more, or anything between `<` and `>`.
  mutating func skipName() -> Bool {
    if skip("<") {
      guard let end = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let letters = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest[letters.endIndex...]
    return letters.count >= 3
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 3, let number = Int(digits), range.contains(number) else { return nil }
    rest = rest[digits.endIndex...]
    return number
  }

  /// `[+-]h[:mm[:ss]]`, in seconds.
  mutating func time() -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(0...167) else { return nil }
    var seconds = hours * 3600
    if skip(":") {
      guard let minutes = number(0...59) else { return nil }
      seconds += minutes * 60
      if skip(":") {
        guard let rest = number(0...59) else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }
}
