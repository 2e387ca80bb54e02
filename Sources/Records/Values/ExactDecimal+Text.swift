extension ExactDecimal {
  /// Reads a number as JSON writes it (RFC 8259, section 6), or with a plus sign before it: `-1.50`, `6e23`.
  ///
  /// The digits stay as written: `1.50` has one digit more than `1.5`.
  ///
  /// - Returns: nil for any other form (`.5`, `5.`, `007`, `1,5`), and beyond the limits of
  ///   `init(isNegative:digits:exponent:)`.
  public init?(_ text: String) {
    var rest = text.utf8[...]
    let sign = rest.first
    if sign == Ascii.minus || sign == Ascii.plus { rest.removeFirst() }
    let whole = Self.takeDigits(&rest)
    guard !whole.isEmpty, whole.count == 1 || whole.first != 0 else { return nil }
    var fraction: [UInt8] = []
    if rest.first == Ascii.point {
      rest.removeFirst()
      fraction = Self.takeDigits(&rest)
      guard !fraction.isEmpty else { return nil }
    }
    guard let power = Self.takeExponent(&rest), rest.isEmpty else { return nil }
    guard let exponent = Int32(exactly: power - fraction.count) else { return nil }
    self.init(isNegative: sign == Ascii.minus, digits: whole + fraction, exponent: exponent)
  }

  private enum Ascii {
    static let plus = UInt8(ascii: "+")
    static let minus = UInt8(ascii: "-")
    static let point = UInt8(ascii: ".")
    static let zero = UInt8(ascii: "0")
    static let nine = UInt8(ascii: "9")
  }

  private static func takeDigits(_ rest: inout Substring.UTF8View) -> [UInt8] {
    let digits = rest.prefix { $0 >= Ascii.zero && $0 <= Ascii.nine }
    rest = rest[digits.endIndex...]
    return digits.map { $0 - Ascii.zero }
  }

  /// The power of ten after `e`; 0 where there is none, nil where it is broken or over nine digits.
  private static func takeExponent(_ rest: inout Substring.UTF8View) -> Int? {
    guard rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") else { return 0 }
    rest.removeFirst()
    let sign = rest.first
    if sign == Ascii.minus || sign == Ascii.plus { rest.removeFirst() }
    let digits = takeDigits(&rest)
    let significant = digits.drop { $0 == 0 }
    guard !digits.isEmpty, significant.count <= 9 else { return nil }
    let power = significant.reduce(0) { $0 * 10 + Int($1) }
    return sign == Ascii.minus ? -power : power
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The number with all its digits, as JSON writes numbers; reading it gives an equal number.
  ///
  /// Plain (`1.50`) where no zeros need to be added behind the digits and at most six before them, else
  /// with a power of ten (`1E+5`, `1.5E-9`): the `to-scientific-string` form of the General Decimal
  /// Arithmetic specification, <https://speleotrove.com/decimal/daconvs.html#reftostr>.
  public var description: String {
    let text = String(decoding: digits.map { $0 + Ascii.zero }, as: UTF8.self)
    let sign = isNegative ? "-" : ""
    if exponent == 0 { return sign + text }
    /// How many digits stand before the point.
    let lead = digits.count + Int(exponent)
    if exponent > 0 || lead <= -6 {
      let power = lead - 1
      let mantissa = text.prefix(1) + (digits.count > 1 ? "." + text.dropFirst() : "")
      return "\(sign)\(mantissa)E\(power < 0 ? "-" : "+")\(abs(power))"
    }
    if lead > 0 { return "\(sign)\(text.prefix(lead)).\(text.dropFirst(lead))" }
    return "\(sign)0.\(String(repeating: "0", count: -lead))\(text)"
  }
}
