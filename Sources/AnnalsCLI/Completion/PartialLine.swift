/// A command line that is still being written: which command it has come to, and what the last word can be.
///
/// Unlike the parser it takes no offence at what is wrong before that word.
struct PartialLine {
  /// What the last word is.
  enum Place {
    /// The name of a command under the one that was reached.
    case command
    /// The name of an option.
    case option
    /// A value of an option, which may stand behind `--name=`.
    case value(Option, before: String)
    /// An argument.
    case argument(Argument)
    /// More than the command takes.
    case nothing
  }

  /// The words that name the command.
  private(set) var path: [String] = []
  /// The command that was reached.
  private(set) var command: Command
  /// The options that were given, with their values.
  private(set) var values: [Option: [String]] = [:]
  /// The arguments before the last word.
  private(set) var arguments: [String] = []
  /// The last word, as far as it is written.
  let word: String
  private var expecting: Option?
  private var optionsEnded = false

  /// Reads the words after the tool's name; the last may be empty.
  init(_ words: [String], root: Command) {
    command = root
    word = words.last ?? ""
    for word in words.dropLast() { take(word) }
  }

  /// What the last word is.
  var place: Place {
    if let expecting { return .value(expecting, before: "") }
    if !optionsEnded, word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      guard let option = option(named: word[..<equals].dropFirst(2)), option.takesValue else {
        return .nothing
      }
      return .value(option, before: String(word[...equals]))
    }
    if !optionsEnded, word.hasPrefix("-") { return .option }
    if !command.subcommands.isEmpty { return .command }
    let declared = command.arguments
    if arguments.count < declared.count { return .argument(declared[arguments.count]) }
    return declared.last.map { $0.isMany ? .argument($0) : .nothing } ?? .nothing
  }

  /// The options that may stand here.
  var options: [Option] { command.subcommands.isEmpty ? command.allOptions : Option.leading }

  private mutating func take(_ word: String) {
    if let option = expecting {
      values[option, default: []].append(word)
      expecting = nil
    } else if !optionsEnded, word == "--" {
      optionsEnded = true
    } else if !optionsEnded, word.hasPrefix("--") {
      takeLong(word.dropFirst(2))
    } else if !optionsEnded, word.hasPrefix("-"), word != "-" {
      takeShort(word.dropFirst())
    } else if let next = command.subcommand(word) {
      path.append(word)
      command = next
    } else {
      arguments.append(word)
    }
  }

  private mutating func takeLong(_ text: Substring) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let option = option(named: name) else { return }
    if !option.takesValue {
      values[option] = []
    } else if parts.count > 1 {
      values[option, default: []].append(String(parts[1]))
    } else {
      expecting = option
    }
  }

  private mutating func takeShort(_ text: Substring) {
    for (place, letter) in text.enumerated() {
      guard let option = options.first(where: { $0.short == letter }) else { return }
      guard option.takesValue else {
        values[option] = []
        continue
      }
      let rest = text.dropFirst(place + 1)
      if rest.isEmpty {
        expecting = option
      } else {
        values[option, default: []].append(String(rest))
      }
      return
    }
  }

  private func option(named name: Substring) -> Option? { options.first { $0.name == name } }
}
