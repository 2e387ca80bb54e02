import Annals
import Foundation
import TestSupport
import Testing

/// Copies of stores, and files without unused room.
@Suite struct `Backup and compaction` {
  private static func fill(_ store: Store, _ random: inout SeededGenerator, rounds: Int) throws {
    for _ in 0..<rounds {
      let operations = (0..<20).map { _ -> RecordOperation in
        let id: ExactString = "\(random.index(below: 100))"
        let text = String(repeating: "x", count: random.index(below: 300))
        return .put(id, ["text": .text(text), "n": .int(random.integer())])
      }
      try store.write(operations)
    }
  }

  private static func definition() throws -> TypeDefinition {
    try .thing(
      FieldDefinition("text", .text),
      FieldDefinition("n", .int),
      views: [ViewDefinition("by-n", filters: [], sorts: [SortKey(field: 2)])]
    )
  }

  /// All that a store answers of things.
  private static func answers(_ store: Store) throws -> [String] {
    try store.fetch(Query("thing", view: "by-n")).records.map {
      "\($0.id) \($0.version) \($0.values)"
    }
  }

  @Test func `a copy is the store as it was at one moment, while others write`() throws {
    var random = SeededGenerator()
    try withStoreOnDisk(Self.definition()) { store in
      try Self.fill(store, &random, rounds: 20)
      let before = try store.head().revision
      let writer = Background {
        var random = SeededGenerator(seed: 7)
        try Self.fill(store, &random, rounds: 30)
      }
      let path = store.path + "-copy"
      let backup = try store.backup(to: path)
      writer.wait()
      #expect(backup.revision >= before)
      let copy = try Store.open(at: path, .quick)
      defer { copy.close() }
      #expect(try copy.head().revision == backup.revision)
      #expect(try copy.head().eventCount == backup.events)
      #expect(copy.identity == store.identity)
      let there = try store.fetch(Query("thing", view: "by-n"), at: .revision(backup.revision))
      #expect(try Self.answers(copy) == there.records.map { "\($0.id) \($0.version) \($0.values)" })
      #expect(try copy.verify().fault == nil)
      // It goes on by itself.
      try copy.write([.new("later")])
    }
  }

  @Test func `a copy takes the place of nothing but an empty folder`() throws {
    try withStoreOnDisk(Self.definition()) { store in
      let files = FileManager.default
      let empty = store.path + "-empty", full = store.path + "-full"
      try files.createDirectory(atPath: empty, withIntermediateDirectories: false)
      try files.createDirectory(atPath: full + "/x", withIntermediateDirectories: true)
      try store.backup(to: empty + "//")
      #expect(Store.exists(at: empty))
      for path in [empty, full, store.path] {
        #expect(code { try store.backup(to: path) } == .alreadyExists, "\(path)")
      }
      #expect(code { try store.backup(to: "") } == .usage)
      #expect(code { try store.backup(to: "/proc/nowhere/copy") } != nil)
      let parent = URL(fileURLWithPath: store.path).deletingLastPathComponent().path
      let left = try files.contentsOfDirectory(atPath: parent).filter { $0.contains("partial") }
      #expect(left.isEmpty)
    }
    #expect(code { try Store.inMemory().backup(to: "/tmp/x") } == .misuse)
  }

  @Test func `a damaged store gives no copy`() throws {
    try withFolder { folder in
      var random = SeededGenerator()
      let path = folder + "/store"
      let made = try Store.create(at: path)
      try made.write([.define(Self.definition())])
      try Self.fill(made, &random, rounds: 40)
      made.close()
      let url = URL(fileURLWithPath: path + "/log/data.mdb")
      var bytes = try Data(contentsOf: url)
      // The texts are long: most of the file is events.
      for place in stride(from: 40_000, to: bytes.count - 40_000, by: 4096) {
        bytes[place + 2000] ^= 0xFF
      }
      try bytes.write(to: url)
      let store = try Store.open(at: path, .readOnly)
      defer { store.close() }
      #expect(code { try store.backup(to: folder + "/copy") } == .damaged)
      #expect(!FileManager.default.fileExists(atPath: folder + "/copy"))
    }
  }

  @Test func `compaction changes no answer, and history goes on`() throws {
    var random = SeededGenerator()
    try withFolder { folder in
      let path = folder + "/store"
      var store = try Store.create(at: path)
      try store.write([.define(Self.definition())])
      try Self.fill(store, &random, rounds: 40)
      let answers = try Self.answers(store)
      let head = try store.head()
      #expect(code { try Store.compact(at: path) } == .busy)
      store.close()
      let done = try Store.compact(at: path)
      #expect(done.logBytes <= done.logBytesBefore)
      #expect(done.viewBytes <= done.viewBytesBefore)

      store = try Store.open(at: path)
      #expect(try store.head() == head)
      #expect(try Self.answers(store) == answers)
      #expect(try store.verify().fault == nil)
      try Self.fill(store, &random, rounds: 10)
      #expect(try store.head().revision == Revision(head.revision.rawValue + 10))
      store.close()
      try Store.compact(at: path)
      let again = try Store.open(at: path)
      defer { again.close() }
      #expect(try again.verify().fault == nil)
    }
  }
}
