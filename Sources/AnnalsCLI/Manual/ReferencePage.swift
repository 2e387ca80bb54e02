/// The reference of all commands as Markdown, which the repository keeps as `COMMANDS.md`.
enum ReferencePage {
  /// The whole page.
  static var text: String {
    let sections: [String] =
      [
        "# The commands of annals",
        "Made from the declarations of the commands by `annals help --markdown`; a test fails where it is not up to date.",
        Manual.purpose,
        contents,
      ] + Manual.commands.map { section($0.command, $0.path) } + shared + [
        "## Selectors and expressions", table(Manual.selectors, "Written", "Means"),
        "## Exit codes", table(Manual.exitCodes, "Code", "Means"),
        "## Environment", table(Manual.environment, "Variable", "Means"),
      ]
    return sections.joined(separator: "\n\n") + "\n"
  }

  private static var contents: String {
    Manual.commands.map { path, command in
      let name = path.joined(separator: " ")
      return "- [`\(name)`](#annals-\(path.joined(separator: "-"))) \(escaped(command.abstract))"
    }.joined(separator: "\n")
  }

  private static func section(_ command: Command, _ path: [String]) -> String {
    let name = (["annals"] + path).joined(separator: " ")
    let usage = ([name] + command.arguments.map(\.spelling)).joined(separator: " ")
    var parts = ["## \(name)", "`\(usage)`", escaped(command.abstract.capitalizedSentence)]
    parts += command.discussion.split(separator: "\n").map { escaped(String($0)) }
    let words =
      command.arguments.map { ($0.name, $0.abstract) }
      + command.options.map { (spelling($0), $0.abstract) }
    if !words.isEmpty { parts.append(table(words, "Argument or option", "Means")) }
    if !command.examples.isEmpty {
      let lines = command.examples.map { "annals \($0.line)\n    # \($0.meaning)" }
      parts.append("```\n" + lines.joined(separator: "\n") + "\n```")
    }
    return parts.joined(separator: "\n\n")
  }

  private static var shared: [String] {
    ["## Shared options"]
      + Manual.sharedOptions.flatMap { title, options in
        ["### \(title)", table(options.map { (spelling($0), $0.abstract) }, "Option", "Means")]
      }
  }

  private static func table(_ entries: [Manual.Entry], _ term: String, _ meaning: String) -> String
  {
    let rows = entries.map {
      "| `\($0.term.replacing("|", with: "\\|"))` | \(escaped($0.meaning)) |"
    }
    return (["| \(term) | \(meaning) |", "|---|---|"] + rows).joined(separator: "\n")
  }

  private static func spelling(_ option: Option) -> String {
    (option.short.map { "-\($0), " } ?? "") + option.dashed
      + (option.placeholder.map { " \($0)" } ?? "")
  }

  /// Text that Markdown shows as it is.
  private static func escaped(_ text: String) -> String {
    var safe = ""
    for character in text {
      if "\\`*_<>|[]#".contains(character) { safe.append("\\") }
      safe.append(character)
    }
    return safe
  }
}
