import EventLog
import Foundation
import OrderedBytes
import Records
import TestSupport
import Testing

@Suite("Values have one order")
struct ValueOrderTests {
  @Test("key bytes stand as the values do, nulls last in both directions", arguments: Kind.allCases)
  func keys(kind: Kind) {
    var generator = SeededGenerator()
    func value() -> Value? {
      generator.oneIn(20) ? nil : generator.oneIn(20) ? .null : randomValue(kind, &generator)
    }
    for _ in 0..<rounds(4_000) {
      let (left, right) = (value(), value())
      for descending in [false, true] {
        var (first, second) = (KeyBytes(), KeyBytes())
        left.appendKey(to: &first, descending: descending)
        right.appendKey(to: &second, descending: descending)
        let order = Value.order(left, right, descending: descending)
        let bytes =
          first == second ? 0 : first.bytes.lexicographicallyPrecedes(second.bytes) ? -1 : 1
        #expect(order == bytes, "\(String(describing: left)) and \(String(describing: right))")
        #expect(Value.order(right, left, descending: descending) == -order)
      }
    }
  }

  @Test("a row of each kind in its order")
  func rows() throws {
    func row(_ kind: Kind, _ texts: String...) throws -> [Value] {
      try texts.map { try Value(parsing: $0, as: kind) }
    }
    let rows = [
      try row(.int, "-9223372036854775808", "-1", "0", "9", "10", "9223372036854775807"),
      try row(.double, "-Infinity", "-1.5", "-1", "0", "0.5", "1e300", "Infinity", "NaN"),
      try row(
        .decimal,
        "-1e10",
        "-1.51",
        "-1.5",
        "0",
        "0.09",
        "0.1",
        "9",
        "10.00",
        "10.01",
        "1e20"
      ),
      try row(.text, "", "A", "Z", "a", "a b", "ab", "é", "张"),
      try row(.bool, "false", "true"),
      try row(.instant, "1969-12-31T23:59:59.9Z", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.1Z"),
      try row(.date, "0001-01-01", "1969-12-31", "1970-01-01", "9999-12-31"),
      [.bytes([]), .bytes([0]), .bytes([0, 0]), .bytes([1]), .bytes([255])],
    ]
    for row in rows {
      for (left, right) in zip(row, row.dropFirst()) {
        #expect(Value.precedes(left, right) && !Value.precedes(right, left), "\(left) and \(right)")
      }
      for value in row {
        #expect(Value.precedes(value, nil) && Value.precedes(value, .null))
        #expect(Value.order(value, nil, descending: true) == -1)
      }
    }
    let zeros = (Value.double(0), Value.double(-0.0))
    #expect(zeros.0 != zeros.1 && Value.order(zeros.0, zeros.1) == 0)
  }

  @Test("UUIDs of version 7 rise, hold the time and have the form of RFC 9562")
  func version7() throws {
    var generator = SeededGenerator()
    var sequence = Version7Sequence()
    let start = try #require(Instant("2024-03-01T00:00:00.123456Z"))
    var last: [UInt8] = []
    for step in 0..<10_000 {
      // The clock stands for a while, then steps back.
      let now = step < 6_000 ? start : try #require(Instant(seconds: start.seconds - 60))
      let id = sequence.next(at: now, using: &generator).byteArray
      #expect(last.lexicographicallyPrecedes(id))
      #expect(id[6] >> 4 == 7 && id[8] >> 6 == 0b10)
      if step == 0 {
        let milliseconds = id[..<6].reduce(0 as Int64) { $0 << 8 | Int64($1) }
        #expect(milliseconds == start.seconds * 1000 + 123)
      }
      last = id
    }
    let made = (0..<1000).map { _ in UUID.version7() }
    #expect(made == made.sorted() && Set(made).count == 1000)
  }
}
