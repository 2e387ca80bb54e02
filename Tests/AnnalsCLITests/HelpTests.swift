import Testing

@testable import AnnalsCLI

@Suite struct `Help` {
  private static let leaves = AnnalsCommand.command.leaves()

  @Test func `covers every command, argument and option`() {
    for (path, command) in Self.leaves {
      let page = HelpPage(path: path, command: command).text
      #expect(!command.abstract.isEmpty, "\(path)")
      #expect(command.run != nil, "\(path)")
      #expect(page.contains(command.abstract))
      for argument in command.arguments {
        #expect(!argument.abstract.isEmpty, "\(path) \(argument.name)")
        #expect(page.contains(argument.spelling))
      }
      for option in command.allOptions {
        #expect(!option.abstract.isEmpty, "\(path) \(option.name)")
        #expect(page.contains(option.dashed))
        let isShared = Option.leading.contains(option) && !command.options.contains(option)
        #expect(page.contains(option.abstract.prefix(20)) != isShared, "\(path) \(option.name)")
      }
    }
  }

  @Test func `explains all that commands share on one page`() {
    let page = SharedOptionsPage.text(width: 80)
    for option in Option.leading { #expect(page.contains(option.spelling), "\(option.name)") }
  }

  @Test func `has no two options of one name in a command`() {
    for (path, command) in Self.leaves {
      let own = command.options
      #expect(Set(own.map(\.name)).count == own.count, "\(path)")
      let shorts = command.allOptions.compactMap(\.short)
      #expect(Set(shorts).count == shorts.count, "\(path): \(shorts)")
    }
  }

  @Test func `gives examples that parse`() throws {
    for (path, command) in Self.leaves + [([], AnnalsCommand.command)] {
      for example in command.examples {
        let words = Shell.words(example.line)
        #expect(throws: Never.self, "\(example.line)") {
          try Parser.parse(words, root: AnnalsCommand.command)
        }
        #expect(Array(words.prefix(path.count)) == path)
      }
    }
  }

  @Test func `fits in 80 columns`() {
    for (path, command) in Self.leaves {
      for line in HelpPage(path: path, command: command).text.split(separator: "\n")
      where !line.hasPrefix("  annals") && !line.hasPrefix("Usage") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }
}

/// Splits command lines as a shell does.
enum Shell {
  static func words(_ line: String) -> [String] {
    var words: [String] = [], word = "", quote: Character?, isWord = false
    for character in line {
      if character == quote {
        quote = nil
      } else if quote != nil {
        word.append(character)
      } else if character == "'" || character == "\"" {
        quote = character
        isWord = true
      } else if character == " " {
        if isWord { words.append(word) }
        word = ""
        isWord = false
      } else {
        word.append(character)
        isWord = true
      }
    }
    return isWord ? words + [word] : words
  }
}
