extension Array where Element == UInt8 {
  /// Copies a span.
  @inlinable public init(_ span: Span<UInt8>) {
    // The pointer is used only while the span lends its bytes.
    self = span.withUnsafeBufferPointer { Array($0) }
  }

  /// Copies a span to the end.
  @inlinable public mutating func append(contentsOf span: Span<UInt8>) {
    span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Puts a copy of a span in the place of some elements; takes no more memory than that needs, for there may be very
  /// many such arrays.
  @inlinable public mutating func replace(_ range: Range<Int>, with span: Span<UInt8>) {
    let count = self.count - range.count + span.count
    if count > capacity { reserveCapacity(count) }
    span.withUnsafeBufferPointer { replaceSubrange(range, with: $0) }
  }

  /// Copies a number's bytes to the end, the highest first.
  @inlinable public mutating func append(bigEndian number: some FixedWidthInteger) {
    // The buffer is used only while the number is lent.
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  /// Copies a text's UTF-8 bytes to the end.
  @inlinable public mutating func append(utf8Of text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}
