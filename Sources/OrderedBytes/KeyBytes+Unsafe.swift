extension KeyBytes {
  /// Adds bytes as they are, as the other `append(raw:)` does.
  package mutating func append(raw other: Span<UInt8>) {
    // The pointer is used only while the span lends its bytes.
    other.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }
}
