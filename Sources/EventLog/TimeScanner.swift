/// Reads dates and times strictly: a step that does not find what it looks for gives nil.
package struct TimeScanner {
  private var rest: Substring.UTF8View

  package init(_ text: String) { rest = text.utf8[...] }

  package var isAtEnd: Bool { rest.isEmpty }

  /// One of the given characters.
  package mutating func skip(_ characters: Unicode.Scalar...) -> Unicode.Scalar? {
    guard let found = rest.first.map({ Unicode.Scalar($0) }), characters.contains(found)
    else { return nil }
    rest.removeFirst()
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
    let digits = rest.prefix(limit).prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest[digits.endIndex...]
    return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.count)
  }
}
