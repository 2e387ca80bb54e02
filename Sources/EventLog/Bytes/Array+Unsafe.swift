extension Array where Element == UInt8 {
  /// Copies a span.
  package init(_ span: Span<UInt8>) {
    // Exactly `span.count` elements are initialised, in order.
    self.init(unsafeUninitializedCapacity: span.count) { target, count in
      for index in span.indices { target.initializeElement(at: index, to: span[index]) }
      count = span.count
    }
  }
}
