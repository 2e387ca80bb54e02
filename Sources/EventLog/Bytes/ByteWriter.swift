/// Builds stored bytes: fixed-width numbers are big-endian, varints are LEB128, signed ones zigzag.
package struct ByteWriter {
  /// What was written so far.
  package var bytes: [UInt8]

  package init(reserving capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  package var count: Int { bytes.count }

  package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  package mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  package mutating func append(_ span: Span<UInt8>) { bytes.append(contentsOf: span) }

  package mutating func appendFixed(_ number: UInt32) {
    for shift in stride(from: 24, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
    }
  }

  package mutating func appendFixed(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  /// Seven bits a byte, lowest first, the high bit says that more follow: 1 to 10 bytes.
  package mutating func appendVarint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Small magnitudes of either sign stay short: 0, −1, 1, −2 … become 0, 1, 2, 3 ….
  package mutating func appendSigned(_ number: Int64) {
    appendVarint(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  /// The UTF-8 length as a varint, then the bytes.
  package mutating func appendText(_ text: String) {
    appendVarint(UInt64(text.utf8.count))
    bytes.append(utf8Of: text)
  }

  /// The count as a varint, then the bytes.
  package mutating func appendCounted(_ other: [UInt8]) {
    appendVarint(UInt64(other.count))
    bytes.append(contentsOf: other)
  }
}
