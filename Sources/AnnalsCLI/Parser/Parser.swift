import Records

/// Understands command lines by the declarations of commands.
///
/// Options may stand anywhere: `--name=value`, `--name value`, `-nvalue`, `-n value`, flags together as
/// `-qv`. `-5` is a number alone, for the option that takes one. `--` ends them; `-` alone is an argument.
struct Parser {
  /// What a command line asks for.
  enum Request: Sendable {
    /// Run a command.
    case run(Invocation)
    /// Show the help of a command, named by its words.
    case help([String])
    /// Print the version.
    case version
  }

  private var path: [String] = []
  private var command: Command
  private var values: [Option: [String]] = [:]
  private var words: [String] = []
  private var rest: ArraySlice<String>

  private init(root: Command, line: [String]) {
    command = root
    rest = line[...]
  }

  /// Understands a command line.
  ///
  /// - Parameters:
  ///   - line: the words after the tool's name.
  ///   - root: the tool itself.
  static func parse(_ line: [String], root: Command) throws(ParserError) -> Request {
    var parser = Parser(root: root, line: line)
    return try parser.parse()
  }

  private mutating func parse() throws(ParserError) -> Request {
    var optionsEnded = false
    while let word = rest.popFirst() {
      if !optionsEnded, word == "--" {
        optionsEnded = true
      } else if !optionsEnded, word.hasPrefix("--") {
        try takeLong(word.dropFirst(2))
      } else if !optionsEnded, word.hasPrefix("-"), word != "-" {
        try takeShort(word.dropFirst())
      } else if command.subcommands.isEmpty {
        words.append(word)
      } else {
        try descend(word)
      }
      if values[.help] != nil { return .help(path) }
      if values[.version] != nil { return .version }
    }
    if let name = command.defaultSubcommand { try descend(name) }
    guard command.subcommands.isEmpty else {
      if path.isEmpty { return .help([]) }
      throw .missingSubcommand(of: path, choices: command.subcommands.map(\.name))
    }
    return .run(try finish())
  }

  private mutating func descend(_ name: String) throws(ParserError) {
    guard let next = command.subcommand(name) else {
      let near = Suggestion.closest(to: name, among: command.subcommands.map(\.name))
      throw .unknownCommand(name, under: path, near: near)
    }
    path.append(name)
    command = next
  }

  // MARK: Options

  /// Before the command is known, only what commands share can be understood.
  private var known: [Option] { command.subcommands.isEmpty ? command.allOptions : Option.leading }

  private mutating func takeLong(_ text: Substring) throws(ParserError) {
    let parts = text.unicodeScalars.split(
      separator: "=",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let name = String(parts[0])
    guard let option = known.first(where: { $0.name == name }) else {
      let near = Suggestion.closest(to: name, among: known.map(\.name)).map { "--\($0)" }
      throw .unknownOption("--\(name)", of: path, near: near)
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    if !option.takesValue, let attached { throw .superfluousValue(option, attached) }
    try take(option, attached)
  }

  private mutating func takeShort(_ text: Substring) throws(ParserError) {
    if let option = known.first(where: \.isBareNumber), text.utf8.allSatisfy(\.isDigit) {
      return try take(option, String(text))
    }
    var flags = text
    while let letter = flags.popFirst() {
      guard let option = known.first(where: { $0.short == letter }) else {
        throw .unknownOption("-\(letter)", of: path, near: nil)
      }
      if option.takesValue {
        return try take(option, flags.isEmpty ? nil : String(flags))
      }
      try take(option, nil)
    }
  }

  private mutating func take(_ option: Option, _ attached: String?) throws(ParserError) {
    guard option.takesValue else {
      values[option] = []
      return
    }
    guard let value = attached ?? rest.popFirst() else { throw .missingValue(option) }
    values[option, default: []].append(value)
  }

  // MARK: Arguments

  private func finish() throws(ParserError) -> Invocation {
    let allowed = Set(command.allOptions)
    // What stood before the command's name was understood before the command was known.
    if let foreign = values.keys.filter({ !allowed.contains($0) }).min(by: { $0.name < $1.name }),
      foreign != .actor
    {
      throw .foreignOption(foreign, of: path)
    }
    let forms: [Option] = [.json, .jsonLines, .csv, .plain].filter { values[$0] != nil }
    if forms.count > 1 { throw .exclusive(forms[0], forms[1]) }

    var invocation = Invocation(path: path, command: command, values: values)
    var left = words[...]
    for argument in command.arguments {
      let taken = argument.isMany ? Array(left) : Array(left.prefix(1))
      left = left.dropFirst(taken.count)
      if taken.isEmpty, argument.isRequired { throw .missingArgument(argument, of: path) }
      invocation.arguments[argument] = taken
    }
    if let superfluous = left.first { throw .superfluousArgument(superfluous, of: path) }
    return invocation
  }
}

extension UInt8 {
  /// Whether it is one of the digits `0` to `9`.
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
