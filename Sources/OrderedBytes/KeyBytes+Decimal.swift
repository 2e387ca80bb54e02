extension KeyBytes {
  /// Adds the number ±digits × 10^exponent, ordered by value: 1.5, 1.50 and 15e-1 give the same bytes.
  ///
  /// A byte for the sign, then for all but zero: the power of ten of the first digit that counts, the
  /// digits without zeros at either end, two to a byte and each pair one up, and a zero byte that lets
  /// the shorter of two numbers with the same beginning come first. Negative numbers invert all this.
  ///
  /// - Parameters:
  ///   - digits: 0 to 9 each.
  ///   - exponent: together with the count of digits within 32 bits.
  public mutating func appendDecimal(isNegative: Bool, digits: [UInt8], exponent: Int32) {
    guard let first = digits.firstIndex(where: { $0 != 0 }),
      let last = digits.lastIndex(where: { $0 != 0 })
    else { return append(Sign.zero) }
    let power = Int32(clamping: Int64(exponent) + Int64(digits.count - first))
    if isNegative {
      append(Sign.negative)
      appendDescending { $0.appendMagnitude(power: power, digits[first...last]) }
    } else {
      append(Sign.positive)
      appendMagnitude(power: power, digits[first...last])
    }
  }

  private enum Sign {
    static let negative: UInt8 = 1
    static let zero: UInt8 = 2
    static let positive: UInt8 = 3
  }

  private mutating func appendMagnitude(power: Int32, _ digits: ArraySlice<UInt8>) {
    append(power)
    for index in stride(from: digits.startIndex, to: digits.endIndex, by: 2) {
      let second = index + 1 < digits.endIndex ? digits[index + 1] : 0
      append(digits[index] * 10 + second + 1)
    }
    append(0 as UInt8)
  }
}
