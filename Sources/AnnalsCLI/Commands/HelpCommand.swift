import Records

/// The command `annals help [COMMAND…]`.
enum HelpCommand {
  private static let words = Argument("COMMAND", "the command's words", .any)

  static let command = Command(
    name: "help",
    abstract: "explain a command",
    arguments: [words],
    examples: [Example("help type define", "explain how types are defined")],
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    var command = AnnalsCommand.command
    var path: [String] = []
    for word in invocation.all(words) {
      guard let next = command.subcommand(word) else {
        let near = Suggestion.closest(to: word, among: command.subcommands.map(\.name))
        throw ParserError.unknownCommand(word, under: path, near: near)
      }
      command = next
      path.append(word)
    }
    let width = min(100, max(60, context.output.width))
    try context.output.print(HelpPage(path: path, command: command, width: width).text)
  }
}
