import AnnalsBenchmarks
import Testing

/// The library's engines that can take part on this machine, and the one of the README.
enum PresentEngines {
  static var all: [any Engine.Type] {
    (BenchmarkCommand.standardEngines + [JournalEngine.self]).filter { $0.obstacle == nil }
  }

  /// Those that can answer, by their names, as arguments of tests.
  static let readable = all.filter { $0 is any ReadableEngine.Type }.map { $0.description.name }

  /// Those that can answer about the past.
  static let historical = all.filter { $0 is any HistoryEngine.Type }.map { $0.description.name }

  static func readable(_ name: String) throws -> any ReadableEngine.Type {
    try #require(engine(name) as? any ReadableEngine.Type)
  }

  static func historical(_ name: String) throws -> any HistoryEngine.Type {
    try #require(engine(name) as? any HistoryEngine.Type)
  }

  private static func engine(_ name: String) -> (any Engine.Type)? {
    all.first { $0.description.name == name }
  }
}
