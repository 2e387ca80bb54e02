import Annals
import Foundation
import TestSupport
import Testing

/// A verification of the log and of snapshots.
@Suite struct VerifyLogTests {
  private static func withSample(_ body: (_ store: String, _ folder: String) throws -> Void) throws
  {
    try withFolder { folder in
      try SampleStore.make(at: folder + "/s", snapshots: [3])
      try body(folder + "/s", folder)
    }
  }

  private static func fault(in path: String) throws -> VerificationFault? {
    let store = try Store.open(at: path, .quick)
    defer { store.close() }
    return try store.verify().fault
  }

  private static func damage(
    _ table: String,
    in path: String,
    _ change: (inout [StoredTables.Entry]) -> Void
  ) throws {
    try StoredTables.change(table, at: path + "/log", of: StoredTables.log, change)
  }

  @Test func `any byte of a commit's event that is changed is found`() throws {
    var random = SeededGenerator()
    for _ in 0..<rounds(8) {
      try Self.withSample { path, _ in
        try Self.damage("commits", in: path) { entries in
          // Not the last commit, from which the head is read before anything else.
          let index = random.index(below: entries.count - 1)
          let place = 1 + random.index(below: entries[index].value.count - 1)
          entries[index].value[place] ^= 1 << UInt8(random.index(below: 8))
        }
        let store = try Store.open(at: path, .quick)
        defer { store.close() }
        #expect(try store.verify().fault?.part == .log)
      }
    }
  }

  @Test func `a commit that went another way is found by the digests`() throws {
    try Self.withSample { path, folder in
      // Two stores with one beginning: the sixth commit of one between the commits of the other.
      try FileManager.default.copyItem(atPath: path, toPath: folder + "/other")
      for (path, number) in [(path, Int64(1)), (folder + "/other", 2)] {
        let store = try Store.open(at: path, .quick)
        var options = Store.WriteOptions()
        options.time = .source(Instant.distantPast)
        try store.write([.set("3", ["n": .int(number)])], options)
        try store.write([.set("3", ["n": .int(9)])], options)
        store.close()
      }
      let other = try StoredTables.entries(
        "commits",
        at: folder + "/other/log",
        of: StoredTables.log
      )
      try Self.damage("commits", in: path) { entries in
        entries[entries.count - 2] = other[other.count - 2]
      }
      let fault = try #require(try Self.fault(in: path))
      #expect(fault.part == .log)
      #expect(fault.message.hasSuffix("the digest of r7 is not that of its events"))
    }
  }

  @Test func `lost places of definitions and keys are found`() throws {
    try Self.withSample { path, _ in
      try Self.damage("definitions", in: path) { $0.removeLast() }
      let fault = try Self.fault(in: path)
      #expect(fault?.message.hasSuffix("the digest of r1 is not that of its events") ?? false)
    }
    try Self.withSample { path, _ in
      let store = try Store.open(at: path, .quick)
      var options = Store.WriteOptions()
      options.key = "once"
      try store.write([.set("3", ["n": .int(70)])], options)
      store.close()
      #expect(try Self.fault(in: path) == nil)
      try Self.damage("keys", in: path) { $0.removeAll() }
      let fault = try Self.fault(in: path)
      #expect(fault?.message.hasSuffix("key 'once' does not lead to r6") ?? false)
    }
  }

  // MARK: Snapshots

  private static func change(_ path: String, _ body: (inout Data) -> Void) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    body(&data)
    try data.write(to: URL(fileURLWithPath: path))
  }

  private static func snapshot(of store: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: store + "/snapshots")
    return store + "/snapshots/" + (try #require(names.first))
  }

  @Test func `any byte of a snapshot that is changed is found, and the file stays`() throws {
    var random = SeededGenerator()
    for _ in 0..<rounds(10) {
      try Self.withSample { path, _ in
        let file = try Self.snapshot(of: path)
        try Self.change(file) { $0[random.index(below: $0.count)] ^= 16 }
        let fault = try #require(try Self.fault(in: path))
        #expect(fault.part == .snapshot && fault.path == file)
        #expect(FileManager.default.fileExists(atPath: file))
      }
    }
  }

  @Test func `snapshots that are cut off, of another log or of other records are found`() throws {
    try Self.withSample { path, _ in
      try Self.change(try Self.snapshot(of: path)) { $0 = $0.prefix($0.count - 1) }
      #expect(try Self.fault(in: path)?.part == .snapshot)
    }
    try Self.withSample { path, folder in
      try SampleStore.make(at: folder + "/foreign", salt: 5, snapshots: [3])
      let (own, foreign) = try (Self.snapshot(of: path), Self.snapshot(of: folder + "/foreign"))
      try FileManager.default.removeItem(atPath: own)
      try FileManager.default.copyItem(atPath: foreign, toPath: own)
      #expect(try Self.fault(in: path)?.message == "it is of another log")
    }
    try Self.withSample { path, _ in
      // A whole snapshot of views that were wrong.
      try FileManager.default.removeItem(atPath: try Self.snapshot(of: path))
      try StoredTables.change("records", at: path + "/views", of: StoredTables.views) {
        $0.remove(at: 2)
      }
      let store = try Store.open(at: path, .quick)
      try store.snapshot()
      try store.rebuild()
      store.close()
      #expect(try Self.fault(in: path)?.message == "'10' is missing")
    }
  }
}
