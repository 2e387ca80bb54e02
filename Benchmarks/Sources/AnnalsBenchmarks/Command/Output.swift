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

  func write(_ line: String) {
    var bytes = Array((line + "\n").utf8)
    while !bytes.isEmpty {
      let count = send(bytes)
      // A reader that has gone away wants no more.
      guard count > 0 else { return }
      bytes.removeFirst(count)
    }
  }

  private func send(_ bytes: [UInt8]) -> Int {
    #if canImport(Glibc)
      Glibc.write(rawValue, bytes, bytes.count)
    #else
      Darwin.write(rawValue, bytes, bytes.count)
    #endif
  }
}
