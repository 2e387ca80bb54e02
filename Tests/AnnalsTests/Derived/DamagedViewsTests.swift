import Annals
import Foundation
import TestSupport
import Testing

/// Views that a read finds damaged before it begins or in the middle of its work.
@Suite struct DamagedViewsTests {
  private static let files = FileManager.default

  /// A store with one record of many versions, closed, and how many these are.
  private static func withLongHistory(_ body: (_ path: String, _ versions: UInt64) throws -> Void)
    throws
  {
    try withFolder { folder in
      let store = try Store.create(at: folder + "/s", .quick)
      try store.write([.define(.thing(FieldDefinition("n", .int)))])
      for number in 0..<100 { try store.write([.put("a", ["n": .int(Int64(number))])]) }
      try store.catchUp()
      store.close()
      try body(folder + "/s", 100)
    }
  }

  /// Changes what the views say of themselves.
  private static func changeState(of path: String, _ change: (inout [UInt8]) -> Void) throws {
    try StoredTables.change("meta", at: path + "/views", of: StoredTables.views) { entries in
      for index in entries.indices where entries[index].key == Array("state".utf8) {
        change(&entries[index].value)
      }
    }
  }

  @Test(arguments: [false, true])
  func `each event of a record is handed out once where damage is met among them`(
    isReversed: Bool
  ) throws {
    try Self.withLongHistory { path, count in
      try StoredTables.change("history", at: path + "/views", of: StoredTables.views) { entries in
        let middle = entries.count / 2
        entries[middle].value[entries[middle].value.count / 2] ^= 1
      }
      let store = try Store.open(at: path, .quick)
      defer { store.close() }
      var versions: [UInt64] = []
      try store.events(of: "thing", "a", reversed: isReversed) { event in
        versions.append(event.version)
        return true
      }
      #expect(versions == (isReversed ? (1...count).reversed() : Array(1...count)))
    }
  }

  @Test func `a list of the past has each record once where damage is met within it`() throws {
    try withFolder { folder in
      let path = folder + "/s"
      try SampleStore.make(at: path, snapshots: [4])
      // Made anew from the snapshot, the views do not reach back to the point.
      var options = Store.Options.quick
      options.restoreEvents = 1
      func read() throws -> [ExactString] {
        let store = try Store.open(at: path, options)
        defer { store.close() }
        return try store.ids(at: .revision(Revision(3)))
      }
      let wanted = try read()
      try StoredTables.change("records", at: path + "/views", of: StoredTables.views) { entries in
        entries[20].value[9] ^= 1
      }
      #expect(try read() == wanted)
      let store = try Store.open(at: path, options)
      defer { store.close() }
      #expect(try store.statistics().indexedSince == Revision(4))
    }
  }

  @Test func `no flipped bit of what the views say of themselves gets into an answer`() throws {
    var random = SeededGenerator()
    try withFolder { folder in
      let path = folder + "/s"
      try SampleStore.make(at: path, snapshots: [2, 4])
      try Self.files.removeItem(atPath: path + "/views")
      var options = Store.Options.quick
      options.restoreEvents = 1
      func answers() throws -> [[ExactString]] {
        let store = try Store.open(at: path, options)
        defer { store.close() }
        #expect(try store.statistics().indexedSince == Revision(4))
        return try (1...5).map { try store.ids(sort: "n", at: .revision(Revision($0))) }
          + [store.ids(sort: "n")]
      }
      let wanted = try answers()
      var bits = 0
      try Self.changeState(of: path) { bits = 8 * $0.count }
      for bit in stride(from: random.index(below: 3), to: bits, by: 3) {
        try Self.changeState(of: path) { $0[bit / 8] ^= 1 << UInt8(bit % 8) }
        #expect(try answers() == wanted, "bit \(bit)")
      }
      #expect(bits > 300)
    }
  }

  @Test func `catching up makes damaged views anew, as a read does`() throws {
    try Self.withLongHistory { path, count in
      try Self.changeState(of: path) { $0.removeLast($0.count - 3) }
      let store = try Store.open(at: path, .quick)
      defer { store.close() }
      try store.catchUp()
      #expect(try store.statistics().waitingEvents == 0)
      #expect(try store.record("a")?.version == count)
    }
  }

  @Test func `damaged views that were read without the right to write can be written afterwards`()
    throws
  {
    try Self.withLongHistory { path, count in
      try Self.changeState(of: path) { $0.removeLast($0.count - 3) }
      for options in [Store.Options.readOnly, .quick] {
        let store = try Store.open(at: path, options)
        defer { store.close() }
        #expect(try store.record("a")?.version == count)
      }
    }
  }

  @Test func `views that many threads need first are closed with the store`() throws {
    try Self.withLongHistory { path, count in
      for _ in 0..<20 {
        let store = try Store.open(at: path, .quick)
        onThreads(4) { _ in
          let record = try store.record("a")
          #expect(record?.version == count)
        }
        store.close()
        // Were they open still, nobody could open them in another way here.
        let entries = try StoredTables.entries(
          "records",
          at: path + "/views",
          of: StoredTables.views
        )
        #expect(entries.count == 1)
      }
    }
  }
}

extension DamagedViewsTests {
  /// In the file itself, where the entry keeps its place among the others.
  @Test func `a record whose key has a flipped bit is not created once more`() throws {
    try withFolder { folder in
      let path = folder + "/s"
      let ids = (0..<40).map { ExactString("wanted-\(10 + $0)") }
      let store = try Store.create(at: path, .quick)
      try store.write([.define(.thing(FieldDefinition("n", .int)))])
      try store.write(ids.map { .new($0, ["n": .int(1)]) })
      try store.catchUp()
      store.close()
      let file = URL(filePath: path + "/views/data.mdb")
      let sound = try Data(contentsOf: file)
      for id in [ids[0], ids[17], ids[39]] {
        // The type's number and the id: a key of the table `records`.
        let key = Data([0, 0, 0, 1]) + Data(id.text.utf8)
        for flip in [1, 0x10] as [UInt8] {
          var data = sound
          var flipped = 0
          while let range = data.range(of: key) {
            data[range.upperBound - 1] ^= flip
            flipped += 1
          }
          #expect(flipped > 0)
          try data.write(to: file)
          let damaged = try Store.open(at: path, .quick)
          defer { damaged.close() }
          #expect(code { try damaged.write([.new(id)]) } == .conflict)
          #expect(try damaged.head().revision == Revision(2))
          #expect(try damaged.count(Query("thing")) == 40)
        }
      }
    }
  }
}
