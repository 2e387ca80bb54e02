/// Why a benchmark cannot go on, and what to do about it.
public struct BenchmarkError: Error, Sendable, CustomStringConvertible {
  /// What went wrong, in one line.
  public var message: String
  /// The way out, where one is known.
  public var hint: String?

  /// Makes an error.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The message and the hint, one a line.
  public var description: String { hint.map { "\(message)\nhint: \($0)" } ?? message }
}
