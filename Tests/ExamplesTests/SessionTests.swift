import Foundation
import Testing

/// Runs the programs of `Examples` as their `session.txt` says, each with a folder of its own.
///
/// A line `$ NAME` runs the program; what follows is what it prints, with `> ` and what is typed there. An empty `> `
/// ends the input.
@Suite struct `The example programs` {
  static let names = ["Employees", "Lines", "OwnedRecords", "People", "Students"]

  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples").standardized

  @Test(arguments: names) func `print what is written down`(name: String) throws {
    let file = Self.examples.appending(path: "\(name)/session.txt")
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "annals-example-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let runs = try String(contentsOf: file, encoding: .utf8).split(separator: "$ \(name)\n")
    try #require(!runs.isEmpty)
    for run in runs.map(Run.init) {
      #expect(try Self.output(of: name, in: folder, typing: run.input) == run.output)
    }
  }

  @Test(arguments: names) func `are short`(name: String) throws {
    let file = Self.examples.appending(path: "\(name)/main.swift")
    #expect(try String(contentsOf: file, encoding: .utf8).count { $0.isNewline } < 80)
  }

  /// One run of a session: what is typed, and what is printed with nobody's typing in between.
  private struct Run {
    var input = ""
    var output = ""

    init(_ session: Substring) {
      for line in session.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        guard line.hasPrefix("> ") else {
          output += line + "\n"
          continue
        }
        output += "> "
        if line != "> " { input += line.dropFirst(2) + "\n" }
      }
    }
  }

  private static func output(of name: String, in folder: URL, typing input: String) throws
    -> String
  {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: name)
    process.currentDirectoryURL = folder
    process.environment = ["USER": "ann"]
    let (typed, printed) = (Pipe(), Pipe())
    process.standardInput = typed
    process.standardOutput = printed
    try process.run()
    typed.fileHandleForWriting.write(Data(input.utf8))
    try typed.fileHandleForWriting.close()
    let output = printed.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self)
  }
}
