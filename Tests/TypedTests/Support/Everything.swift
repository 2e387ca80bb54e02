import Annals
import Foundation
import TestSupport
import Testing

/// A record with a property of every sort that can be kept.
struct Everything: Record, Equatable {
  enum Color: String, Codable, CaseIterable { case red, green = "grün", blue }
  enum Level: Int, Codable { case low = 1, high = 5 }
  enum Shape: Codable, Equatable { case dot, circle(radius: Double), named(String) }

  struct Address: Codable, Equatable {
    var street: String
    var numbers: [Int64]
    var ratio: Double
    var since: Instant?
  }

  var id: UUID
  var text: String
  var int: Int
  var small: Int8
  var large: UInt64
  var double: Double
  var float: Float
  var decimal: Decimal
  var exact: ExactDecimal
  var flag: Bool
  var date: Date
  var instant: Instant
  var day: CalendarDate
  var uuid: UUID
  var data: Data
  var bytes: [UInt8]
  var url: URL
  var color: Color
  var level: Level?
  var address: Address
  var shape: Shape?
  var tags: [String]
  var note: String?
  var count: Int?
  var seen: Date?

  static let schema = Schema<Everything>("everything") {
    Field("text", \.text)
    Field("int", \.int)
    Field("small", \.small)
    Field("large", \.large)
    Field("double", \.double)
    Field("float", \.float)
    Field("decimal", \.decimal)
    Field("exact", \.exact)
    Field("flag", \.flag)
    Field("date", \.date)
    Field("instant", \.instant)
    Field("day", \.day)
    Field("uuid", \.uuid)
    Field("data", \.data)
    Field("bytes", \.bytes)
    Field("url", \.url)
    Field("color", \.color)
    Field("level", \.level)
    Field("address", \.address)
    Field("shape", \.shape)
    Field("tags", \.tags)
    Field("note", \.note, .nilIsNull)
    Field("count", \.count)
    Field("seen", \.seen)
  }
}

extension Everything {
  /// Any values, the extreme ones more often than chance would have them.
  init(using generator: inout SeededGenerator) throws {
    func double(_ generator: inout SeededGenerator) -> Double {
      let choices: [Double] = [0, -0.0, 1.5, .infinity, -.infinity, .leastNonzeroMagnitude, 1e300]
      return generator.oneIn(2)
        ? generator.pick(choices)
        : Double(generator.integer()) / Double(1 + generator.index(below: 999))
    }
    func text(_ generator: inout SeededGenerator) -> String {
      generator.pick(["", "Ann", "张三", "e\u{301}", "é", "null", "a\u{0}b", "\u{202E}x", "🇳🇴"])
    }
    func date(_ generator: inout SeededGenerator) -> Date {
      // Any date that is a Double of the years 1 to 9999, but near 2001 to the microsecond.
      let seconds = Double(generator.index(below: 300_000_000_000) - 60_000_000_000)
      let fraction = Double(generator.index(below: 1_000_000)) / 1e6
      return Date(timeIntervalSinceReferenceDate: (generator.oneIn(4) ? 0 : seconds) + fraction)
    }
    func instant(_ generator: inout SeededGenerator) -> Instant {
      let seconds = Int64(generator.index(below: 4_000_000_000))
      let nanoseconds = UInt32(generator.index(below: 1_000_000_000))
      return Instant(seconds: seconds, nanoseconds: nanoseconds) ?? .distantPast
    }
    func uuid(_ generator: inout SeededGenerator) -> UUID {
      let bytes = (0..<16).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      return UUID(
        uuid: (
          bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
          bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
        )
      )
    }
    let digits = "\(generator.integer())\(generator.index(below: 1_000_000))"
    let decimal = "\(digits).\(generator.index(below: 10_000))"
    id = uuid(&generator)
    self.text = text(&generator)
    int = Int(generator.integer())
    small = Int8(truncatingIfNeeded: generator.next())
    large = UInt64(generator.integer().magnitude >> 1)
    self.double = double(&generator)
    float = Float(double(&generator))
    self.decimal = Decimal(string: decimal) ?? 0
    exact = ExactDecimal(decimal) ?? ExactDecimal(0)
    flag = generator.oneIn(2)
    self.date = date(&generator)
    self.instant = instant(&generator)
    day = try #require(CalendarDate(days: Int32(generator.index(below: 30_000))))
    self.uuid = uuid(&generator)
    bytes = (0..<generator.index(below: 40)).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    data = Data(bytes.reversed())
    let urls = ["https://example.org/a?b=c#d", "file:///x", "mailto:a@b"]
    url = try #require(URL(string: generator.pick(urls)))
    color = generator.pick(Color.allCases)
    level = generator.pick([nil, .low, .high])
    address = Address(
      street: text(&generator),
      numbers: [generator.integer(), .max, .min],
      ratio: double(&generator),
      since: generator.oneIn(2) ? instant(&generator) : nil
    )
    shape = generator.pick([nil, .dot, .circle(radius: double(&generator)), .named("x")])
    tags = (0..<generator.index(below: 3)).map { _ in text(&generator) }
    note = generator.oneIn(2) ? text(&generator) : nil
    count = generator.oneIn(2) ? Int(generator.integer()) : nil
    seen = generator.oneIn(2) ? date(&generator) : nil
  }
}
