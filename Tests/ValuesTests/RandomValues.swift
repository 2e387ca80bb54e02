import EventLog
import Foundation
import Records
import TestSupport

/// Values of one kind at the edges of what it can hold; no null.
func nastyValues(_ kind: Kind) -> [Value] {
  switch kind {
  case .text:
    [
      "", "null", "NULL", "\0", "a", "a\0", "a\0\u{1}", "ab", "é", "e\u{301}", "张", "\u{1F600}",
      "\u{202E}x", "\"\\\n", " ",
    ]
    .map(Value.text)
  case .int: [0, 1, -1, Int64.min, .max, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1].map(Value.int)
  case .double:
    [
      0, -0.0, 0.1 + 0.2, 0.3, 1e16, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -1,
      .infinity, -.infinity,
      .nan, 1e22,
      123456789.123,
    ].map(Value.double)
  case .decimal:
    [
      "0", "-0", "0.00", "1.5", "1.50", "-1.5", "15e-1", "1e5", "100000", "-1e-100000", "1e100000",
      "9223372036854775808", "0.1", "0.10000000000000000000000000001",
    ].compactMap { ExactDecimal($0).map(Value.decimal) }
  case .bool: [.bool(false), .bool(true)]
  case .instant:
    [.distantPast, .distantFuture].map(Value.instant)
      + [(0, 0), (0, 1), (-1, 999_999_999), (1_709_337_599, 500_000_000)].compactMap {
        Instant(seconds: $0, nanoseconds: $1).map(Value.instant)
      }
  case .date: [-719_162, 2_932_896, 0, -1, 1].compactMap { CalendarDate(days: $0).map(Value.date) }
  case .uuid:
    ["00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"].compactMap {
      UUID(uuidString: $0).map(Value.uuid)
    }
  case .bytes: [[], [0], [0, 0], [0xFF], [1, 0], [0, 0xFF]].map(Value.bytes)
  case .json:
    ["1", "1.0", "\"\"", "\"null\"", "[]", "{}", "{\"a\":[1.50,null]}", "true"].map(Value.json)
  }
}

func randomValue(_ kind: Kind, _ generator: inout SeededGenerator) -> Value {
  if generator.oneIn(3) { return generator.pick(nastyValues(kind)) }
  switch kind {
  case .text:
    let pieces = ["a", "b", "\0", "é", "e\u{301}", "张", "\u{1F600}", "\"", "\n", "\u{FEFF}"]
    return .text((0..<generator.index(below: 5)).map { _ in generator.pick(pieces) }.joined())
  case .int: return .int(generator.integer())
  case .double:
    let number =
      generator.oneIn(2) ? Double(generator.integer()) / 8 : Double(bitPattern: generator.next())
    return .double(number.isNaN ? .nan : number)
  case .decimal:
    let digits = (0..<(1 + generator.index(below: 25))).map { _ in UInt8(generator.index(below: 10))
    }
    let exponent = Int32(generator.index(below: 40) - 30)
    return ExactDecimal(isNegative: generator.oneIn(2), digits: digits, exponent: exponent)
      .map(Value.decimal) ?? .null
  case .bool: return .bool(generator.oneIn(2))
  case .instant:
    let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &generator)
    return Instant(seconds: seconds, nanoseconds: UInt32(generator.index(below: 1_000_000_000)))
      .map(Value.instant) ?? .null
  case .date:
    return CalendarDate(days: Int32(generator.index(below: 3_652_059) - 719_162)).map(Value.date)
      ?? .null
  case .uuid: return .uuid(.random(using: &generator))
  case .bytes:
    return .bytes(
      (0..<generator.index(below: 5)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    )
  case .json:
    return randomValue(generator.pick([.text, .int, .decimal, .bool]), &generator).coerced(
      to: .json
    ) ?? .null
  }
}
