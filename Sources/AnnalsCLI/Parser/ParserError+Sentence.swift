import StoreErrors

extension ParserError {
  /// The error as it is shown: the only place where facts about a command line become sentences.
  var sentence: StoreError {
    switch self {
    case .unknownCommand(let name, let path, let near):
      let command = (path + [name]).joined(separator: " ")
      if path.isEmpty, let familiar = FamiliarCommand.hint(for: name) {
        return StoreError(
          .usage,
          "no command is called \(command.quoted)",
          hints: [familiar, "see annals help"]
        )
      }
      return Self.usage("no command is called \(command.quoted)", near, help: path)
    case .missingSubcommand(let path, let choices):
      let choices = choices.joined(separator: ", ")
      return Self.usage("\(path.joined(separator: " ")) needs one of: \(choices)", help: path)
    case .unknownOption(let name, let path, let near):
      let owner = path.isEmpty ? "annals" : path.joined(separator: " ")
      return Self.usage("\(owner) has no option \(name.quoted)", near, help: path)
    case .missingValue(let option):
      return Self.usage("\(option.dashed) needs a value (\(option.placeholder ?? ""))")
    case .superfluousValue(let option, let value):
      return Self.usage("\(option.dashed) takes no value (\(value.quoted))")
    case .foreignOption(let option, let path):
      let owner = path.joined(separator: " ")
      return Self.usage("\(owner) has no option \(option.dashed)", help: path)
    case .missingArgument(let argument, let path):
      let owner = path.joined(separator: " ")
      return Self.usage("\(owner) needs \(argument.name): \(argument.abstract)", help: path)
    case .superfluousArgument(let value, let path):
      let owner = path.joined(separator: " ")
      return Self.usage("\(owner) has no use for the argument \(value.quoted)", help: path)
    case .missingOption(let option, let path):
      let owner = path.joined(separator: " ")
      return Self.usage(
        "\(owner) needs \(option.dashed) \(option.placeholder ?? ""): \(option.abstract)",
        help: path
      )
    case .exclusive(let first, let second):
      return Self.usage("\(first.dashed) and \(second.dashed) exclude each other")
    case .needs(let option, let other):
      return Self.usage("\(option.dashed) says nothing without \(other.dashed)")
    case .notANumber(let option, let value):
      return Self.usage("\(option.dashed) needs a whole number, 0 or more (\(value.quoted))")
    }
  }

  private static func usage(
    _ message: String,
    _ near: String? = nil,
    help path: [String]? = nil
  ) -> StoreError {
    var hints: [String] = []
    if let near { hints.append("did you mean \(near)?") }
    if let path { hints.append("see " + (["annals", "help"] + path).joined(separator: " ")) }
    return StoreError(.usage, message, hints: hints)
  }
}

extension String {
  /// The text between quotes, as messages show what the user wrote.
  var quoted: String { StoreError.quote(self) }
}
