import EventLog
import Records
import TestSupport
import Testing

@Suite("Times and days as text")
struct InstantTextTests {
  @Test(
    "RFC 3339 times are read and shown in UTC",
    arguments: [
      ("2024-03-01T23:59:59Z", "2024-03-01T23:59:59Z"),
      ("2024-03-01t23:59:59z", "2024-03-01T23:59:59Z"),
      ("2024-03-01T23:59:59.500Z", "2024-03-01T23:59:59.5Z"),
      ("2024-02-29T00:00:00.000000001+00:00", "2024-02-29T00:00:00.000000001Z"),
      ("2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00Z"),
      ("2023-12-31T23:59:59.123456789-00:01", "2024-01-01T00:00:59.123456789Z"),
      ("1969-12-31T23:59:59.9Z", "1969-12-31T23:59:59.9Z"),
      ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
      ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"),
      ("2000-02-29T12:00:00-23:59", "2000-03-01T11:59:00Z"),
    ]
  )
  func reads(text: String, shown: String) throws {
    #expect(try #require(Instant(text)).text() == shown)
  }

  @Test(
    "all else is refused",
    arguments: [
      "", "now", "2024-03-01", "2024-03-01T23:59:59", "2024-03-01 23:59:59Z", "2024-03-01T23:59Z",
      "2024-03-01T24:00:00Z", "2016-12-31T23:59:60Z", "2024-03-01T23:60:00Z",
      "2023-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z", "2024-04-31T00:00:00Z", "2024-13-01T00:00:00Z",
      "2024-00-01T00:00:00Z",
      "2024-01-00T00:00:00Z", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z",
      "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2024-03-01T23:59:59.Z",
      "2024-03-01T23:59:59.1234567890Z", "2024-03-01T23:59:59,5Z", "2024-03-01T23:59:59+24:00",
      "2024-03-01T23:59:59+01:60", "2024-03-01T23:59:59+0100", "2024-03-01T23:59:59+1:00",
      "2024-03-01T23:59:59ZZ", " 2024-03-01T23:59:59Z", "2024-03-01T23:59:59Z\n",
      "-2024-03-01T23:59:59Z",
      "２０２４-03-01T23:59:59Z", "2024-3-1T23:59:59Z",
    ]
  )
  func refuses(text: String) { #expect(Instant(text) == nil) }

  @Test("offsets shift what is shown, not what it means")
  func offsets() throws {
    let instant = try #require(Instant("2024-02-29T23:30:00.25Z"))
    #expect(instant.text(offsetMinutes: 60) == "2024-03-01T00:30:00.25+01:00")
    #expect(instant.text(offsetMinutes: -570) == "2024-02-29T14:00:00.25-09:30")
    #expect(Instant.distantFuture.text(offsetMinutes: 1) == "9999-12-31T23:59:59.999999999Z")
    #expect(Instant.distantPast.text(offsetMinutes: -1) == "0001-01-01T00:00:00Z")
    #expect(instant.text(offsetMinutes: 1440) == instant.text())
  }

  @Test("random times survive a round trip in any offset")
  func roundTrip() {
    var generator = SeededGenerator()
    let range = Instant.distantPast.seconds...Instant.distantFuture.seconds
    for _ in 0..<rounds(20_000) {
      let nanoseconds = UInt32(generator.oneIn(3) ? 0 : generator.index(below: 1_000_000_000))
      let instant = Instant(
        seconds: Int64.random(in: range, using: &generator),
        nanoseconds: nanoseconds
      )
      let offset = generator.index(below: 2879) - 1439
      #expect((instant?.text(offsetMinutes: offset)).flatMap { Instant($0) } == instant)
    }
  }

  @Test(
    "each day follows the one before",
    arguments: [-719_162...(-650_000), -140_000...160_000, 2_860_000...2_932_896]
  )
  func days(range: ClosedRange<Int32>) throws {
    var previous = try #require(CalendarDate(days: range.lowerBound)).parts
    for days in range.dropFirst() {
      let date = try #require(CalendarDate(days: days))
      let now = date.parts
      let isNext =
        now == (previous.year, previous.month, previous.day + 1)
        || now == (previous.year, previous.month + 1, 1) || now == (previous.year + 1, 1, 1)
      guard isNext, CalendarDate(year: now.year, month: now.month, day: now.day) == date else {
        Issue.record("\(previous) is followed by \(date)")
        return
      }
      previous = now
    }
  }

  @Test("days as text")
  func dayText() {
    #expect(CalendarDate(days: -719_162)?.description == "0001-01-01")
    #expect(CalendarDate(days: 2_932_896)?.description == "9999-12-31")
    #expect(CalendarDate(days: -719_163) == nil && CalendarDate(days: 2_932_897) == nil)
    #expect(CalendarDate("2024-02-29")?.description == "2024-02-29")
    for text in [
      "2023-02-29", "2024-02-29T", "2024-2-29", "20240229", "", "0000-01-01", "2024-02-30 ",
    ] {
      #expect(CalendarDate(text) == nil)
    }
  }
}
