/// A decimal number of up to 1,000 digits, exactly as written: `1.50` and `1.5` have the same order but are
/// not equal.
public struct ExactDecimal: Sendable {
  /// Whether a minus sign stands before the digits.
  public let isNegative: Bool
  /// The digits, 0 to 9 each, without leading zeros but at least one.
  public let digits: [UInt8]
  /// The power of ten that the digits are multiplied with.
  public let exponent: Int32

  /// Makes a number from its parts, or nil where a digit is over 9 or the limits are passed.
  ///
  /// - Parameters:
  ///   - isNegative: whether it is less than zero.
  ///   - digits: 0 to 9 each; leading zeros are dropped; at most 1,000.
  ///   - exponent: −100,000 to 100,000.
  public init?(isNegative: Bool, digits: [UInt8], exponent: Int32) {
    let significant = digits.drop { $0 == 0 }
    guard significant.count <= 1000, abs(Int(exponent)) <= 100_000, digits.allSatisfy({ $0 <= 9 })
    else { return nil }
    self.isNegative = isNegative
    self.digits = significant.isEmpty ? [0] : Array(significant)
    self.exponent = exponent
  }
}

extension ExactDecimal: Hashable {}
