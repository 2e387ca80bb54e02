import Foundation
import Testing

/// Holds what the compiler says of each file of `Snippets` against what the file says: `// error: PART OF THE MESSAGE`
/// stands above each line, and only above those, that the compiler must refuse.
@Suite struct `The compiler` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Snippets")

  static let names = [
    "Allowed", "BlockingInTask", "KeptRead", "KeptWrite", "ReturnedTransaction", "SharedVariable",
    "TransactionAcrossAwait", "TransactionInLaterClosure", "TransactionInTask", "UnsendableRecord",
  ]

  @Test func `is given every snippet`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == (Self.names + ["Company", "Person"]).map { $0 + ".swift" }.sorted())
  }

  @Test(arguments: names) func `refuses what is unsafe, and nothing else`(name: String) throws {
    let file = Self.folder.appending(path: "\(name).swift")
    let person = Self.folder.appending(path: "Person.swift")
    let faults = try Compiler.faults(in: [person, file])
    let marks = try Self.marks(in: file)
    for fault in faults {
      let isExpected =
        fault.file == file.lastPathComponent
        && marks.contains { $0.line == fault.line && fault.message.contains($0.message) }
      #expect(isExpected, "refused: \(fault)")
    }
    for mark in marks where !faults.contains(where: { $0.message.contains(mark.message) }) {
      Issue.record("not refused: \(name).swift:\(mark.line) (\(mark.message))")
    }
    #expect(marks.isEmpty == (name == "Allowed"))
  }

  /// The parts of messages that must come, each with the line that it is of: the next that is not such a part.
  private static func marks(in file: URL) throws -> [(line: Int, message: Substring)] {
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var marks: [(line: Int, message: Substring)] = []
    var waiting: [Substring] = []
    for (index, line) in lines.enumerated() {
      if let mark = line.firstRange(of: "// error: ") {
        waiting.append(line[mark.upperBound...])
      } else {
        marks += waiting.map { (index + 1, $0) }
        waiting = []
      }
    }
    return marks
  }
}
