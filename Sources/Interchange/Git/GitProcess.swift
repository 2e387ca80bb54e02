internal import Foundation
internal import PageStore
internal import StoreErrors

/// A running `git`, whose output is read while it works.
final class GitProcess {
  private let process = Process()
  private let output = Pipe()
  private let input: Pipe?
  private let command: String
  /// What it prints.
  let lines: LineSource

  /// Starts `git`.
  ///
  /// - Parameters:
  ///   - repository: the folder of the repository or of its work tree.
  ///   - separator: what ends a line of its output.
  ///   - takesInput: whether `ask` is used.
  /// - Throws: `StoreError` (`io`) where it cannot be started.
  init(
    _ arguments: [String],
    in repository: String,
    separator: UInt8 = LineSource.newline,
    takesInput: Bool = false
  ) throws {
    command = arguments.first { !$0.hasPrefix("-") } ?? ""
    input = takesInput ? Pipe() : nil
    lines = LineSource(
      ByteInput(name: "git \(command)", descriptor: output.fileHandleForReading.fileDescriptor),
      separator: separator
    )
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", repository] + arguments
    process.environment = Self.environment
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = input ?? FileHandle.nullDevice
    do { try process.run() } catch {
      throw StoreError(.io, "git cannot be started", hints: ["install git"], underlying: "\(error)")
    }
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// Without what would point `git` to another repository, and in plain English.
  private static let environment: [String: String] = {
    var environment = ProcessInfo.processInfo.environment
    for name in ["DIR", "WORK_TREE", "INDEX_FILE", "COMMON_DIR", "NAMESPACE", "PREFIX"] {
      environment["GIT_\(name)"] = nil
    }
    environment["LC_ALL"] = "C"
    return environment
  }()

  /// Gives it input.
  func ask(_ text: String) throws {
    do { try input?.fileHandleForWriting.write(contentsOf: Data(text.utf8)) } catch {
      throw failure("\(error)")
    }
  }

  /// Waits for its end.
  ///
  /// - Throws: `StoreError` (`io`) where it did not end well.
  func finish() throws {
    try? input?.fileHandleForWriting.close()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw failure("exit code \(process.terminationStatus)")
    }
  }

  private func failure(_ reason: String) -> StoreError {
    StoreError(
      .io,
      "git \(command) failed",
      hints: ["look at the repository: git fsck"],
      underlying: reason
    )
  }
}
