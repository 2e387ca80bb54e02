public import StoreErrors

extension Condition {
  /// Reads a condition in SQL's own words: `owner = 'xiaoli' and (age >= 18 or name like 'A%')`,
  /// with `not`, `in (…)`, `between … and …`, `is null`, `<>`.
  ///
  /// Text stands in single quotes, doubled to escape them; a field whose name is no plain word
  /// stands in double quotes.
  ///
  /// - Parameters:
  ///   - text: the condition.
  ///   - definition: the type whose fields it names; values are read by their kinds.
  /// - Throws: `StoreError` (`usage`) that points at the place.
  public init(parsing text: String, for definition: TypeDefinition) throws(StoreError) {
    do {
      var parser = ConditionParser(try ConditionLexer.tokens(of: text), definition)
      self = try parser.whole()
    } catch {
      guard let place = error.line else { throw error }
      throw StoreError(
        .usage,
        error.message,
        hints: Self.pointing(at: place, in: text),
        field: error.field
      )
    }
  }

  /// The text around a place that travelled in an error's `line`, and under it an arrow.
  private static func pointing(at place: Int, in text: String) -> [String] {
    guard !text.allSatisfy(\.isWhitespace) else { return ["write FIELD = VALUE, say"] }
    let reach = 30
    let before = text.prefix(place).suffix(reach)
    let after = text.dropFirst(place).prefix(reach)
    let start = before.count < place ? "…" : ""
    let end = text.count > place + after.count ? "…" : ""
    let arrow = String(repeating: " ", count: width(of: start + before)) + "^"
    return [start + before + after + end, arrow]
  }

  /// About how many terminal cells a text takes: wide characters take two.
  private static func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) {
      $0 + ((0x1100...0xFFDC).contains($1.value) && $1.value > 0x2E7F ? 2 : 1)
    }
  }
}

/// Reads words into a condition: `or` binds least, then `and`, then `not`.
struct ConditionParser {
  private let tokens: [ConditionToken]
  private let definition: TypeDefinition
  private var index = 0
  private var depth = 0

  private static let maximumDepth = 200

  init(_ tokens: [ConditionToken], _ definition: TypeDefinition) {
    self.tokens = tokens
    self.definition = definition
  }

  /// An error that remembers its place, in characters, as its line.
  static func failure(_ message: String, at offset: Int) -> StoreError {
    StoreError(.usage, message, line: offset)
  }

  mutating func whole() throws(StoreError) -> Condition {
    let condition = try disjunction()
    guard token.kind == .end else { throw unexpected("the end, 'and' or 'or'") }
    return condition
  }

  private var token: ConditionToken { tokens[min(index, tokens.count - 1)] }

  private func unexpected(_ wanted: String) -> StoreError {
    let found =
      switch token.kind {
      case .end: "the end"
      case .word(let text), .quotedName(let text), .number(let text), .mark(let text): "'\(text)'"
      case .text(let text): "'\(text)'"
      }
    return Self.failure("expected \(wanted), found \(found)", at: token.offset)
  }

  private mutating func take(_ keyword: String) -> Bool {
    guard case .word(let word) = token.kind, word.lowercased() == keyword else { return false }
    index += 1
    return true
  }

  private mutating func take(mark: String) -> Bool {
    guard token.kind == .mark(mark) else { return false }
    index += 1
    return true
  }

