import StoreErrors
import Records

/// How a field is written on the command line: `NAME:KIND[!][,RULE…]`, such as
/// `age:int!,min=0,max=150` or `country:text,one-of=no|se,default=no,unique`.
///
/// A backslash takes the meaning from a comma, a bar or another backslash.
enum FieldSpec {
  /// Reads a field.
  ///
  /// - Parameter number: the field's number in its type.
  /// - Throws: `StoreError`: `usage` for another form, an unknown kind or rule; `badData` for a rule's value
  ///   that is not of the kind it needs.
  static func read(_ text: String, number: UInt32) throws(StoreError) -> FieldDefinition {
    var parts = split(text, at: ",")
    let head = parts.removeFirst()
    guard let colon = head.firstIndex(of: ":"), colon != head.startIndex else {
      throw StoreError(
        .usage,
        "\(text.quoted) defines no field",
        hints: [
          "write NAME:KIND, NAME:KIND! for a required one, rules after commas: age:int!,min=0"
        ]
      )
    }
    let name = unescaped(String(head[..<colon]))
    guard !name.contains("=") else {
      throw StoreError(
        .usage,
        "\(name.quoted) cannot name a field: in FIELD=VALUE the name ends at the first =",
        field: name
      )
    }
    var kindName = String(head[head.index(after: colon)...])
    var rules = Rules()
    if kindName.hasSuffix("!") {
      kindName.removeLast()
      rules.isRequired = true
    }
    guard let kind = Kind(name: kindName) else {
      let near = Suggestion.closest(to: kindName, among: Kind.allCases.map(\.name))
      let kinds = Kind.allCases.map(\.name).joined(separator: ", ")
      throw StoreError(
        .usage,
        "no kind is called \(kindName.quoted)",
        hints: [near.map { "did you mean \($0)?" }].compactMap { $0 } + ["the kinds are \(kinds)"],
        field: name
      )
    }
    var field = FieldDefinition(ExactString(name), kind, rules, number: number)
    var seen: Set<Substring> = []
    for rule in parts {
      let ruleName = rule.prefix { $0 != "=" }
      guard seen.insert(ruleName).inserted else {
        throw StoreError(.usage, "\(name): \(ruleName) is given twice", field: name)
      }
      do { try add(rule, to: &field.rules, of: kind, name) } catch { throw error.of(field) }
    }
    try field.checkContradictions()
    return field
  }

  private static func add(
    _ rule: String,
    to rules: inout Rules,
    of kind: Kind,
    _ field: String
  ) throws(StoreError) {
    let sides = rule.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = sides.count > 1 ? String(sides[1]) : nil
    switch (sides[0], value) {
    case ("unique", nil): rules.isUnique = true
    case ("immutable", nil): rules.isImmutable = true
    case ("min", let value?): rules.minimum = try bound(value, of: kind)
    case ("max", let value?): rules.maximum = try bound(value, of: kind)
    case ("one-of", let value?):
      for choice in split(value, at: "|") {
        rules.oneOf.append(try Value(parsing: unescaped(choice), as: kind))
      }
    case ("default", let value?):
      rules.defaultValue = try Value(parsing: unescaped(value), as: kind)
    default:
      throw StoreError(
        .usage,
        "\(rule.quoted) is no rule",
        hints: ["the rules are unique, immutable, min=VALUE, max=VALUE, one-of=A|B, default=VALUE"],
        field: field
      )
    }
  }

  /// Texts and bytes are measured by their length.
  private static func bound(_ text: String, of kind: Kind) throws(StoreError) -> Value {
    try Value(parsing: unescaped(text), as: kind == .text || kind == .bytes ? .int : kind)
  }

  // MARK: Writing

  /// A field as it is written on the command line.
  static func text(_ field: FieldDefinition) -> String {
    let rules = ruleTexts(field).map { "," + $0 }.joined()
    return escaped(field.name.text) + ":" + field.kind.name + (field.rules.isRequired ? "!" : "")
      + rules
  }

  /// The rules after the kind.
  static func ruleTexts(_ field: FieldDefinition) -> [String] {
    let rules = field.rules
    var texts = rules.isUnique ? ["unique"] : []
    if rules.isImmutable { texts.append("immutable") }
    if let minimum = rules.minimum { texts.append("min=" + escaped(minimum.text)) }
    if let maximum = rules.maximum { texts.append("max=" + escaped(maximum.text)) }
    if !rules.oneOf.isEmpty {
      texts.append("one-of=" + rules.oneOf.map { escaped($0.text) }.joined(separator: "|"))
    }
    if let value = rules.defaultValue { texts.append("default=" + escaped(value.text)) }
    return texts
  }

  // MARK: Backslashes

  /// Splits at a mark that no backslash stands before; backslashes stay.
  static func split(_ text: String, at mark: Unicode.Scalar) -> [String] {
    var parts = [String.UnicodeScalarView()]
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == mark, !isEscaped {
        parts.append(String.UnicodeScalarView())
      } else {
        parts[parts.count - 1].append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return parts.map(String.init)
  }

  private static func unescaped(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        plain.append(scalar)
        isEscaped = false
      }
    }
    return String(plain)
  }

  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if ["\\", ",", "|"].contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
