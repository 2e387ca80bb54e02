#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A program, mostly this one once more, as a child that is talked to line by line.
///
/// `Foundation.Process` would do, but it costs every child 20 MB of libraries to load, and the start of a
/// child is one of the things measured. What is unsafe here is C's way to pass arguments: an array of
/// copied strings, freed after the call.
final class ChildProcess {
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var unread: [UInt8] = []

  /// - Parameter program: its path; nil for this program.
  init(_ arguments: [String], of program: String? = nil) throws(BenchmarkError) {
    let (childInput, input) = try Self.pipe()
    let (output, childOutput) = try Self.pipe()
    defer {
      close(childInput)
      close(childOutput)
    }
    #if canImport(Glibc)
      let program = program ?? "/proc/self/exe"
      var actions = posix_spawn_file_actions_t()
    #else
      let program = program ?? CommandLine.arguments.first ?? ""
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, childInput, 0)
    posix_spawn_file_actions_adddup2(&actions, childOutput, 1)

    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let status = posix_spawn(&process, program, &actions, nil, words, environ)
    guard status == 0 else {
      close(input)
      close(output)
      throw BenchmarkError("cannot start \(program): \(String(cString: strerror(status)))")
    }
    self.process = process
    self.input = input
    self.output = output
  }

  func writeLine(_ text: String) throws(BenchmarkError) {
    let bytes = Array((text + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { throw BenchmarkError("the child process is gone") }
      sent += count
    }
  }

  /// - Returns: nil at the end of the child's output.
  func readLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = chunk.withUnsafeMutableBytes { read(output, $0.baseAddress, $0.count) }
      guard count > 0 else { return nil }
      unread += chunk[..<count]
    }
  }

  /// Closes the child's input, which is its sign to end, and waits until it has.
  deinit {
    close(input)
    close(output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
  }

  /// Both ends of a pipe; no other child inherits them, or a closed pipe would not be noticed.
  private static func pipe() throws(BenchmarkError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
      let status = Glibc.pipe(&ends)
    #else
      let status = Darwin.pipe(&ends)
    #endif
    guard status == 0 else { throw BenchmarkError("cannot make a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
