internal import CXXHash

/// XXH3 over stored bytes: it finds damage, not forgery.
package enum Checksum {
  /// The 64-bit hash of a part of some bytes.
  ///
  /// - Parameter seed: binds the hash to where the bytes belong, so that bytes moved elsewhere are noticed.
  package static func of(_ bytes: [UInt8], in range: Range<Int>, seed: UInt64 = 0) -> UInt64 {
    of(bytes.span.extracting(range), seed: seed)
  }

  /// The 64-bit hash of some bytes.
  package static func of(_ bytes: Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
    // The hash reads exactly `count` bytes while the span lends them.
    bytes.withUnsafeBytes { XXH3_64bits_withSeed($0.baseAddress, $0.count, seed) }
  }

  /// The 128-bit hash of some bytes.
  package static func digest(of bytes: [UInt8]) -> LogDigest { digest(of: bytes.span) }

  /// The 128-bit hash of some bytes.
  ///
  /// - Parameter seed: binds the hash to where the bytes belong.
  package static func digest(of bytes: Span<UInt8>, seed: UInt64 = 0) -> LogDigest {
    // The hash reads exactly `count` bytes while the span lends them.
    let hash = bytes.withUnsafeBytes { XXH3_128bits_withSeed($0.baseAddress, $0.count, seed) }
    return LogDigest(high: hash.high64, low: hash.low64)
  }
}
