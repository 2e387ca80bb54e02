import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A run of the tool that goes on while others work, with its output read as it comes.
final class RunningTool {
  struct TimedOut: Error {}

  private let process: Process
  private let output: FileHandle
  private let errors: FileHandle
  private var unread = Data()
  /// All that was printed so far and read.
  private(set) var everything = Data()

  init(_ process: Process) throws {
    self.process = process
    let out = Pipe(), err = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = out
    process.standardError = err
    output = out.fileHandleForReading
    errors = err.fileHandleForReading
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// The next lines, as soon as there are so many.
  ///
  /// - Throws: `TimedOut` where they do not come within a minute.
  func lines(_ count: Int) throws -> [String] {
    let deadline = Date(timeIntervalSinceNow: 60)
    while unread.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      guard Date.now < deadline else { throw TimedOut() }
      if isReady { take() }
    }
    return (0..<count).map { _ in nextLine() }
  }

  /// The lines that are left once it has ended.
  func rest() -> [String] {
    take()
    return String(decoding: unread, as: UTF8.self).components(separatedBy: "\n").dropLast()
  }

  /// Sends a signal and waits for the end.
  ///
  /// - Returns: the exit code as a shell gives it.
  func end(_ signal: Int32) throws -> Int32 {
    kill(process.processIdentifier, signal)
    return exit()
  }

  /// Reads no more, and waits for the end.
  func hangUp() throws -> Int32 {
    try output.close()
    return exit()
  }

  /// What it said beside its data, once it has ended.
  lazy var messages = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)

  private func exit() -> Int32 {
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal { return 128 + process.terminationStatus }
    take()
    return process.terminationStatus
  }

  /// Whether there is something to read, or the end, within a moment.
  private var isReady: Bool {
    var descriptor = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 100) > 0
  }

  /// Takes what is there, or what is left once it has ended.
  private func take() {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    repeat {
      let count = read(output.fileDescriptor, &piece, piece.count)
      guard count > 0 else { return }
      unread += piece[..<count]
      everything += piece[..<count]
    } while !process.isRunning
  }

  private func nextLine() -> String {
    let end = unread.firstIndex(of: UInt8(ascii: "\n")) ?? unread.endIndex
    defer { unread = Data(unread[unread.index(after: end)...]) }
    return String(decoding: unread[..<end], as: UTF8.self)
  }
}
