internal import CXXHash

/// XXH3 over stored bytes: it finds damage, not forgery.
public enum Checksum {
  /// The 64-bit hash of a part of some bytes.
  ///
  /// - Parameter seed: binds the hash to where the bytes belong, so that bytes moved elsewhere are noticed.
  public static func of(_ bytes: [UInt8], in range: Range<Int>, seed: UInt64 = 0) -> UInt64 {
    of(bytes.span.extracting(range), seed: seed)
  }

  /// The 64-bit hash of some bytes.
  public static func of(_ bytes: Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
    // The hash reads exactly `count` bytes while the span lends them.
    bytes.withUnsafeBytes { XXH3_64bits_withSeed($0.baseAddress, $0.count, seed) }
  }

  /// The 128-bit hash of some bytes, as its halves.
  ///
  /// - Parameter seed: binds the hash to where the bytes belong.
  public static func halves(
    of bytes: Span<UInt8>,
    seed: UInt64 = 0
  ) -> (high: UInt64, low: UInt64) {
    // The hash reads exactly `count` bytes while the span lends them.
    let hash = bytes.withUnsafeBytes { XXH3_128bits_withSeed($0.baseAddress, $0.count, seed) }
    return (hash.high64, hash.low64)
  }
}
