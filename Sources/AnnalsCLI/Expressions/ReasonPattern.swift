import StoreErrors

/// What `log --grep RE` asks of a commit's reason: that a regular expression matches somewhere in it.
struct ReasonPattern {
  private let expression: Regex<AnyRegexOutput>

  /// Reads an expression in the syntax of Swift's `Regex`, which has that of Perl and ICU.
  ///
  /// `^` and `$` match at the ends of each line, as they do for grep.
  ///
  /// - Throws: `StoreError` (`usage`) for what is none.
  init(_ text: String, ignoresCase: Bool) throws(StoreError) {
    do {
      expression = try Regex(text).anchorsMatchLineEndings().ignoresCase(ignoresCase)
    } catch {
      throw StoreError(
        .usage,
        "--grep \(text.quoted) is no regular expression",
        hints: ["what has a meaning of its own stands behind a backslash: r\\(1\\)"],
        underlying: "\(error)"
      )
    }
  }

  /// Whether a reason matches; none at all never does.
  func matches(_ reason: String?) -> Bool { reason?.contains(expression) ?? false }
}
