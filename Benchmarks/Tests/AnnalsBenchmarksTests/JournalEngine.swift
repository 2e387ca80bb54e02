import AnnalsBenchmarks
import Foundation

/// A journal: each commit is a line of JSON at the end of a file, and all people, present and past, are in memory.
final class JournalEngine: HistoryEngine {
  static let description = EngineDescription(
    name: "journal",
    version: "1",
    durability: .durable,
    audit: [.who, .when, .why, .newValues],
    history: [.record, .page],
    settings: "a file of JSON lines, read from its beginning at each opening"
  )

  private let people = ModelEngine(in: "")
  private let file: FileHandle

  init(in folder: String) throws {
    let path = folder + "/journal.jsonl"
    if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
    file = try FileHandle(forUpdating: URL(filePath: path))
    let lines = try file.readToEnd() ?? Data()
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      try people.apply(JSONDecoder().decode(PeopleCommit.self, from: line))
    }
  }

  func apply(_ commit: PeopleCommit) throws {
    // First, for it refuses a commit that cannot be, and that must not come into the file.
    try people.apply(commit)
    try file.write(contentsOf: JSONEncoder().encode(commit) + Data("\n".utf8))
    try file.synchronize()
  }

  func close() throws { try file.close() }

  // ReadableEngine: an engine without these takes part in the commits alone.
  func page(of owner: String, limit: Int) -> [Person] { people.page(of: owner, limit: limit) }
  func pageByAge(limit: Int) -> [Person] { people.pageByAge(limit: limit) }
  func record(_ id: String) -> Person? { people.record(id) }
  func person(_ row: Person) -> Person { row }

  // HistoryEngine: for those that know the past.
  func head() -> Int { people.head() }
  func record(_ id: String, at point: Int) -> Person? { people.record(id, at: point) }
  func page(of owner: String, limit: Int, at point: Int) -> [Person] {
    people.page(of: owner, limit: limit, at: point)
  }
}
