extension ExactDecimal {
  /// A whole number.
  public init(_ number: Int64) {
    isNegative = number < 0
    digits = String(number.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
    exponent = 0
  }

  /// Whether the number has no fraction: `1.0` and `1e3` are whole.
  public var isInteger: Bool {
    isZero || exponent >= 0 || digits.reversed().prefix { $0 == 0 }.count >= -Int(exponent)
  }

  /// Whether the number is zero, however many digits it is written with.
  public var isZero: Bool { digits == [0] }

  /// The number as a 64-bit whole number; nil where it has a fraction or does not fit.
  public var int64: Int64? {
    if isZero { return 0 }
    guard isInteger, digits.count + Int(exponent) <= 19 else { return nil }
    // Cuts the zeros behind the point, or adds those before it.
    let kept = exponent < 0 ? digits.dropLast(-Int(exponent)) : digits[...]
    var magnitude = kept.reduce(0 as UInt64) { $0 * 10 + UInt64($1) }
    for _ in 0..<max(0, exponent) { magnitude *= 10 }
    return isNegative ? Int64(exactly: -Int128(magnitude)) : Int64(exactly: magnitude)
  }

  /// The nearest binary floating point number; infinite beyond its range.
  public var double: Double { Double(description) ?? .nan }

  /// Whether the left number is less than the right one, whatever their digits: 1.5 and 1.50 are neither.
  public static func numericallyPrecedes(_ left: ExactDecimal, _ right: ExactDecimal) -> Bool {
    left.compare(to: right) < 0
  }

  /// How the number stands to another: −1 where it is less, 0 where they are numerically equal, 1 where it
  /// is greater.
  public func compare(to other: ExactDecimal) -> Int {
    if signum != other.signum { return signum < other.signum ? -1 : 1 }
    return signum * compareMagnitude(to: other)
  }

  private var signum: Int { isZero ? 0 : isNegative ? -1 : 1 }

  /// Compares two numbers that are not zero, without their signs.
  private func compareMagnitude(to other: ExactDecimal) -> Int {
    let (lead, otherLead) = (digits.count + Int(exponent), other.digits.count + Int(other.exponent))
    if lead != otherLead { return lead < otherLead ? -1 : 1 }
    for index in 0..<max(digits.count, other.digits.count) {
      let digit = index < digits.count ? digits[index] : 0
      let otherDigit = index < other.digits.count ? other.digits[index] : 0
      if digit != otherDigit { return digit < otherDigit ? -1 : 1 }
    }
    return 0
  }
}
