import ByteCoding
import EventLog
import StoreErrors
import TestSupport
import Testing

@Suite("Stored numbers, times and texts")
struct StoredBytesTests {
  private static let numbers: [UInt64] =
    [0, 1, 127, 128, 16_383, 16_384, UInt64(UInt32.max), 1 << 63, .max]

  /// Everything that is written in a row here reads back in that row, and nothing is left.
  @Test("what is written reads back")
  func roundTrip() throws {
    var random = SeededGenerator()
    let signed = [0, -1, 1, .min, .max] + (0..<100).map { _ in random.integer() }
    let unsigned = Self.numbers + (0..<100).map { _ in UInt64(bitPattern: random.integer()) }
    let texts = ["", "a", "e\u{301}", "\u{E9}", "🦉\0", String(repeating: "x", count: 200)]
    let instants = [Instant.distantPast, .distantFuture, .at(0), .at(-1, nanoseconds: 999_999_999)]
    var writer = ByteWriter()
    for number in signed { writer.appendSigned(number) }
    for number in unsigned {
      writer.appendVarint(number)
      writer.appendFixed(number)
      writer.appendFixed(UInt32(truncatingIfNeeded: number))
    }
    for text in texts {
      writer.appendText(text)
      writer.appendCounted(Array(text.utf8))
    }
    for instant in instants { writer.appendInstant(instant) }

    let bytes = writer.bytes
    var reader = ByteReader(bytes.span)
    for number in signed { #expect(try reader.signed() == number) }
    for number in unsigned {
      #expect(try reader.varint() == number)
      #expect(try reader.fixed64() == number)
      #expect(try reader.fixed32() == UInt32(truncatingIfNeeded: number))
    }
    for text in texts {
      #expect(Array(try reader.text().utf8) == Array(text.utf8))
      #expect(try reader.counted() == Array(text.utf8))
    }
    for instant in instants { #expect(try reader.instant() == instant) }
    #expect(reader.isAtEnd && reader.remaining == 0)
  }

  @Test("a varint takes 1 to 10 bytes")
  func lengths() {
    let lengths = Self.numbers.map { number in
      var writer = ByteWriter()
      writer.appendVarint(number)
      return writer.count
    }
    #expect(lengths == [1, 1, 1, 2, 2, 3, 5, 10, 10])
  }

  @Test("bytes that end too early, say too much or are no text are damaged")
  func damaged() {
    let over64 = [UInt8](repeating: 0xFF, count: 9)
    let reads: [(bytes: [UInt8], read: (inout ByteReader) throws -> Void)] = [
      ([], { _ = try $0.byte() }), ([0, 0, 0], { _ = try $0.fixed32() }),
      ([0, 0, 0, 0, 0, 0, 0], { _ = try $0.fixed64() }), ([0x80], { _ = try $0.varint() }),
      (over64, { _ = try $0.varint() }), (over64 + [2], { _ = try $0.varint() }),
      (over64 + [0x81, 0], { _ = try $0.varint() }), ([2, 0x61], { _ = try $0.text() }),
      ([2, 0xC3, 0x28], { _ = try $0.text() }), ([2, 0x61], { _ = try $0.counted() }),
      (over64 + [1], { _ = try $0.count() }), ([0], { _ = try $0.bytes(count: 2) }),
      ([0], { _ = try $0.bytes(count: -1) }), ([0], { try $0.skip(2) }), ([0], { try $0.skip(-1) }),
      // A billion nanoseconds, and a second before the year 1.
      ([0, 0x80, 0x94, 0xEB, 0xDC, 0x03], { _ = try $0.instant() }),
      ([0x81, 0xDC, 0x8F, 0xF9, 0xCE, 0x03, 0], { _ = try $0.instant() }),
    ]
    for (bytes, read) in reads {
      expectError(.damaged) {
        var reader = ByteReader(bytes.span)
        try read(&reader)
      }
    }
  }

  @Test("moments keep to the years 1 to 9999, and count from any unit")
  func instants() {
    #expect(Instant.distantPast.next == .at(-62_135_596_800, nanoseconds: 1))
    #expect(Instant.distantFuture.next == .distantFuture)
    #expect(Instant.at(1, nanoseconds: 999_999_999).next == .at(2))
    #expect(Instant(seconds: Instant.distantPast.seconds - 1) == nil)
    #expect(Instant(seconds: Instant.distantFuture.seconds + 1) == nil)
    #expect(Instant(seconds: 0, nanoseconds: 1_000_000_000) == nil)
    #expect(Instant(count: -1, perSecond: 1000) == .at(-1, nanoseconds: 999_000_000))
    #expect(Instant(count: 1500, perSecond: 1000) == .at(1, nanoseconds: 500_000_000))
    #expect(Instant(count: -1, perSecond: 1_000_000_000) == .at(-1, nanoseconds: 999_999_999))
    #expect(Instant(count: .min, perSecond: 1_000_000_000) != nil)
    #expect(Instant(count: .min, perSecond: 1) == nil)
    #expect(Instant(count: .max, perSecond: 1000) == nil)
    #expect(Instant(count: 1, perSecond: 0) == nil)
    #expect(Instant(count: 1, perSecond: 2_000_000_000) == nil)
    #expect(Instant.now() > .at(1_700_000_000))
  }
}
