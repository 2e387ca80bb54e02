import Foundation
import Testing

/// What a program sees that imports the library.
@Suite struct `The public interface` {
  /// The library itself, and what it hands on.
  static let modules = ["Annals", "EventLog", "Records", "StoreErrors"]

  @Test(arguments: modules) func `is documented`(module: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "annals-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Compiler.extractSymbols(of: module, into: folder)
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    var count = 0
    for file in files {
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
      count += graph.symbols.count
      for symbol in graph.symbols where symbol.isOwn && symbol.docComment == nil {
        Issue.record("no documentation: \(module).\(symbol.name) (\(symbol.place))")
      }
    }
    #expect(count > 10)
  }
}

/// What `swift symbolgraph-extract` says of a module.
private struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Location: Decodable {
      struct Position: Decodable { let line: Int }
      let uri: String
      let position: Position
    }
    struct Comment: Decodable {}

    let pathComponents: [String]
    let docComment: Comment?
    let location: Location?

    var name: String { pathComponents.joined(separator: ".") }
    /// Whether it was written down, and not made by the compiler.
    var isOwn: Bool { location != nil }
    var place: String { location.map { "\($0.uri):\($0.position.line + 1)" } ?? "" }
  }

  let symbols: [Symbol]
}
