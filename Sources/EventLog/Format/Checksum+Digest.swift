package import ByteCoding

extension Checksum {
  /// The 128-bit hash of some bytes.
  package static func digest(of bytes: [UInt8]) -> LogDigest { digest(of: bytes.span) }

  /// The 128-bit hash of some bytes.
  ///
  /// - Parameter seed: binds the hash to where the bytes belong.
  package static func digest(of bytes: Span<UInt8>, seed: UInt64 = 0) -> LogDigest {
    let hash = halves(of: bytes, seed: seed)
    return LogDigest(high: hash.high, low: hash.low)
  }
}
