import Records
import TestSupport
import Testing

@Suite("Decimals are exact")
struct ExactDecimalTests {
  @Test(
    "numbers are shown as they were scaled",
    arguments: [
      ("1.50", "1.50"), ("-0.00", "-0.00"), ("0", "0"), ("+7", "7"), ("100", "100"),
      ("1e5", "1E+5"),
      ("15e4", "1.5E+5"), ("1.5e3", "1.5E+3"), ("1.500e3", "1500"), ("12e-1", "1.2"),
      ("1e-5", "0.00001"),
      ("1E-06", "0.000001"), ("1e-7", "1E-7"), ("15e-8", "1.5E-7"), ("0e5", "0E+5"),
      ("0e-9", "0E-9"),
      ("123456789012345678901234567890.12", "123456789012345678901234567890.12"),
      ("-9223372036854775808", "-9223372036854775808"), ("5e100000", "5E+100000"),
    ]
  )
  func shows(text: String, shown: String) throws {
    let number = try #require(ExactDecimal(text))
    #expect(number.description == shown)
    #expect(ExactDecimal(number.description) == number)
  }

  @Test(
    "other forms are refused",
    arguments: [
      "", ".5", "5.", "007", "-", "+", "--1", "+-1", "1e", "1e+", "1.e5", "1 ", " 1", "1,5", "0x10",
      "NaN",
      "Infinity", "1e100001", "1e-100001", "1e99999999999999999999", "1_000", "１", "00",
    ]
  )
  func refuses(text: String) { #expect(ExactDecimal(text) == nil) }

  @Test("limits: a thousand digits, leading zeros apart")
  func limits() {
    #expect(ExactDecimal(String(repeating: "9", count: 1000)) != nil)
    #expect(ExactDecimal(String(repeating: "9", count: 1001)) == nil)
    #expect(ExactDecimal("0." + String(repeating: "0", count: 5000) + "1") != nil)
  }

  @Test("whole numbers and floating point")
  func conversions() {
    for number in [0, 1, -1, 10, Int64.max, .min, 1_000_000] {
      #expect(ExactDecimal(number).int64 == number)
      #expect(ExactDecimal(number).description == String(number))
    }
    #expect(ExactDecimal("1.50")?.int64 == nil)
    #expect(ExactDecimal("15.00")?.int64 == 15)
    #expect(ExactDecimal("15e2")?.int64 == 1500)
    #expect(ExactDecimal("-0.0")?.int64 == 0)
    #expect(ExactDecimal("9223372036854775808")?.int64 == nil)
    #expect(ExactDecimal("-9223372036854775808.0")?.int64 == .min)
    #expect(ExactDecimal("1e100000")?.int64 == nil)
    #expect(ExactDecimal("0.1")?.double == 0.1)
    #expect(ExactDecimal("-1e400")?.double == -.infinity)
    #expect(ExactDecimal("1e-400")?.double == 0)
  }

  @Test("the order is that of the numbers, whatever their digits")
  func order() throws {
    var generator = SeededGenerator()
    for _ in 0..<rounds(20_000) {
      let (left, right) = (generator.index(below: 2000) - 1000, generator.index(below: 2000) - 1000)
      func written(_ number: Int) throws -> ExactDecimal {
        let zeros = number == 0 ? 0 : generator.index(below: 3)
        let digits = String(number.magnitude) + String(repeating: "0", count: zeros)
        return try #require(ExactDecimal("\(number < 0 ? "-" : "")\(digits)e-\(zeros + 1)"))
      }
      let order = try written(left).compare(to: written(right))
      #expect(order == (left < right ? -1 : left == right ? 0 : 1), "\(left) and \(right)")
    }
    let equal = try ["1.5", "1.50", "15e-1"].map { try #require(ExactDecimal($0)) }
    #expect(equal.allSatisfy { $0.compare(to: equal[0]) == 0 } && Set(equal).count == 2)
    #expect(try #require(ExactDecimal("-0")).compare(to: #require(ExactDecimal("0.00"))) == 0)
  }
}
