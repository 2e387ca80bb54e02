/// A command, declared: its words, its arguments and options, and what it runs.
///
/// Parsing, help, hints, the manual and completions are all made from these declarations.
struct Command: Sendable {
  /// What a command does to the store; it decides which of the shared options it has.
  enum Access: Sendable { case none, reads, writes }

  /// The word that calls it.
  let name: String
  /// One line that says what it does.
  let abstract: String
  /// What else there is to know, in paragraphs.
  var discussion = ""
  /// The positional arguments, in order.
  var arguments: [Argument] = []
  /// The options of its own.
  var options: [Option] = []
  /// Command lines worth copying.
  var examples: [Example] = []
  /// What it does to the store.
  var access = Access.none
  /// Whether its output may be longer than a screen.
  var isPaged = false
  /// Whether help and completions pass it over, since only the tool itself has a use for it.
  var isHidden = false
  /// The commands under it: `type define`.
  var subcommands: [Command] = []
  /// The one of `subcommands` that runs when none is named.
  var defaultSubcommand: String?
  /// The work.
  var run: (@Sendable (Invocation, Context) throws -> Void)?

  /// Every option it takes, its own first.
  var allOptions: [Option] {
    switch access {
    case .none: options + Option.everywhere
    case .reads: options + Option.reading + Option.everywhere
    case .writes: options + Option.writing + Option.everywhere
    }
  }

  /// A command under this one, by name.
  func subcommand(_ name: String) -> Command? { subcommands.first { $0.name == name } }

  /// The commands under this one that run something, with the words that lead to each.
  func leaves(under path: [String] = []) -> [(path: [String], command: Command)] {
    if subcommands.isEmpty { return [(path, self)] }
    return subcommands.flatMap { $0.leaves(under: path + [$0.name]) }
  }
}
