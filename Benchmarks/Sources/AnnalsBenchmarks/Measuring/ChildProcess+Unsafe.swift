#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Another program, or this one once more, as a child that is talked to line by line.
///
/// `Foundation.Process` would do, but it costs every child 20 MB of libraries to load, and the start of a
/// child is one of the things measured. What is unsafe here is C's way to pass arguments: an array of
/// copied strings, freed after the call.
final class ChildProcess {
  /// By which the kernel knows it.
  let process: pid_t
  private let input: Int32
  private let output: Int32
  private var unread: [UInt8] = []
  private var exitCode: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the words after its name.
  ///   - program: its path, or a name to be looked for where the shell would; nil for this program itself.
  ///   - environment: `NAME=value`, beside what this process has.
  init(
    _ arguments: [String],
    of program: String? = nil,
    environment: [String] = []
  ) throws(BenchmarkError) {
    let (childInput, input) = try Self.pipe()
    let (output, childOutput) = try Self.pipe()
    defer {
      close(childInput)
      close(childOutput)
    }
    let program = program ?? Self.ownPath
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, childInput, 0)
    posix_spawn_file_actions_adddup2(&actions, childOutput, 1)

    let words = Self.copies(of: [program] + arguments)
    defer { for word in words { free(word) } }
    let additions = Self.copies(of: environment)
    defer { for addition in additions { free(addition) } }
    // The system takes the first of two settings of one name.
    var settings = Array(additions.dropLast())
    for place in 0... {
      settings.append(environ[place])
      if environ[place] == nil { break }
    }
    var process: pid_t = 0
    let status = posix_spawnp(&process, program, &actions, nil, words, settings)
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

  /// All that the child writes until its end.
  func readToEnd() -> String {
    var text = ""
    while let line = readLine() { text += line + "\n" }
    return text
  }

  /// Waits for the child's end.
  ///
  /// - Returns: its exit code; 128 and the signal's number where one ended it, as a shell has it.
  func wait() -> Int32 {
    if let exitCode { return exitCode }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7f
    let code = signal == 0 ? (status >> 8) & 0xff : 128 + signal
    exitCode = code
    return code
  }

  /// Closes the child's input, which is its sign to end, and waits until it has.
  deinit {
    close(input)
    close(output)
    _ = wait()
  }

  /// Where this program lies.
  static var ownPath: String {
    #if canImport(Glibc)
      "/proc/self/exe"
    #else
      CommandLine.arguments.first ?? ""
    #endif
  }

  /// Where a file lies that was built together with this program.
  static func neighbour(_ name: String) -> String {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: ownPath)) ?? ownPath
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/" + name
  }

  /// Texts as C has them, and the null at their end.
  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
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
