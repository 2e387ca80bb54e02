import Foundation
import Testing

/// Compiles the code that the documentation shows, all pages together, as one program that uses the library.
@Suite struct `The documentation` {
  private static let catalogue = Compiler.root.appending(path: "Sources/Annals/Annals.docc")

  /// The pages whose code is Swift code for users of the library.
  private static func pages() throws -> [URL] {
    let articles = try FileManager.default.contentsOfDirectory(
      at: catalogue,
      includingPropertiesForKeys: nil
    )
    return [Compiler.root.appending(path: "README.md")]
      + articles.filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
  }

  @Test func `shows code that compiles`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "annals-documentation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [URL] = []
    for page in try Self.pages() {
      let blocks = try CodeBlock.all(in: page)
      guard !blocks.isEmpty else { continue }
      let file = folder.appending(path: page.deletingPathExtension().lastPathComponent + ".swift")
      try CodeBlock.program(of: blocks).write(to: file, atomically: true, encoding: .utf8)
      files.append(file)
    }
    #expect(files.count > 7)
    let faults = try Compiler.faults(in: files)
    #expect(faults.isEmpty, "\(faults.map(\.description).joined(separator: "\n"))")
  }

  @Test func `shows no code that does not compile`() throws {
    // So that the test above cannot pass for want of anything to compile.
    let page = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).md")
    defer { try? FileManager.default.removeItem(at: page) }
    try "# Page\n\n```swift\nlet n = try store.fetch(Int.self)\n```\n"
      .write(to: page, atomically: true, encoding: .utf8)
    let file = page.deletingPathExtension().appendingPathExtension("swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try CodeBlock.program(of: CodeBlock.all(in: page))
      .write(to: file, atomically: true, encoding: .utf8)
    let fault = try #require(try Compiler.faults(in: [file]).first)
    #expect(fault.file == page.lastPathComponent && fault.line == 4)
  }

  @Test func `names every error code`() throws {
    let source = try String(
      contentsOf: Compiler.root.appending(path: "Sources/StoreErrors/StoreError.swift"),
      encoding: .utf8
    )
    let page = try String(
      contentsOf: Self.catalogue.appending(path: "Errors.md"),
      encoding: .utf8
    )
    let codes = source.matches(of: /static let `?(\w+)`? = Self\(rawValue: "(.*)"\)/)
    #expect(codes.count > 20)
    for code in codes { #expect(page.contains("\n| `\(code.1)` | \(code.2) | ")) }
    #expect(page.matches(of: #/\n\| `\w+` \| [\w-]+ \| /#).count == codes.count)
  }
}

/// A fenced block of Swift code in a page.
struct CodeBlock {
  let page: String
  /// Where its code begins, counted from 1.
  let line: Int
  let lines: [Substring]

  static func all(in page: URL) throws -> [CodeBlock] {
    let text = try String(contentsOf: page, encoding: .utf8)
    var blocks: [CodeBlock] = []
    var start: Int?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
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

  /// A file with some blocks: declarations as they are, statements each in a function to which a store is given.
  static func program(of blocks: [CodeBlock]) -> String {
    let bodies = blocks.enumerated().map { number, block in
      let place = "#sourceLocation(file: \"\(block.page)\", line: \(block.line))"
      let code = block.lines.map { $0.hasPrefix("import ") ? "" : $0 }.joined(separator: "\n")
      if block.declares { return "\(place)\n\(code)\n" }
      let effects = code.contains("await ") ? "async throws" : "throws"
      return "private func block\(number)(_ store: Store) \(effects) {\n\(place)\n\(code)\n}\n"
    }
    return "import Annals\nimport Foundation\n\n" + bodies.joined(separator: "\n")
      + "#sourceLocation()\n"
  }

  private var declares: Bool {
    lines.contains {
      $0.hasPrefix("struct ") || $0.hasPrefix("func ") || $0.hasPrefix("extension ")
    }
  }
}
