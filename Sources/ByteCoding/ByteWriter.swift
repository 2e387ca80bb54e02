/// Builds stored bytes: fixed-width numbers are big-endian, varints are LEB128, signed ones zigzag.
public struct ByteWriter {
  /// What was written so far.
  public var bytes: [UInt8]

  /// Begins with nothing, and memory for so many bytes.
  @inlinable public init(reserving capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// How many bytes there are.
  @inlinable public var count: Int { bytes.count }

  /// Appends one byte.
  @inlinable public mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Appends bytes.
  @inlinable public mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  /// Appends bytes that are lent.
  @inlinable public mutating func append(_ span: Span<UInt8>) { bytes.append(contentsOf: span) }

  /// Appends four bytes, the highest first.
  @inlinable public mutating func appendFixed(_ number: UInt32) {
    bytes.append(bigEndian: number)
  }

  /// Appends eight bytes, the highest first.
  @inlinable public mutating func appendFixed(_ number: UInt64) {
    bytes.append(bigEndian: number)
  }

  /// Seven bits a byte, lowest first, the high bit says that more follow: 1 to 10 bytes.
  @inlinable public mutating func appendVarint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Small magnitudes of either sign stay short: 0, −1, 1, −2 … become 0, 1, 2, 3 ….
  @inlinable public mutating func appendSigned(_ number: Int64) {
    appendVarint(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  /// The UTF-8 length as a varint, then the bytes.
  @inlinable public mutating func appendText(_ text: String) {
    appendVarint(UInt64(text.utf8.count))
    bytes.append(utf8Of: text)
  }

  /// The count as a varint, then the bytes.
  @inlinable public mutating func appendCounted(_ other: [UInt8]) {
    appendVarint(UInt64(other.count))
    bytes.append(contentsOf: other)
  }
}
