import Annals
import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite(.enabled(if: getuid() == 0, "only root can mount a file system"))
  struct DiskFullTests {
    @Test func `a full disk refuses writes, keeps what was acknowledged, and is no end`() throws {
      try withFolder { path in
        guard mount("tmpfs", path, "tmpfs", 0, "size=2m") == 0 else {
          print("skipped: this system lets nobody mount a file system")
          return
        }
        defer { umount2(path, Int32(MNT_DETACH)) }
        let store = try Store.create(at: path + "/s", .quick)
        let view = ViewDefinition("by-n", filters: [], sorts: [SortKey(field: 1)])
        try store.write([
          .define(.thing(FieldDefinition("n", .int), FieldDefinition("b", .bytes), views: [view]))
        ])
        try FileManager.default.createDirectory(
          atPath: path + "/s/snapshots",
          withIntermediateDirectories: true
        )
        var random = SeededGenerator(seed: 7)
        var acknowledged = 0
        var error: StoreError?
        while error == nil, acknowledged < 1000 {
          error = refusal {
            try store.write([
              .new(
                "\(acknowledged)",
                ["n": .int(1), "b": .bytes(Self.noise(20_000, &random))]
              )
            ])
          }
          if error == nil { acknowledged += 1 }
        }
        #expect(error?.code == .diskFull && error?.hints.isEmpty == false)
        #expect(acknowledged > 5 && acknowledged < 1000)
        #expect(try store.head().eventCount == UInt64(acknowledged) + 1)
        #expect(
          code {
            try store.write([.new("more", ["b": .bytes(Self.noise(90_000, &random))])])
          } == .diskFull
        )
        // The views find room in the temporary folder.
        #expect(try store.fetch(Query("thing")).records.count == acknowledged)
        #expect(try store.fetch(Query("thing", view: "by-n")).records.count == acknowledged)
        try Self.read(store, acknowledged)
        #expect([nil, .diskFull].contains(code { try store.snapshot() }))
        #expect([nil, .diskFull].contains(code { try store.rebuild() }))
        try Self.read(store, acknowledged)
        store.close()

        let again = try Store.open(at: path + "/s", .quick)
        #expect(try again.head().eventCount == UInt64(acknowledged) + 1)
        try Self.read(again, acknowledged)
        again.close()
        let reading = try Store.open(at: path + "/s", .readOnly)
        try Self.read(reading, acknowledged)
        reading.close()

        // Room again.
        guard mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=32m") == 0 else { return }
        let free = try Store.open(at: path + "/s", .quick)
        defer { free.close() }
        try free.write([.new("after")])
        #expect(try free.count(Query("thing")) == UInt64(acknowledged) + 1)
        try free.rebuild()
        try free.snapshot()
        #expect(try free.count(Query("thing")) == UInt64(acknowledged) + 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: path + "/s")
        #expect(names.sorted() == ["log", "snapshots", "views"])
      }
    }

    /// Bytes that nothing can compress.
    private static func noise(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
      (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    /// Reads that either answer right or say that the disk is full: the views may need room.
    private static func read(_ store: Store, _ count: Int) throws {
      for query in [Query("thing"), Query("thing", view: "by-n")] {
        do {
          let records = try store.fetch(query).records
          #expect(records.count == count)
        } catch let error as StoreError {
          #expect(error.code == .diskFull)
        }
      }
      // What needs no views works in any case.
      let replay = try store.replay { _ in true }
      #expect(replay.records == UInt64(count))
    }
  }
#endif
