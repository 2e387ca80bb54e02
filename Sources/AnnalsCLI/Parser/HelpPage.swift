/// The help of a command, made from its declarations.
struct HelpPage {
  /// The words that lead to the command.
  let path: [String]
  /// The command.
  let command: Command
  /// Where lines break.
  var width = 80

  /// The whole page.
  var text: String {
    var sections = [title, usage]
    if !command.discussion.isEmpty { sections.append(Self.wrap(command.discussion, to: width)) }
    sections += [commandList, argumentList, ownOptionList, sharedOptionList, examples]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private var name: String { (["annals"] + path).joined(separator: " ") }

  private var title: String { "\(name) – \(command.abstract)" }

  private var usage: String {
    guard command.subcommands.isEmpty else {
      let choices = command.subcommands.map(\.name)
      let word = path.isEmpty ? "COMMAND" : choices.joined(separator: "|")
      return "Usage: \(name) " + (command.defaultSubcommand == nil ? word : "[\(word)]") + " …"
    }
    let words = command.arguments.map(\.spelling) + (command.options.isEmpty ? [] : ["[options]"])
    return (["Usage: \(name)"] + words).joined(separator: " ")
  }

  private var commandList: String {
    let shown = command.subcommands.filter { !$0.isHidden }
    return section("Commands", shown.map { ($0.name, $0.abstract) })
  }

  private var argumentList: String {
    section("Arguments", command.arguments.map { ($0.name, $0.abstract) })
  }

  private var ownOptionList: String {
    section("Options", command.options.map { ($0.spelling, $0.abstract) })
  }

  /// One sentence, so that what is the command's own stands out.
  private var sharedOptionList: String {
    let own = Set(command.options.map(\.name))
    let options = command.subcommands.isEmpty ? command.allOptions : Option.leading
    let shared = options.filter { !own.contains($0.name) }.map(\.dashed)
    return Self.wrap(
      "Shared options: \(shared.joined(separator: " ")). See annals help options.",
      to: width
    )
  }

  private var examples: String {
    guard !command.examples.isEmpty else { return "" }
    let blocks = command.examples.map { "  annals \($0.line)\n      \($0.meaning)" }
    return (["Examples:"] + blocks).joined(separator: "\n")
  }

  private func section(_ heading: String, _ rows: [Manual.Entry]) -> String {
    Self.section(heading, rows, width: width)
  }

  /// A heading with a column of terms and a column of what they mean.
  static func section(_ heading: String, _ rows: [Manual.Entry], width: Int) -> String {
    guard !rows.isEmpty else { return "" }
    let column = min(24, (rows.map(\.term.count).max() ?? 0) + 4)
    let lines = rows.map { row in
      let meaning = wrap(row.meaning, to: width - column)
        .split(separator: "\n").joined(separator: "\n" + String(repeating: " ", count: column))
      let term = "  " + row.term
      // A long term has its own line.
      guard term.count + 2 <= column else {
        return term + "\n" + String(repeating: " ", count: column) + meaning
      }
      return term + String(repeating: " ", count: column - term.count) + meaning
    }
    return (["\(heading):"] + lines).joined(separator: "\n")
  }

  /// Breaks paragraphs at blanks; lines that begin with a blank stay as they are.
  static func wrap(_ text: String, to width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard !line.hasPrefix(" ") else { return String(line) }
      var lines: [String] = [""]
      for word in line.split(separator: " ") {
        let last = lines[lines.count - 1]
        if last.isEmpty {
          lines[lines.count - 1] = String(word)
        } else if last.count + 1 + word.count <= width {
          lines[lines.count - 1] = last + " " + word
        } else {
          lines.append(String(word))
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
