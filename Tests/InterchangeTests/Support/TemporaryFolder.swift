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
func run(_ arguments: String..., in folder: String? = nil, input: Data? = nil) throws -> Data {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
  let output = Pipe()
  process.standardOutput = output
  let given = Pipe()
  process.standardInput = given
  try process.run()
  try given.fileHandleForWriting.write(contentsOf: input ?? Data())
  try given.fileHandleForWriting.close()
  let data = output.fileHandleForReading.readDataToEndOfFile()
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
