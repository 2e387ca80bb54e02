extension KeyBytes {
  /// Adds bytes as they are, as the other `append(raw:)` does.
  @inlinable public mutating func append(raw other: Span<UInt8>) {
    // The pointer is used only while the span lends its bytes.
    other.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Appends a number's bytes, the highest first.
  @inlinable mutating func appendBigEndian(_ number: some FixedWidthInteger) {
    // The buffer is used only while the number is lent.
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
