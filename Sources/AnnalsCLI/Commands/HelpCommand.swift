import Records

/// The command `annals help [COMMAND…]`.
enum HelpCommand {
  private static let words = Argument("COMMAND", "the command's words", .any)
  private static let man = Option.flag("man", "print the whole manual as a page for man(1)")
  private static let markdown = Option.flag("markdown", "print the reference of all commands")

  static let command = Command(
    name: "help",
    abstract: "explain a command",
    discussion: "`annals help options` explains the options that commands share.",
    arguments: [words],
    options: [man, markdown],
    examples: [
      Example("help type define", "explain how types are defined"),
      Example("help --man", "what Scripts/install puts where man looks"),
    ],
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    if invocation.has(man), invocation.has(markdown) { throw ParserError.exclusive(man, markdown) }
    let named = invocation.all(words)
    if let word = named.first, invocation.has(man) || invocation.has(markdown) {
      throw ParserError.superfluousArgument(word, of: invocation.path)
    }
    if invocation.has(man) { return try context.output.print(ManPage.text) }
    if invocation.has(markdown) { return try context.output.print(ReferencePage.text) }
    let width = min(100, max(60, context.output.width))
    if named == ["options"] {
      return try context.output.print(SharedOptionsPage.text(width: width))
    }
    var command = AnnalsCommand.command
    var path: [String] = []
    for word in named {
      guard let next = command.subcommand(word) else {
        let near = Suggestion.closest(to: word, among: command.subcommands.map(\.name))
        throw ParserError.unknownCommand(word, under: path, near: near)
      }
      command = next
      path.append(word)
    }
    try context.output.print(HelpPage(path: path, command: command, width: width).text)
  }
}
