/// The page that `man annals` shows, in the language of troff's man macros.
struct ManPage {
  /// The whole page.
  static var text: String {
    var page = ManPage()
    page.write()
    return page.lines.joined(separator: "\n") + "\n"
  }

  private var lines: [String] = []

  private mutating func write() {
    let root = AnnalsCommand.command
    lines.append(".TH ANNALS 1 \"\" \"annals \(CommandLineTool.version)\" \"User Commands\"")
    section("NAME")
    lines.append("annals \\- " + Self.escaped(root.abstract))
    section("SYNOPSIS")
    lines.append(".B annals\n\\fICOMMAND\\fR [\\fIARGUMENT\\fR|\\fIOPTION\\fR]...")
    section("DESCRIPTION")
    paragraph(Manual.purpose)
    paragraph(root.discussion)
    section("COMMANDS")
    for (path, command) in Manual.commands { write(command, path) }
    section("OPTIONS")
    for (title, options) in Manual.sharedOptions {
      lines.append(".SS " + Self.quoted(title))
      for option in options { entry(Self.spelling(option), option.abstract) }
    }
    section("SELECTORS AND EXPRESSIONS")
    entries(Manual.selectors)
    section("EXIT STATUS")
    entries(Manual.exitCodes)
    section("ENVIRONMENT")
    entries(Manual.environment)
    section("EXAMPLES")
    for example in root.examples { write(example) }
  }

  private mutating func write(_ command: Command, _ path: [String]) {
    let usage = (["annals"] + path + command.arguments.map(\.spelling)).joined(separator: " ")
    lines.append(".SS " + Self.quoted(usage))
    paragraph(command.abstract.capitalizedSentence)
    for text in command.discussion.split(separator: "\n") { paragraph(String(text)) }
    for argument in command.arguments { entry(Self.bold(argument.name), argument.abstract) }
    for option in command.options { entry(Self.spelling(option), option.abstract) }
    for example in command.examples { write(example) }
  }

  private mutating func write(_ example: Example) {
    entry(Self.bold("annals " + example.line), example.meaning)
  }

  // MARK: Macros

  private mutating func section(_ title: String) { lines.append(".SH " + title) }

  private mutating func paragraph(_ text: String) {
    lines.append(".PP\n" + Self.escaped(text))
  }

  private mutating func entries(_ entries: [Manual.Entry]) {
    for (term, meaning) in entries { entry(Self.bold(term), meaning) }
  }

  /// - Parameter term: in troff's language already.
  private mutating func entry(_ term: String, _ meaning: String) {
    lines.append(".TP\n\(term)\n" + Self.escaped(meaning))
  }

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  private static func quoted(_ text: String) -> String {
    "\"" + escaped(text).replacing("\"", with: "\\(dq") + "\""
  }

  private static func spelling(_ option: Option) -> String {
    let names = [option.short.map { "-\($0)" }, option.dashed].compactMap { $0 }.map(bold)
    let value = option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
    return names.joined(separator: ", ") + value
  }

  /// Text that troff shows as it is: a dot at the beginning of a line would be a macro, a bare minus a hyphen, and a
  /// backslash an escape.
  private static func escaped(_ text: String) -> String {
    let safe = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq")
    return safe.hasPrefix(".") ? "\\&" + safe : safe
  }
}

extension String {
  /// The text as a sentence: with a capital and a full stop.
  var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
