internal import EventLog
internal import PageStore

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

  @_lifetime(self: copy self)
  private mutating func nextLong() throws(StoreError) -> UInt64 {
    var reader = ByteReader(bytes.extracting(place..<bytes.count))
    let number = try reader.varint()
    place += reader.offset
    return number
  }
}
