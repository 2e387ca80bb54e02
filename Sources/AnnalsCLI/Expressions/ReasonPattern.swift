import StoreErrors
import TextPatterns

/// What `log --grep RE` asks of a commit's reason: that a regular expression matches somewhere in it.
struct ReasonPattern {
  private let expression: TextPattern

  /// Reads an expression; `^` and `$` match at the ends of each line, as they do for grep.
  ///
  /// - Throws: `StoreError` (`usage`) for what is none.
  init(_ text: String, ignoresCase: Bool) throws(StoreError) {
    do {
      expression = try TextPattern(text, anchors: .lines, ignoresCase: ignoresCase)
    } catch {
      throw StoreError(
        .usage,
        "--grep \(text.quoted) is no regular expression: \(error)",
        hints: ["what has a meaning of its own stands behind a backslash: r\\(1\\)"]
      )
    }
  }

  /// Whether a reason matches; none at all never does.
  func matches(_ reason: String?) -> Bool { reason.map(expression.isFound) ?? false }
}
