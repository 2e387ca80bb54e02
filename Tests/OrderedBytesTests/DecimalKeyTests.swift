import OrderedBytes
import TestSupport
import Testing

@Suite("Decimal keys have the order of the numbers")
struct DecimalKeyTests {
  private struct Decimal {
    var isNegative: Bool
    var digits: [UInt8]
    var exponent: Int32

    var key: [UInt8] {
      var key = KeyBytes()
      key.appendDecimal(isNegative: isNegative, digits: digits, exponent: exponent)
      return key.bytes
    }

    /// The value in units of 10^-30, for exponents from -30 up and results that fit.
    var scaled: Int128 {
      let magnitude = digits.reduce(0 as Int128) { $0 * 10 + Int128($1) }
      let factor = (0..<(exponent + 30)).reduce(1 as Int128) { power, _ in power * 10 }
      return magnitude * factor * (isNegative ? -1 : 1)
    }
  }

  @Test("random numbers against wide integers")
  func random() {
    var generator = SeededGenerator()
    func number() -> Decimal {
      let digits = (0..<(1 + generator.index(below: 5))).map { _ in
        UInt8(generator.oneIn(2) ? generator.index(below: 10) : generator.pick([0, 9]))
      }
      return Decimal(
        isNegative: generator.oneIn(2),
        digits: digits,
        exponent: Int32(
          generator.oneIn(2) ? -generator.index(below: 31) : -30 + generator.index(below: 4)
        )
      )
    }
    var failures = 0
    for _ in 0..<rounds(50_000) {
      let (left, right) = (number(), number())
      let expected = (left.scaled < right.scaled, left.scaled == right.scaled)
      let found = (left.key.lexicographicallyPrecedes(right.key), left.key == right.key)
      if expected != found {
        failures += 1
        if failures < 5 { Issue.record("\(left) and \(right)") }
      }
    }
    #expect(failures == 0)
  }

  @Test("a long row in order, and equal forms")
  func fixed() {
    let row = [
      Decimal(isNegative: true, digits: [1], exponent: 100_000),
      Decimal(isNegative: true, digits: [9, 9, 9], exponent: 0),
      Decimal(isNegative: true, digits: [1, 0, 1], exponent: -2),
      Decimal(isNegative: true, digits: [1], exponent: 0),
      Decimal(isNegative: true, digits: [1], exponent: -100_000),
      Decimal(isNegative: false, digits: [0], exponent: 7),
      Decimal(isNegative: false, digits: [1], exponent: -100_000),
      Decimal(isNegative: false, digits: [1], exponent: 0),
      Decimal(isNegative: false, digits: [1, 0, 0, 0, 0, 0, 1], exponent: -6),
      Decimal(isNegative: false, digits: [1, 0, 1], exponent: -2),
      Decimal(isNegative: false, digits: Array(repeating: 9, count: 1000), exponent: -999),
      Decimal(isNegative: false, digits: [1], exponent: 1),
      Decimal(isNegative: false, digits: [1], exponent: 100_000),
    ]
    for (left, right) in zip(row, row.dropFirst()) {
      #expect(left.key.lexicographicallyPrecedes(right.key), "\(left) and \(right)")
    }
    let forms = [
      Decimal(isNegative: false, digits: [1, 5], exponent: -1),
      Decimal(isNegative: false, digits: [1, 5, 0], exponent: -2),
      Decimal(isNegative: false, digits: [0, 0, 1, 5, 0, 0], exponent: -3),
    ]
    #expect(Set(forms.map(\.key)).count == 1)
    let zeros = [
      Decimal(isNegative: true, digits: [0], exponent: 0),
      Decimal(isNegative: false, digits: [0, 0], exponent: -9),
      Decimal(isNegative: false, digits: [], exponent: 3),
    ]
    #expect(Set(zeros.map(\.key)).count == 1)
  }
}
