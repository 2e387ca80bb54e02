/// A command line that was understood.
struct Invocation: Sendable {
  /// The words that named the command.
  var path: [String]
  /// The command.
  var command: Command
  /// The values of the options that were given; flags have none.
  var values: [Option: [String]] = [:]
  /// The positional arguments, by declaration.
  var arguments: [Argument: [String]] = [:]

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { values[option] != nil }

  /// Whether an argument was given.
  func has(_ argument: Argument) -> Bool { self[argument] != nil }

  /// The value of an option; the last where it was given more than once.
  subscript(_ option: Option) -> String? { values[option]?.last }

  /// All values of an option, in order.
  func all(_ option: Option) -> [String] { values[option] ?? [] }

  /// The value of an optional or required argument.
  subscript(_ argument: Argument) -> String? { arguments[argument]?.first }

  /// All values of an argument, in order.
  func all(_ argument: Argument) -> [String] { arguments[argument] ?? [] }

  /// A required argument: the parser has seen to it that it is there.
  func required(_ argument: Argument) throws(ParserError) -> String {
    guard let value = self[argument] else { throw .missingArgument(argument, of: path) }
    return value
  }

  /// A required option.
  func required(_ option: Option) throws(ParserError) -> String {
    guard let value = self[option] else { throw .missingOption(option, of: path) }
    return value
  }

  /// The value of an option that is a whole number, 0 or more.
  func number(_ option: Option) throws(ParserError) -> Int? {
    guard let text = self[option] else { return nil }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(text)
    else { throw .notANumber(option, text) }
    return number
  }
}
