import Foundation

/// A fenced block of Swift code in a page, or in the comments of a source.
struct CodeBlock {
  let page: String
  /// Where its code begins, counted from 1.
  let line: Int
  let lines: [Substring]

  static func all(in page: URL) throws -> [CodeBlock] {
    let text = try String(contentsOf: page, encoding: .utf8)
    var blocks: [CodeBlock] = []
    var start: Int?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(uncommented)
    for (index, line) in lines.enumerated() {
      if line == "```swift" {
        start = index + 1
      } else if line.hasPrefix("```"), let first = start {
        let block = CodeBlock(
          page: page.lastPathComponent,
          line: first + 1,
          lines: Array(lines[first..<index])
        )
        blocks.append(block)
        start = nil
      }
    }
    return blocks
  }

  /// A line without the beginning of a comment.
  private static func uncommented(_ line: Substring) -> Substring {
    let comment = line.drop { $0 == " " }
    guard comment.hasPrefix("///") else { return line }
    return comment.dropFirst(comment.hasPrefix("/// ") ? 4 : 3)
  }

  /// A file with some blocks: declarations as they are, parts of a schema in one, statements each in a function to which a
  /// store is given.
  static func program(of blocks: [CodeBlock]) -> String {
    let bodies = blocks.enumerated().map { number, block in
      let place = "#sourceLocation(file: \"\(block.page)\", line: \(block.line))"
      let code = block.lines.map { $0.hasPrefix("import ") ? "" : $0 }.joined(separator: "\n")
      if block.declares { return "\(place)\n\(code)\n" }
      if block.isOfSchema { return schema(number, place, code) }
      let effects = code.contains("await ") ? "async throws" : "throws"
      return
        "private func block\(number)(_ store: Store, _ folder: String, _ id: String) \(effects) {"
        + "\n\(place)\n\(code)\n}\n"
    }
    return "import Annals\nimport Foundation\n\n" + bodies.joined(separator: "\n")
      + "#sourceLocation()\n"
  }

  /// A type whose schema has the parts.
  private static func schema(_ number: Int, _ place: String, _ code: String) -> String {
    """
    private struct Block\(number): Record {
      var id: String
      var name: String
      var fullName: String
      var owner: String
      var age: Int
      var number: Int
      var cents: Int
      static let schema = Schema<Block\(number)>("block") {
    \(place)
    \(code)
      }
    }

    """
  }

  private var isOfSchema: Bool {
    ["Field(", "View(", "Dropped("].contains { lines.first?.hasPrefix($0) ?? false }
  }

  private var declares: Bool {
    lines.contains {
      $0.hasPrefix("struct ") || $0.hasPrefix("func ") || $0.hasPrefix("extension ")
    }
  }
}
