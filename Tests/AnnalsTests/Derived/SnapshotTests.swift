import Annals
import Foundation
import TestSupport
import Testing

@Suite struct SnapshotTests {
  private static let files = FileManager.default

  private static func snapshots(in store: String) throws -> [String] {
    try files.contentsOfDirectory(atPath: store + "/snapshots").sorted()
  }

  /// What a replay shows, as text, and from which snapshot it began.
  private static func replay(_ store: Store, to point: Point = .head) throws -> (
    lines: [String], snapshot: Revision?
  ) {
    var lines: [String] = []
    let replay = try store.replay(to: point) { record in
      lines.append("\(record.definition.name)/\(record.id) v\(record.version) \(record.values)")
      return true
    }
    #expect(replay.records == UInt64(lines.count))
    return (lines, replay.snapshot)
  }

  @Test func `a replay begins at the newest snapshot that is not after its point`() throws {
    try withFolder { folder in
      try SampleStore.make(at: folder + "/s", snapshots: [2, 4])
      let store = try Store.open(at: folder + "/s", .quick)
      defer { store.close() }
      for (revision, snapshot) in [(1, nil), (2, 2), (3, 2), (4, 4), (5, 4)] as [(UInt64, UInt64?)]
      {
        let point = Point.revision(Revision(revision))
        let (lines, begun) = try Self.replay(store, to: point)
        #expect(begun == snapshot.map { Revision($0) })
        var plain: [String] = []
        let whole = try store.replay(to: point, useSnapshots: false) { record in
          plain.append("\(record.definition.name)/\(record.id) v\(record.version) \(record.values)")
          return true
        }
        #expect(plain == lines && whole.snapshot == nil)
        #expect(whole.events == (try store.commit(Revision(revision)).header.asHead.eventCount))
      }
      #expect(try store.snapshot().revision == Revision(5))
      #expect(try store.snapshot() == store.snapshots().last, "taken once only")
    }
  }

