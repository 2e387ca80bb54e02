import EventLog
import PageStore
import StoreErrors
import Records
import Testing

@testable import AnnalsCLI

@Suite struct `Points in time` {
  /// 2024-03-31T00:30:00.25Z: half an hour before Berlin puts its clocks forward.
  private static let now = Instant("2024-03-31T00:30:00.25Z") ?? .distantPast

  private static func reader(_ zone: String) throws -> PointReader {
    PointReader(zone: try Zone(named: zone, environment: [:]), now: now)
  }

  private static func read(
    _ text: String,
    _ zone: String,
    _ edge: PointReader.Edge = .end
  ) throws -> String {
    switch try reader(zone).point(text, edge: edge) {
    case .head: "head"
    case .revision(let revision): "\(revision)"
    case .instant(let instant): instant.text()
    }
  }

  @Test(arguments: [
    ("head", "head"), ("r0", "r0"), ("r42", "r42"), ("now", "2024-03-31T00:30:00.25Z"),
    ("today", "2024-03-31T23:59:59.999999999Z"), ("yesterday", "2024-03-30T23:59:59.999999999Z"),
    ("2024-03-01", "2024-03-01T23:59:59.999999999Z"), ("2024-03-01 12:30", "2024-03-01T12:30:00Z"),
    ("2024-03-01 12:30:15", "2024-03-01T12:30:15Z"),
    ("2024-03-01T12:30:15.123456789", "2024-03-01T12:30:15.123456789Z"),
    ("2024-03-01T12:30:15Z", "2024-03-01T12:30:15Z"),
    ("2024-03-01 12:30:15+02:00", "2024-03-01T10:30:15Z"),
    ("2024-03-01t12:30:15.5-05:30", "2024-03-01T18:00:15.5Z"),
    ("0001-01-01", "0001-01-01T23:59:59.999999999Z"),
    ("1 second ago", "2024-03-31T00:29:59.25Z"), ("90 minutes ago", "2024-03-30T23:00:00.25Z"),
    ("2 hours ago", "2024-03-30T22:30:00.25Z"), ("1 day ago", "2024-03-30T00:30:00.25Z"),
    ("2 weeks ago", "2024-03-17T00:30:00.25Z"), ("1 month ago", "2024-02-29T00:30:00.25Z"),
    ("13 months ago", "2023-02-28T00:30:00.25Z"), ("1 year ago", "2023-03-31T00:30:00.25Z"),
  ])
  func `are understood in UTC`(text: String, expected: String) throws {
    #expect(try Self.read(text, "UTC") == expected)
  }

  @Test(arguments: [
    ("Europe/Berlin", "2024-03-01", "2024-02-29T23:00:00Z", "2024-03-01T22:59:59.999999999Z"),
    // Days of 23 and 25 hours.
    ("Europe/Berlin", "2024-03-31", "2024-03-30T23:00:00Z", "2024-03-31T21:59:59.999999999Z"),
    ("Europe/Berlin", "2024-10-27", "2024-10-26T22:00:00Z", "2024-10-27T22:59:59.999999999Z"),
    // Far beyond the listed changes, by the rule for every year.
    ("Europe/Berlin", "2199-07-01", "2199-06-30T22:00:00Z", "2199-07-01T21:59:59.999999999Z"),
    ("America/New_York", "2024-01-15", "2024-01-15T05:00:00Z", "2024-01-16T04:59:59.999999999Z"),
    ("Asia/Kolkata", "2024-01-15", "2024-01-14T18:30:00Z", "2024-01-15T18:29:59.999999999Z"),
    ("Australia/Lord_Howe", "2024-01-15", "2024-01-14T13:00:00Z", "2024-01-15T12:59:59.999999999Z"),
    // Midnight was skipped.
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", "2018-11-05T01:59:59.999999999Z"),
    // The whole day was skipped.
    ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", "2011-12-30T09:59:59.999999999Z"),
    ("+02:00", "2024-01-15", "2024-01-14T22:00:00Z", "2024-01-15T21:59:59.999999999Z"),
    ("-0330", "2024-01-15", "2024-01-15T03:30:00Z", "2024-01-16T03:29:59.999999999Z"),
  ])
  func `take a day from its beginning to its end`(
    zone: String,
    day: String,
    start: String,
    end: String
  ) throws {
    #expect(try Self.read(day, zone, .start) == start)
    #expect(try Self.read(day, zone, .end) == end)
  }

