/// The words of a command line, taken one by one.
struct OptionWords {
  private var rest: ArraySlice<String>
  /// The option taken last, for messages.
  private var option = ""

  init(_ words: some Sequence<String>) { rest = Array(words)[...] }

  func contains(_ word: String) -> Bool { rest.contains(word) }

  /// The next option; nil where all are taken.
  mutating func next() -> String? {
    guard let word = rest.popFirst() else { return nil }
    option = word
    return word
  }

  /// What follows the option.
  mutating func value() throws(BenchmarkError) -> String {
    guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value") }
    return value
  }

  /// What follows the option, as words with commas between.
  mutating func list() throws(BenchmarkError) -> [String] {
    try value().split(separator: ",").map(String.init)
  }

  /// What follows the option, as a number.
  mutating func number(_ range: ClosedRange<Int>) throws(BenchmarkError) -> Int {
    let text = try value()
    guard let number = Int(text), range.contains(number) else {
      throw BenchmarkError(
        "\(option) needs a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)"
      )
    }
    return number
  }
}
