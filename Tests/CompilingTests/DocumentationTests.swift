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

  /// The sources of what users of the library see, in whose comments code stands as well.
  private static func sources() throws -> [URL] {
    let rooms = ["Annals", "Records", "EventLog", "StoreErrors"]
    return rooms.flatMap { room in
      let folder = Compiler.root.appending(path: "Sources/" + room)
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    }
    .sorted { $0.path < $1.path }
  }

  @Test func `shows code that compiles`() throws {
    #expect(try compiled(Self.pages()) > 7)
  }

  @Test func `of what is public shows code that compiles`() throws {
    let context = Compiler.root.appending(path: "Tests/CompilingTests/Snippets/Company.swift")
    #expect(try compiled(Self.sources(), with: [context]) > 10)
  }

  /// Compiles the code of some pages or sources as one program.
  ///
  /// - Parameter context: what belongs to the program besides.
  /// - Returns: how many of them have any.
  private func compiled(_ pages: [URL], with context: [URL] = []) throws -> Int {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "annals-documentation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [URL] = []
    for page in pages {
      let blocks = try CodeBlock.all(in: page)
      guard !blocks.isEmpty else { continue }
      let file = folder.appending(path: page.deletingPathExtension().lastPathComponent + ".swift")
      try CodeBlock.program(of: blocks).write(to: file, atomically: true, encoding: .utf8)
      files.append(file)
    }
    let faults = try Compiler.faults(in: files + context)
    #expect(faults.isEmpty, "\(faults.map(\.description).joined(separator: "\n"))")
    return files.count
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
