import StoreErrors
import Records

/// How the command line says what commits to records of a type must say of why.
enum ReasonOptions {
  private static let isRequired = Option.flag(
    "require-reason",
    "refuse commits to such records that do not say why"
  )
  private static let length = Option.value("reason-min", "N", "require a reason of N characters")
  private static let pattern = Option.value(
    "reason-pattern",
    "RE",
    "require a reason in which this regular expression is found"
  )

  private static let isLifted = Option.flag("no-reason", "let commits to such records say no why")

  static let all = [isRequired, length, pattern]

  static let ofChange = all + [isLifted]

  static let help = """
    With --require-reason, --reason-min or --reason-pattern every commit to such records must say why, in \
    so many characters or so that the regular expression is found in it; ^ and $ are its ends. The expression \
    is in RE2's syntax: Perl's, without back references and looking around.
    """

  /// Reads the rule; nil where no reason is required.
  ///
  /// - Throws: `ParserError` for what is no number; `StoreError` (`usage`) for a rule that cannot be kept.
  static func read(_ invocation: Invocation) throws -> ReasonRule? {
    guard all.contains(where: { invocation.has($0) }) else { return nil }
    let rule = ReasonRule(
      minimumLength: try invocation.number(length) ?? 1,
      pattern: invocation[pattern]
    )
    try rule.checkContradictions()
    return rule
  }

  /// Reads the rule that a type is to have where the command line says anything of it, else nil.
  ///
  /// Throws as `read`, and `ParserError` where reasons are to be required and not.
  static func readChange(_ invocation: Invocation) throws -> ReasonRule?? {
    let rule = try read(invocation)
    guard invocation.has(isLifted) else { return rule.map { .some($0) } }
    if rule != nil { throw ParserError.exclusive(isLifted, isRequired) }
    return .some(nil)
  }

  /// A rule as it is written on the command line.
  static func text(_ rule: ReasonRule) -> String {
    var words = [isRequired.dashed]
    if rule.minimumLength > 1 { words.append("\(length.dashed) \(rule.minimumLength)") }
    if let text = rule.pattern { words.append("\(pattern.dashed) \(text.quoted)") }
    return words.joined(separator: " ")
  }

  /// What a rule asks for, after the words "needs a reason".
  static func words(_ rule: ReasonRule) -> String {
    let length = rule.minimumLength > 1 ? " of \(rule.minimumLength) characters" : ""
    return length + (rule.pattern.map { " matching \($0.quoted)" } ?? "")
  }
}
