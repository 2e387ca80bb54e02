import Foundation
import Testing

@testable import AnnalsCLI

@Suite struct `Hints of the command` {
  private func sources(_ below: String) throws -> [(path: String, text: String)] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: below)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
  }

  @Test func `stand for hints that the library gives`() throws {
    let library = try sources("Sources").filter { !$0.path.contains("/AnnalsCLI/") }
    for hint in CommandHints.table.keys {
      #expect(library.contains { $0.text.contains("\"\(hint)\"") }, "\(hint)")
    }
  }

  @Test func `leave the library to speak of no command`() throws {
    let names = AnnalsCommand.command.subcommands.map(\.name)
    for (path, text) in try sources("Sources") where !path.contains("/AnnalsCLI/") {
      for line in text.split(separator: "\n")
      where !line.drop(while: \.isWhitespace).hasPrefix("//") {
        let named = names.first {
          line.contains("annals \($0) ") || line.contains("annals \($0)\"")
        }
        #expect(named == nil, "\(path): \(line)")
      }
    }
  }
}