  @Test func `lost views begin from a snapshot where it spares much, and answer the same`() throws {
    try withFolder { folder in
      let path = folder + "/s"
      try SampleStore.make(at: path, snapshots: [2, 4])
      var options = Store.Options.quick
      options.restoreEvents = 1
      for since in [Revision(4), Revision(2), .zero] {
        let sound = try Store.open(at: path, .quick)
        try sound.rebuild()
        let wanted = try (SampleStore.answers(of: sound), SampleStore.takenValues(of: sound))
        sound.close()
        try Self.files.removeItem(atPath: path + "/views")
        let store = try Store.open(at: path, options)
        #expect(try SampleStore.answers(of: store) == wanted.0)
        #expect(try SampleStore.takenValues(of: store) == wanted.1)
        #expect(try store.statistics().indexedSince == since)
        #expect(
          try store.explain(Query("thing"), at: .revision(Revision(2))).source
            == (since <= Revision(2) ? .scan : .replay(from: Revision(2), to: Revision(2)))
        )
        try store.write([.new("more", ["n": .int(1)])])
        #expect(try store.ids("n = 1") == ["more"])
        #expect(try store.ids("n = 1", at: .revision(Revision(5))).isEmpty)
        try store.write([.remove("more")])
        try store.rebuild()
        #expect(try store.statistics().indexedSince == .zero)
        store.close()
        // The next round begins one snapshot earlier, upon a head further on.
        if let newest = try Self.snapshots(in: path).last {
          try Self.files.removeItem(atPath: path + "/snapshots/" + newest)
        }
      }
    }
  }

  /// Something that can happen to a snapshot, and whether it is then set aside.
  enum Mishap: CaseIterable, Sendable {
    case emptied, cutInHeader, cutInBody, tail, garbage, otherFormat, foreign, future, folder,
      vanished

    var isSetAside: Bool { self != .folder && self != .vanished }
  }

  private static func happen(_ mishap: Mishap, to path: String, in folder: String) throws {
    func change(_ body: (inout Data) -> Void) throws {
      var data = try Data(contentsOf: URL(fileURLWithPath: path))
      body(&data)
      try data.write(to: URL(fileURLWithPath: path))
    }
    switch mishap {
    case .emptied: try change { $0 = Data() }
    case .cutInHeader: try change { $0 = $0.prefix(40) }
    case .cutInBody: try change { $0 = $0.dropLast(5) }
    case .tail: try change { $0.append(contentsOf: [1, 2, 3]) }
    case .garbage: try change { $0 = Data(repeating: 0x5A, count: $0.count) }
    case .otherFormat: try change { $0[16] = 9 }
    case .foreign:
      try SampleStore.make(at: folder + "/foreign", salt: 9, snapshots: [4])
      let name = try #require(try snapshots(in: folder + "/foreign").first)
      try files.removeItem(atPath: path)
      try files.moveItem(atPath: folder + "/foreign/snapshots/" + name, toPath: path)
    case .future:
      // A snapshot of this store's copy that went on.
      try files.copyItem(atPath: folder + "/s", toPath: folder + "/ahead")
      let ahead = try Store.open(at: folder + "/ahead", .quick)
      try ahead.write([.remove("1")])
      let taken = try ahead.snapshot()
      ahead.close()
      try files.removeItem(atPath: path)
      try files.moveItem(atPath: taken.path, toPath: path)
    case .folder:
      try files.removeItem(atPath: path)
      try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .vanished:
      // As if another process removed it between the listing and the reading.
      try files.removeItem(atPath: path)
      try files.createSymbolicLink(atPath: path, withDestinationPath: folder + "/nowhere")
    }
  }

  @Test(arguments: Mishap.allCases) func `an unusable snapshot changes no answer`(_ mishap: Mishap)
    throws
  {
    try withFolder { folder in
      try SampleStore.make(at: folder + "/s", snapshots: [2, 4])
      let path =
        folder + "/s/snapshots/" + (try #require(try Self.snapshots(in: folder + "/s").last))
      let sound = try Store.open(at: folder + "/s", .quick)
      let wanted = try (Self.replay(sound).lines, SampleStore.answers(of: sound))
      sound.close()
      try Self.happen(mishap, to: path, in: folder)
      try Self.files.removeItem(atPath: folder + "/s/views")
      // Where nothing may be changed it is passed over.
      let reading = try Store.open(at: folder + "/s", .readOnly)
      #expect(try Self.replay(reading).lines == wanted.0)
      #expect(try Self.replay(reading).snapshot == Revision(2))
      reading.close()

      let store = try Store.open(at: folder + "/s", .quick)
      #expect(try SampleStore.answers(of: store) == wanted.1)
      #expect(try Self.replay(store).lines == wanted.0)
      #expect(try Self.replay(store).snapshot == Revision(2))
      #expect(try store.snapshots().map(\.revision) == [Revision(2)])
      try store.rebuild()
      #expect(try SampleStore.answers(of: store) == wanted.1)
      let aside = try Self.snapshots(in: folder + "/s").filter { $0.contains(".set-aside-") }
      #expect(aside.count == (mishap.isSetAside ? 1 : 0))
      store.close()
    }
  }

  @Test func `no flipped bit of a snapshot gets into an answer`() throws {
    var random = SeededGenerator()
    try withFolder { folder in
      let store = try Store.create(at: folder + "/s", .quick)
      try store.write([.define(.thing(FieldDefinition("b", .bytes)))])
      try store.write(
        (0..<50).map { number in
          .new(
            "\(number)",
            ["b": .bytes((0..<80).map { _ in UInt8.random(in: 0...255, using: &random) })]
          )
        }
      )
      let path = try store.snapshot().path
      let sound = try Data(contentsOf: URL(fileURLWithPath: path))
      let wanted = try Self.replay(store)
      #expect(wanted.snapshot == Revision(2) && sound.count > 4000)
      for offset in stride(from: random.index(below: 97), to: sound.count, by: 97) {
        var flipped = sound
        flipped[offset] ^= 1 << UInt8(random.index(below: 8))
        try flipped.write(to: URL(fileURLWithPath: path))
        let found = try Self.replay(store)
        #expect(found.lines == wanted.lines && found.snapshot == nil, "byte \(offset)")
        #expect(try Self.snapshots(in: folder + "/s").count == 1, "set aside")
        for name in try Self.snapshots(in: folder + "/s") {
          try Self.files.removeItem(atPath: folder + "/s/snapshots/" + name)
        }
      }
      try sound.write(to: URL(fileURLWithPath: path))
      #expect(try Self.replay(store).snapshot == Revision(2))
      store.close()
    }
  }

  @Test func `the policy takes snapshots while writing, and keeps some`() throws {
    var options = Store.Options.quick
    options.snapshotPolicy = SnapshotPolicy(everyEvents: 10, keep: 2)
    try withStoreOnDisk(.thing(FieldDefinition("n", .int)), options: options) { store in
      for number in 0..<45 {
        try store.write([.new("\(number)")])
      }
      let kept = try store.snapshots().map(\.revision.rawValue)
      #expect(kept == [30, 40])
      #expect(try Self.replay(store).snapshot == Revision(40))
      #expect(try store.pruneSnapshots().isEmpty)
      try store.snapshot()
      #expect(try store.pruneSnapshots().map(\.revision.rawValue) == [40])
    }
  }

  @Test func `few snapshots stay of the past, and more near the head`() {
    var random = SeededGenerator()
    for count in [8, 12] {
      var events: [UInt64] = []
      for _ in 0..<300 {
        events.append((events.last ?? 0) + UInt64.random(in: 90...110, using: &random))
        events = SnapshotPolicy.kept(of: events, atMost: count).map { events[$0] }
      }
      let head = events[events.count - 1]
      #expect(events.count == count)
      // Distances from the head grow by a factor, from one step to about the whole history.
      let back = events.map { head - $0 }
      for (older, newer) in zip(back, back.dropFirst().dropLast()) {
        #expect(older >= newer + newer / 8 && older <= 6 * newer, "\(back)")
      }
      #expect(back[0] >= head / 4 && back[count - 2] <= 3 * 110, "\(back)")
    }
    #expect(SnapshotPolicy.kept(of: [], atMost: 3).isEmpty)
    #expect(SnapshotPolicy.kept(of: [5, 5, 5], atMost: 1) == [2])
    #expect(SnapshotPolicy.kept(of: [1, 2], atMost: 2) == [0, 1])
  }

  @Test func `catching up takes a snapshot that is due`() throws {
    try withFolder { folder in
      let without = {
        var options = Store.Options.quick
        options.snapshotPolicy = SnapshotPolicy(everyEvents: 0)
        return options
      }()
      let writer = try Store.create(at: folder + "/s", without)
      try writer.write([.define(.thing(FieldDefinition("n", .int)))])
      for number in 0..<30 { try writer.write([.new("\(number)")]) }
      #expect(try writer.snapshots().isEmpty)
      writer.close()
      var options = Store.Options.quick
      options.snapshotPolicy = SnapshotPolicy(everyEvents: 20)
      let store = try Store.open(at: folder + "/s", options)
      defer { store.close() }
      #expect(try store.catchUp() > 20)
      #expect(try store.snapshots().map(\.revision) == [Revision(31)])
      #expect(try store.catchUp() == 0)
      #expect(try store.snapshots().count == 1)
    }
  }

  @Test func `an empty store and one in memory have none`() throws {
    try withStoreOnDisk { store in
      #expect(code { try store.snapshot() } == .notFound)
      let (snapshots, rebuilt) = try (store.snapshots(), store.rebuild())
      #expect(snapshots.isEmpty && rebuilt.events == 0)
    }
    try withStore(.thing(FieldDefinition("n", .int))) { store in
      #expect(code { try store.snapshot() } == .misuse)
      #expect(code { _ = try store.snapshots() } == .misuse)
      #expect(code { try store.pruneSnapshots() } == .misuse)
      try store.write([.new("a")])
      #expect(try store.rebuild().events == 2)
      #expect(try store.ids() == ["a"])
    }
  }
}
