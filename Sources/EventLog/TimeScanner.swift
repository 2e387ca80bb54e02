/// Reads dates and times strictly: a step that does not find what it looks for gives nil.
package struct TimeScanner {
  private let bytes: [UInt8]
  private var index = 0

  package init(_ text: String) { bytes = Array(text.utf8) }

  package var isAtEnd: Bool { index == bytes.count }

  /// One of the given characters.
  package mutating func skip(_ characters: Unicode.Scalar...) -> Unicode.Scalar? {
    guard index < bytes.count else { return nil }
    let found = Unicode.Scalar(bytes[index])
    guard characters.contains(found) else { return nil }
    index += 1
    return found
  }

  /// A number of exactly so many digits.
  package mutating func number(digits count: Int) -> Int? {
    guard let (number, found) = run(atMost: count), found == count else { return nil }
    return number
  }

  /// One to nine digits after a point, as nanoseconds.
  package mutating func fraction() -> UInt32? {
    guard let (number, count) = run(atMost: 9) else { return nil }
    return (count..<9).reduce(UInt32(number)) { fraction, _ in fraction * 10 }
  }

  /// `YYYY-MM-DD`.
  package mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), skip("-") != nil, let month = number(digits: 2),
      skip("-") != nil, let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  private mutating func run(atMost limit: Int) -> (number: Int, count: Int)? {
    let start = index
    var number = 0
    while index < bytes.count, index - start < limit, (0x30...0x39).contains(bytes[index]) {
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    return index == start ? nil : (number, index - start)
  }
}
