internal import ByteCoding
internal import EventLog
internal import StoreErrors

/// Reads the numbers of one column of a stored node.
struct PastColumn: ~Escapable {
  private let bytes: Span<UInt8>
  private var place = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  /// The next number; most have one byte, and those should cost no call.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func next() throws(StoreError) -> UInt64 {
    if place < bytes.count, bytes[place] < 0x80 {
      place += 1
      return UInt64(bytes[place - 1])
    }
    return try nextLong()
  }

  /// The same form as `ByteReader.varint`.
  @_lifetime(self: copy self)
  private mutating func nextLong() throws(StoreError) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      guard shift < 63 || byte <= 1 else { break }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    throw ByteReader.damaged("a number of the past ends too early or is over 64 bits")
  }
}
