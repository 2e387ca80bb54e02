extension Array where Element == UInt8 {
  /// Copies a span.
  package init(_ span: Span<UInt8>) {
    // The pointer is used only while the span lends its bytes.
    self = span.withUnsafeBufferPointer { Array($0) }
  }

  /// Copies a span to the end.
  package mutating func append(contentsOf span: Span<UInt8>) {
    span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Puts a copy of a span in the place of some elements; takes no more memory than that needs, for there may be very
  /// many such arrays.
  package mutating func replace(_ range: Range<Int>, with span: Span<UInt8>) {
    let count = self.count - range.count + span.count
    if count > capacity { reserveCapacity(count) }
    span.withUnsafeBufferPointer { replaceSubrange(range, with: $0) }
  }

  /// Copies a text's UTF-8 bytes to the end.
  package mutating func append(utf8Of text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}
