internal import CRE2

/// A regular expression, which matches in time that grows with the text's length and with nothing else.
///
/// RE2 reads it: the syntax is Perl's without what can only be matched by trying (back references and looking around),
/// so that no expression and no text can hold up those who match. What is unsafe here is RE2's C face: a pattern that
/// belongs to this object, which destroys it, and texts lent for the time of a call.
public final class TextPattern {
  /// What is wrong with an expression.
  public struct SyntaxError: Error, CustomStringConvertible {
    /// In RE2's words.
    public let description: String
  }

  /// What `^` and `$` stand for.
  public enum Anchors {
    /// The beginning and the end of the text.
    case text
    /// The beginning and the end of each line.
    case lines
  }

  private let pattern: OpaquePointer

  /// Reads an expression.
  ///
  /// - Throws: `SyntaxError` for what is none.
  public init(
    _ expression: String,
    anchors: Anchors = .text,
    ignoresCase: Bool = false
  ) throws(SyntaxError) {
    var text = expression
    if anchors == .lines {
      // So that an error tells of the expression as it was written.
      _ = try TextPattern(expression)
      text = "(?m)" + expression
    }
    let pattern = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        annals_pattern_create($0.baseAddress, $0.count, ignoresCase)
      }
    }
    guard let pattern else { throw SyntaxError(description: "there is not enough memory") }
    if let error = annals_pattern_error(pattern) {
      defer { annals_pattern_destroy(pattern) }
      throw SyntaxError(description: String(cString: error))
    }
    self.pattern = pattern
  }

  deinit { annals_pattern_destroy(pattern) }

  /// Whether the expression matches somewhere in a text.
  ///
  /// - Complexity: O(UTF-8 bytes of the text), times what the expression's length makes of it.
  public func isFound(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        annals_pattern_is_found(pattern, $0.baseAddress, $0.count)
      }
    }
  }
}
