import Foundation

/// A folder that is gone when the test is.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/annals-interchange-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file.
  func write(_ text: String, to name: String) throws -> String {
    let place = path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: place))
    return place
  }
}

/// Runs a program and gives back what it prints.
@discardableResult
func output(of arguments: String..., input: Data? = nil) throws -> Data {
  try output(of: arguments, input: input)
}

/// Runs a program and gives back what it prints.
@discardableResult
func output(of arguments: [String], input: Data? = nil) throws -> Data {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  let printed = Pipe()
  process.standardOutput = printed
  process.standardError = FileHandle.nullDevice
  let given = Pipe()
  process.standardInput = given
  try process.run()
  try given.fileHandleForWriting.write(contentsOf: input ?? Data())
  try given.fileHandleForWriting.close()
  let data = printed.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw Failure("\(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
  }
  return data
}

/// Why a test cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