  @Test(arguments: [
    ("Europe/Berlin", "2024-03-31 01:59:59", "2024-03-31T00:59:59Z"),
    ("Europe/Berlin", "2024-03-31 03:00", "2024-03-31T01:00:00Z"),
    ("Europe/Berlin", "2024-10-27 01:59", "2024-10-26T23:59:00Z"),
    ("Europe/Berlin", "2024-10-27 03:00", "2024-10-27T02:00:00Z"),
    ("America/New_York", "2024-11-03 02:00", "2024-11-03T07:00:00Z"),
    ("Australia/Lord_Howe", "2024-04-07 02:00", "2024-04-06T15:30:00Z"),
    // An instant with its offset means the same in every zone.
    ("Asia/Kolkata", "2024-10-27T02:30:00+01:00", "2024-10-27T01:30:00Z"),
    // A day ago by the calendar, an hour less by the clock.
    ("Europe/Berlin", "1 day ago", "2024-03-30T00:30:00.25Z"),
  ])
  func `are local times of the zone`(zone: String, text: String, expected: String) throws {
    #expect(try Self.read(text, zone) == expected)
  }

  @Test(arguments: [
    ("Europe/Berlin", "2024-03-31 02:30", "2024-03-31T03:00:00+02:00"),
    ("America/New_York", "2024-03-10 02:00", "2024-03-10T03:00:00-04:00"),
    ("Europe/Berlin", "2024-10-27 02:30", "2024-10-27T02:30:00+02:00 or 2024-10-27T02:30:00+01:00"),
    (
      "America/New_York", "2024-11-03 01:00",
      "2024-11-03T01:00:00-04:00 or 2024-11-03T01:00:00-05:00"
    ),
    (
      "Australia/Lord_Howe", "2024-04-07 01:45",
      "2024-04-07T01:45:00+11:00 or 2024-04-07T01:45:00+10:30"
    ),
  ])
  func `are refused where clocks changed, with the choices`(
    zone: String,
    text: String,
    choices: String
  ) throws {
    let error = #expect(throws: StoreError.self) { try Self.read(text, zone) }
    #expect(error?.code == .usage)
    #expect(error?.hints.first?.hasSuffix(choices) == true, "\(error?.hints ?? [])")
  }

  @Test(arguments: [
    "", "gibberish", "2024-02-30", "2023-02-29", "2024-13-01", "12/31/2023", "31/12/2023",
    "2024-1-1", "2024-03-01 25:00", "2024-03-01 12:60", "2024-03-01 12:30:60", "2024-03-01 24:00",
    "2024-03-01T12:30Z", "2024-03-01 12:30 ", "r", "r-1", "R42", "r99999999999999999999",
    "Yesterday",
    "2 fortnights ago", "two days ago", "-2 days ago", "2 days", "99999999 years ago",
    "9999999999999 seconds ago", "0000-01-01", "10000-01-01", "2024-03-01T12:30:00+25:00",
  ])
  func `are refused where they are not understood`(text: String) throws {
    for zone in ["UTC", "Europe/Berlin"] {
      let error = #expect(throws: StoreError.self) { try Self.read(text, zone) }
      #expect(error?.code == .usage)
    }
  }

  @Test func `are shown with the offset of their zone`() throws {
    let berlin = try Zone(named: "Europe/Berlin", environment: [:])
    let end = Instant("2024-03-01T22:59:59.999999999Z") ?? .distantPast
    #expect(berlin.text(end) == "2024-03-01T23:59:59.999999999+01:00")
    #expect(
      Zone.utc.text(ResolvedPoint(revision: Revision(118), time: Self.now))
        == "r118 (2024-03-31T00:30:00.25Z)"
    )
    #expect(
      berlin.text(ResolvedPoint(revision: Revision(118), time: end))
        == "r118 (2024-03-01T23:59:59+01:00)"
    )
  }

  @Test(arguments: [
    "Mars/Olympus", "../../etc/passwd", "/etc/passwd", "", "+25:00", "+1", "EST5EDT4",
  ])
  func `have no zone of another name`(name: String) {
    let error = #expect(throws: StoreError.self) { try Zone(named: name, environment: [:]) }
    #expect(error?.code == .usage)
  }

  @Test(arguments: [
    ("Europe/Berlin", 3600), (":Asia/Kolkata", 19_800), ("", 0), ("<+0330>-3:30", 12_600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", 3600), ("AEST-10AEDT,M10.1.0,M4.1.0/3", 39_600),
    ("EST5EDT,J60,J300", -18_000), ("nonsense", 0),
  ])
  func `are read in the zone of the process`(variable: String, offset: Int) {
    // 2024-01-15
    #expect(Zone.current(environment: ["TZ": variable]).offset(at: 1_705_276_800) == offset)
  }
}
