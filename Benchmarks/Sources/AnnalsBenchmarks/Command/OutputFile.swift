#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file that is written from its beginning to its end, in large pieces.
final class OutputFile {
  private let path: String
  private let descriptor: Int32
  private var waiting: [UInt8] = []

  /// Makes the file anew.
  init(at path: String) throws(BenchmarkError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  /// Adds text.
  func append(_ text: String) throws(BenchmarkError) {
    waiting += text.utf8
    if waiting.count >= 1 << 20 { try flush() }
  }

  deinit { close(descriptor) }

  /// Hands over what still waits; must be called at the end.
  func flush() throws(BenchmarkError) {
    guard Output.send(waiting, to: descriptor) else { throw Self.failure(path) }
    waiting.removeAll(keepingCapacity: true)
  }

  private static func failure(_ path: String) -> BenchmarkError {
    BenchmarkError("cannot write \(path): \(String(cString: strerror(errno)))")
  }
}
