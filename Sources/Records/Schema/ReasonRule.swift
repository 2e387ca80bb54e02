package import StoreErrors
internal import TextPatterns

/// What a commit must say of why it changes records of a type.
public struct ReasonRule: Sendable, Hashable {
  /// The least number of Unicode scalars, not counting blanks at either end; at least 1.
  public var minimumLength: Int
  /// A regular expression that must be found in the reason, in RE2's syntax: Perl's without back references and
  /// looking around; `^` and `$` stand for the reason's beginning and end.
  public var pattern: String?

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - minimumLength: the least number of Unicode scalars, 1 to 1,000,000.
  ///   - pattern: a regular expression of at most 1,000 UTF-8 bytes; nil for none.
  public init(minimumLength: Int = 1, pattern: String? = nil) {
    self.minimumLength = minimumLength
    self.pattern = pattern
  }

  /// Some reason, whatever it says.
  public static let required = ReasonRule()

  /// A reason of some length, in which a regular expression is found.
  ///
  /// - Parameters:
  ///   - length: the least number of Unicode scalars, 1 to 1,000,000.
  ///   - pattern: a regular expression of at most 1,000 UTF-8 bytes; nil for none.
  public static func required(length: Int = 1, pattern: String? = nil) -> ReasonRule {
    ReasonRule(minimumLength: length, pattern: pattern)
  }

  private static let lengths = 1...1_000_000
  private static let mostPatternBytes = 1000

  /// Refuses a rule that cannot be kept.
  ///
  /// Only new definitions are held to this: one that is kept in a log must always be readable.
  ///
  /// - Throws: `StoreError` (`usage`).
  package func checkContradictions() throws(StoreError) {
    guard Self.lengths.contains(minimumLength) else {
      throw StoreError(
        .usage,
        "the least length of a reason must be 1 to 1000000, not \(minimumLength)"
      )
    }
    guard let pattern else { return }
    guard pattern.utf8.count <= Self.mostPatternBytes else {
      throw StoreError(
        .usage,
        "the pattern of reasons has \(pattern.utf8.count) bytes; the limit is "
          + "\(Self.mostPatternBytes)"
      )
    }
    _ = try Self.expression(pattern)
  }

  /// Refuses a commit's reason that the rule does not let pass.
  ///
  /// - Throws: `StoreError`: `badData`; `usage` for a pattern that this version does not understand.
  package func check(_ reason: String?, of type: ExactString) throws(StoreError) {
    let text = (reason ?? "").trimmingBlanks
    guard !text.isEmpty else {
      throw StoreError(
        .badData,
        "changes of \(type) need a reason",
        hints: ["say why"]
      )
    }
    let length = text.unicodeScalars.count
    guard length >= minimumLength else {
      throw StoreError(
        .badData,
        "changes of \(type) need a reason of \(minimumLength) characters; "
          + "\(StoreError.quote(text)) has \(length)",
        hints: ["say more of why"]
      )
    }
    guard let pattern else { return }
    // As it is kept, blanks and all: what is looked for in the log later must find it.
    let whole = reason ?? ""
    guard try Self.expression(pattern).isFound(in: whole) else {
      throw StoreError(
        .badData,
        "changes of \(type) need a reason that matches \(StoreError.quote(pattern)); "
          + "\(StoreError.quote(whole)) does not",
        hints: ["the type's definition has the rule"]
      )
    }
  }

  private static func expression(_ pattern: String) throws(StoreError) -> TextPattern {
    do { return try TextPattern(pattern) } catch {
      throw StoreError(
        .usage,
        "the pattern of reasons \(StoreError.quote(pattern)) is no regular expression: \(error)",
        hints: [
          "put a backslash before each of . * + ? ( ) [ ] { } | ^ $ \\ that stands for itself"
        ]
      )
    }
  }
}

extension String {
  /// The text without blanks and line ends at its beginning and end.
  fileprivate var trimmingBlanks: String {
    let rest = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let last = rest.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(rest[...last])
  }
}
