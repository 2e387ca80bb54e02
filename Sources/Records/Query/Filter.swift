/// A condition made ready to test records of one definition.
///
/// SQL's three-valued logic: nil stands for unknown, and a record is kept only where the answer is true.
struct Filter {
  private let condition: Condition?
  private let definition: TypeDefinition

  init(_ condition: Condition?, for definition: TypeDefinition) {
    self.condition = condition
    self.definition = definition
  }

  /// Whether a record of this definition fulfils the condition.
  func accepts(_ record: StoredRecord) -> Bool { accepts(record.values) }

  /// Whether values in the order of this definition's fields fulfil the condition.
  func accepts(_ values: [Value?]) -> Bool {
    guard let condition else { return true }
    return truth(of: condition, values) == true
  }

  private func truth(of condition: Condition, _ values: [Value?]) -> Bool? {
    switch condition {
    case .compare(let field, let comparison, let bound):
      guard let value = value(of: field, values), !bound.isNull else { return nil }
      return comparison.holds(Value.order(value, bound))
    case .among(let field, let allowed):
      guard let value = value(of: field, values) else { return nil }
      if allowed.contains(where: { !$0.isNull && Value.order(value, $0) == 0 }) { return true }
      return allowed.contains(where: \.isNull) ? nil : false
    case .like(let field, let pattern):
      guard case .text(let text)? = value(of: field, values) else { return nil }
      return LikePattern(pattern).matches(text)
    case .isNull(let field): return value(of: field, values) == nil
    case .all(let parts):
      var result: Bool? = true
      for part in parts {
        switch truth(of: part, values) {
        case false?: return false
        case nil: result = nil
        case true?: break
        }
      }
      return result
    case .any(let parts):
      var result: Bool? = false
      for part in parts {
        switch truth(of: part, values) {
        case true?: return true
        case nil: result = nil
        case false?: break
        }
      }
      return result
    case .not(let part): return truth(of: part, values).map { !$0 }
    }
  }

  /// A field's value; nil where it is null, missing or not there.
  private func value(of field: UInt32, _ values: [Value?]) -> Value? {
    guard let index = definition.index(ofNumber: field), let value = values[index], !value.isNull
    else { return nil }
    return value
  }
}

extension Condition.Comparison {
  /// Whether it holds for an order: negative, zero or positive.
  func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}

/// SQL's `like`: `%` is any run, `_` one character (a Unicode scalar), the rest itself.
struct LikePattern {
  private let pattern: [Unicode.Scalar]

  init(_ pattern: String) { self.pattern = Array(pattern.unicodeScalars) }

  /// What every text that matches a pattern begins with.
  static func prefix(of pattern: String) -> String {
    String(pattern.unicodeScalars.prefix { $0 != "%" && $0 != "_" })
  }

  /// Walks both once, going back only to the last `%`.
  ///
  /// - Complexity: O(text · pattern) at worst.
  func matches(_ text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    var inText = 0
    var inPattern = 0
    var retry: (pattern: Int, text: Int)?
    while inText < text.count {
      if inPattern < pattern.count, pattern[inPattern] == "%" {
        inPattern += 1
        retry = (inPattern, inText)
      } else if inPattern < pattern.count,
        pattern[inPattern] == "_" || pattern[inPattern] == text[inText]
      {
        inPattern += 1
        inText += 1
      } else if let last = retry {
        inPattern = last.pattern
        inText = last.text + 1
        retry = (last.pattern, inText)
      } else {
        return false
      }
    }
    return pattern[inPattern...].allSatisfy { $0 == "%" }
  }
}
