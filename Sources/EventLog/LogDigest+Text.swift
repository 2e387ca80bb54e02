extension LogDigest {
  /// 32 hexadecimal digits.
  public var hexadecimal: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

  /// Reads 32 hexadecimal digits; nil for anything else.
  public init?(hexadecimal text: String) {
    guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
