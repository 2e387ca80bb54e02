#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Whole lines of text, written at once, so that a reader at the other end of a pipe gets them at once.
enum Output: Int32 {
  /// The report, and a child's answers.
  case answer = 1
  /// Progress and errors, so that the report alone can be redirected.
  case remark = 2

  /// A reader that has gone away wants no more.
  func write(_ line: String) { _ = Self.send(Array((line + "\n").utf8), to: rawValue) }

  /// Hands bytes to an open file.
  ///
  /// - Returns: whether it took all of them.
  static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, rest, rest.count)
      #else
        let count = Darwin.write(descriptor, rest, rest.count)
      #endif
      guard count > 0 else { return false }
      rest.removeFirst(count)
    }
    return true
  }
}