  private mutating func disjunction() throws(StoreError) -> Condition {
    var parts = [try conjunction()]
    while take("or") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(StoreError) -> Condition {
    var parts = [try negation()]
    while take("and") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negation() throws(StoreError) -> Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else {
      throw Self.failure("the condition is nested too deeply", at: token.offset)
    }
    if take("not") { return .not(try negation()) }
    guard take(mark: "(") else { return try test() }
    let inner = try disjunction()
    guard take(mark: ")") else { throw unexpected("')'") }
    return inner
  }

  private mutating func test() throws(StoreError) -> Condition {
    let field = try self.field()
    if take("is") {
      let isNegated = take("not")
      guard take("null") else { throw unexpected("'null'") }
      return isNegated ? .not(.isNull(field: field.number)) : .isNull(field: field.number)
    }
    let isNegated = take("not")
    let condition = try predicate(on: field, afterNot: isNegated)
    return isNegated ? .not(condition) : condition
  }

  private mutating func predicate(on field: FieldDefinition, afterNot: Bool) throws(StoreError)
    -> Condition
  {
    if take("in") { return .among(field: field.number, try list(for: field)) }
    if take("between") {
      let low = try value(for: field)
      guard take("and") else { throw unexpected("'and'") }
      let high = try value(for: field)
      return .all([
        .compare(field: field.number, .greaterOrEqual, low),
        .compare(field: field.number, .lessOrEqual, high),
      ])
    }
    let place = token.offset
    if take("like") {
      guard field.kind == .text else {
        throw Self.failure(
          "like needs a text field; \(field.name) is \(field.kind.name)",
          at: place
        )
      }
      guard case .text(let pattern) = token.kind else { throw unexpected("a pattern in quotes") }
      index += 1
      return .like(field: field.number, pattern: pattern)
    }
    guard !afterNot, case .mark(let mark) = token.kind,
      let comparison = Condition.Comparison(rawValue: mark)
    else { throw unexpected(afterNot ? "in, like or between" : "a comparison") }
    index += 1
    return .compare(field: field.number, comparison, try value(for: field))
  }

  private mutating func field() throws(StoreError) -> FieldDefinition {
    let name: ExactString
    switch token.kind {
    case .word(let word): name = ExactString(word)
    case .quotedName(let word): name = ExactString(word)
    default: throw unexpected("a field")
    }
    guard let field = definition.field(name) else {
      var message = "\(definition.name) has no field '\(name)'"
      if name == "id" {
        message += "; the id is none, a record is asked for by it"
      } else if let close = Suggestion.closest(
        to: name.text,
        among: definition.fields.map(\.name.text)
      ) {
        message += "; did you mean \(close)?"
      }
      throw Self.failure(message, at: token.offset)
    }
    index += 1
    return field
  }

  private mutating func list(for field: FieldDefinition) throws(StoreError) -> [Value] {
    guard take(mark: "(") else { throw unexpected("'('") }
    var values = [try value(for: field)]
    while take(mark: ",") { values.append(try value(for: field)) }
    guard take(mark: ")") else { throw unexpected("',' or ')'") }
    return values
  }

  private mutating func value(for field: FieldDefinition) throws(StoreError) -> Value {
    let place = token.offset
    let text: String
    switch (token.kind, field.kind) {
    case (.text(let quoted), .text), (.text(let quoted), .instant), (.text(let quoted), .date),
      (.text(let quoted), .uuid), (.text(let quoted), .bytes), (.text(let quoted), .json),
      (.text(let quoted), .decimal), (.text(let quoted), .double):
      text = quoted
    case (.number(let number), .int), (.number(let number), .double),
      (.number(let number), .decimal), (.number(let number), .json):
      text = number
    case (.word(let word), .bool), (.word(let word), .json): text = word.lowercased()
    case (.word(let word), _) where word.lowercased() == "null":
      throw Self.failure("nothing compares with null; use 'is null'", at: place)
    default:
      throw unexpected(
        field.kind == .int
          ? "a whole number for \(field.name)" : "\(Self.form(of: field.kind)) for \(field.name)"
      )
    }
    index += 1
    do { return try Value(parsing: text, as: field.kind) } catch {
      throw Self.failure("\(field.name) is \(field.kind.name): \(error.message)", at: place)
    }
  }

  private static func form(of kind: Kind) -> String {
    switch kind {
    case .text: "text in single quotes"
    case .bool: "true or false"
    case .int, .double, .decimal: "a number"
    default: "a \(kind.name) in single quotes"
    }
  }
}
