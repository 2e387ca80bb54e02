import Foundation
import Testing

/// Sessions with the tool, kept as files in `Golden`: each command with what it must print.
///
/// `$ annals …` runs with its output in pipes, `% annals …` on a terminal of 80 columns. Lines that begin
/// with `< ` are its standard input, those with `! ` are messages, and `[3]` is an exit code other than 0.
/// Instants and made ids are shown as `TIME` and `UUID`. With `RECORD=1` in the environment the files are
/// written anew; read the difference before keeping it.
@Suite struct `Sessions` {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  static let names = [
    "types", "writing", "batch", "reading", "past", "log", "terminal", "import", "upkeep", "errors",
    "verify", "why", "blame", "diff", "tail", "reversal", "alter", "keeping",
    "deleted", "doctor", "forms",
  ]

  @Test(arguments: names)
  func `go as they are written down`(name: String) throws {
    let file = Self.folder.appendingPathComponent(name + ".txt")
    let expected = try String(contentsOf: file, encoding: .utf8)
    let actual = try Self.replay(expected)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try actual.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(Self.firstDifference(actual, expected) == nil)
    }
  }

  /// Runs the commands of a transcript and writes down what they print now.
  private static func replay(_ transcript: String) throws -> String {
    let tool = try Tool()
    var lines: [String] = []
    var rest = transcript.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      if line.hasPrefix("#") {
        // The heads of sections, and what stands about them.
        if !lines.isEmpty { lines.append("") }
        lines.append(String(line))
      }
      guard line.hasPrefix("$ annals") || line.hasPrefix("% annals") else { continue }
      lines.append(String(line))
      var input: [String] = []
      while let more = rest.first, more.hasPrefix("< ") {
        input.append(String(more.dropFirst(2)))
        lines.append(String(rest.removeFirst()))
      }
      let command = String(line.dropFirst("$ annals".count))
      let result =
        line.hasPrefix("%")
        ? try tool.onTerminal(command)
        : try tool.run(command, input: input.map { $0 + "\n" }.joined())
      lines += shown(result.out, in: tool)
      lines += shown(result.err, in: tool).map { "! " + $0 }
      if result.exit != 0 { lines.append("[\(result.exit)]") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of an output, with what differs from run to run masked and control characters visible.
  private static func shown(_ text: String, in tool: Tool) -> [String] {
    let text = text.masked.replacing(tool.folder.path, with: "HERE")
      .replacing("\r\n", with: "␍\n").replacing("\r", with: "␍").replacing("\u{1B}", with: "␛")
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private static func firstDifference(_ actual: String, _ expected: String) -> String? {
    let actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, pair) in zip(actual, expected).enumerated() where pair.0 != pair.1 {
      return "line \(number + 1)\n  is        \(pair.0)\n  should be \(pair.1)"
    }
    return actual.count == expected.count
      ? nil : "\(actual.count) lines, should be \(expected.count)"
  }
}
