internal import StoreErrors

/// A word of a condition's text, and where it stands.
struct ConditionToken {
  enum Kind: Equatable {
    /// A name or a keyword.
    case word(String)
    /// A name in double quotes: never a keyword.
    case quotedName(String)
    /// Text in single quotes.
    case text(String)
    /// A number, as written.
    case number(String)
    /// One of `= <> != < <= > >= ( ) ,`.
    case mark(String)
    case end
  }

  let kind: Kind
  /// How many characters stand before it.
  let offset: Int
}

/// Cuts a condition's text into words.
struct ConditionLexer {
  private let characters: [Character]
  private var offset = 0

  init(_ text: String) { characters = Array(text) }

  /// All words, with an end mark last.
  static func tokens(of text: String) throws(StoreError) -> [ConditionToken] {
    var lexer = ConditionLexer(text)
    var tokens: [ConditionToken] = []
    while true {
      let token = try lexer.next()
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  private mutating func next() throws(StoreError) -> ConditionToken {
    while offset < characters.count, characters[offset].isWhitespace { offset += 1 }
    let start = offset
    guard start < characters.count else { return ConditionToken(kind: .end, offset: start) }
    let kind: ConditionToken.Kind
    switch characters[start] {
    case "'": kind = .text(try quoted(by: "'"))
    case "\"": kind = .quotedName(try quoted(by: "\""))
    case "(", ")", ",", "=":
      offset += 1
      kind = .mark(String(characters[start]))
    case "<", ">", "!":
      offset += 1
      if offset < characters.count, characters[offset] == "=" || characters[offset] == ">" {
        offset += 1
      }
      let mark = String(characters[start..<offset])
      guard ["<", "<=", "<>", ">", ">=", "!="].contains(mark) else {
        throw ConditionParser.failure("'\(mark)' is no comparison", at: start)
      }
      kind = .mark(mark == "!=" ? "<>" : mark)
    case let first where first.isNumber || "+-.".contains(first):
      kind = .number(take { $0.isNumber || "+-.eE".contains($0) })
    case let first where first.isLetter || first == "_":
      kind = .word(take { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
    default:
      throw ConditionParser.failure("'\(characters[start])' means nothing here", at: start)
    }
    return ConditionToken(kind: kind, offset: start)
  }

  private mutating func take(while isWanted: (Character) -> Bool) -> String {
    let start = offset
    while offset < characters.count, isWanted(characters[offset]) { offset += 1 }
    return String(characters[start..<offset])
  }

  /// Reads up to the closing mark; a doubled one stands for itself.
  private mutating func quoted(by mark: Character) throws(StoreError) -> String {
    let start = offset
    var text = ""
    offset += 1
    while offset < characters.count {
      let character = characters[offset]
      offset += 1
      if character != mark {
        text.append(character)
      } else if offset < characters.count, characters[offset] == mark {
        text.append(mark)
        offset += 1
      } else {
        return text
      }
    }
    throw ConditionParser.failure("the quote is never closed", at: start)
  }
}
