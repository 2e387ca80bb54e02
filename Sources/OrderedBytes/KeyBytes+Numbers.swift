extension KeyBytes {
  /// Four bytes, big-endian.
  @inlinable public mutating func append(_ number: UInt32) { appendBigEndian(number) }

  /// Eight bytes, big-endian.
  @inlinable public mutating func append(_ number: UInt64) { appendBigEndian(number) }

  /// Four bytes; the sign bit is flipped, so that negative numbers come first.
  @inlinable public mutating func append(_ number: Int32) {
    appendBigEndian(UInt32(bitPattern: number) ^ (1 << 31))
  }

  /// Eight bytes; the sign bit is flipped, so that negative numbers come first.
  @inlinable public mutating func append(_ number: Int64) {
    appendBigEndian(UInt64(bitPattern: number) ^ (1 << 63))
  }

  /// Eight bytes in the order −∞ … 0 … ∞, NaN.
  ///
  /// Both zeros give the same bytes, and so do all NaNs.
  ///
  /// The bits of positive IEEE 754 numbers are in their order already; those of negative ones run the
  /// other way.
  @inlinable public mutating func append(_ number: Double) {
    let bits = number.isNaN ? Double.nan.bitPattern : number == 0 ? 0 : number.bitPattern
    let isNegative = bits >> 63 == 1
    appendBigEndian(isNegative ? ~bits : bits | 1 << 63)
  }
}
