import Annals
import Foundation
import PageStore
import StoreErrors
import Testing

/// Whatever becomes of the views' folder: the answers stay.
@Suite struct ViewsFolderTests {
  /// Something that can happen to the views of a closed store.
  enum Mishap: CaseIterable, Sendable {
    case removed, emptied, replacedByFile, emptyFile, garbage, cutOff, cutToOnePage, foreign, future
    case otherWay, otherFormat, otherLMDB, otherBoot, stale, unfinished, leftovers
  }

  private static let files = FileManager.default

  private static func move(_ source: String, to target: String) throws {
    try? files.removeItem(atPath: target)
    try files.copyItem(atPath: source, toPath: target)
  }

  private static func change(_ path: String, _ body: (inout Data) -> Void) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    body(&data)
    try data.write(to: URL(fileURLWithPath: path))
  }

  /// Lets it happen to the store in `folder`/s.
  private static func happen(_ mishap: Mishap, in folder: String) throws {
    let (store, views) = (folder + "/s", folder + "/s/views")
    switch mishap {
    case .removed: try files.removeItem(atPath: views)
    case .emptied:
      try files.removeItem(atPath: views)
      try files.createDirectory(atPath: views, withIntermediateDirectories: false)
    case .replacedByFile:
      try files.removeItem(atPath: views)
      try Data("a file".utf8).write(to: URL(fileURLWithPath: views))
    case .emptyFile: try change(views + "/data.mdb") { $0 = Data() }
    case .garbage: try change(views + "/data.mdb") { $0 = Data(repeating: 0xA5, count: $0.count) }
    case .cutOff: try change(views + "/data.mdb") { $0 = $0.prefix($0.count / 2) }
    case .cutToOnePage: try change(views + "/data.mdb") { $0 = $0.prefix(4096) }
    case .foreign:
      try SampleStore.make(at: folder + "/foreign", salt: 1000)
      try move(folder + "/foreign/views", to: views)
    case .future:
      // The log is put back from a backup that is older than the views.
      try move(store, to: folder + "/ahead")
      let ahead = try Store.open(at: folder + "/ahead", .quick)
      try ahead.write([.new("future", ["u": .text("u40")]), .remove("1")])
      try ahead.catchUp()
      ahead.close()
      try move(folder + "/ahead/views", to: views)
    case .otherWay:
      // The same store, but its copy went on differently.
      try move(store, to: folder + "/other")
      let other = try Store.open(at: folder + "/other", .quick)
      try other.write([.set("1", ["n": .int(-77)])])
      try other.catchUp()
      other.close()
      let own = try Store.open(at: store, .quick)
      try own.write([.set("1", ["n": .int(-78)])])
      own.close()
      try move(folder + "/other/views", to: views)
    case .otherFormat:
      let names = ["meta", "records", "history", "entries", "uniques", "lists"]
      let environment = try Environment.open(at: views, .init(tables: names))
      defer { environment.close() }
      let meta = try environment.table("meta")
      try environment.write { try $0.put(meta, Array("state".utf8), [9, 1, 2, 3]) }
    case .otherLMDB:
      try change(views + "/data.mdb") { data in
        // The version stands behind the page's head of 16 bytes and a mark of 4, in both of the first pages.
        for place in [20, 4096 + 20] { data[place] ^= 2 }
      }
    case .otherBoot:
      try Data("another boot".utf8).write(to: URL(fileURLWithPath: views + "/unsynced"))
    case .stale:
      try files.removeItem(atPath: store)
      try SampleStore.make(at: store, views: 3)
    case .unfinished:
      try files.removeItem(atPath: views)
      try Environment.open(at: views, .init(tables: ["meta"])).close()
    case .leftovers:
      for name in ["views.next-999999999-abc", "views.next-999999999-abc-old-0", "views.next-x"] {
        try files.createDirectory(atPath: store + "/" + name, withIntermediateDirectories: false)
      }
      try files.removeItem(atPath: views)
    }
  }

  private static func names(in path: String) throws -> [String] {
    try files.contentsOfDirectory(atPath: path).sorted()
  }

  @Test(arguments: Mishap.allCases) func `the answers stay, and the views are whole again`(
    _ mishap: Mishap
  ) throws {
    try withFolder { folder in
      try SampleStore.make(at: folder + "/s")
      try Self.happen(mishap, in: folder)
      // What a store says that never had views.
      try Self.move(folder + "/s", to: folder + "/fresh")
      try? Self.files.removeItem(atPath: folder + "/fresh/views")
      let fresh = try Store.open(at: folder + "/fresh", .quick)
      let wanted = try SampleStore.answers(of: fresh)
      let taken = try SampleStore.takenValues(of: fresh)
      fresh.close()

      for firstIsWrite in [false, true] {
        let path = folder + (firstIsWrite ? "/w" : "/r")
        try Self.move(folder + "/s", to: path)
        let store = try Store.open(at: path, .quick)
        if firstIsWrite { #expect(try SampleStore.takenValues(of: store) == taken) }
        #expect(try SampleStore.answers(of: store) == wanted)
        #expect(try SampleStore.takenValues(of: store) == taken)
        // What killed rebuilds left behind goes with the next.
        if mishap == .leftovers { try store.rebuild() }
        store.close()
        #expect(try Self.names(in: path).filter { $0 != "snapshots" } == ["log", "views"])
        // Made anew for good: nothing waits when the store is opened again.
        let again = try Store.open(at: path, .quick)
        #expect(try again.statistics().waitingEvents == 0)
        #expect(try again.catchUp() == 0)
        again.close()
      }
    }
  }

  @Test(arguments: Mishap.allCases)
  func `a store open for reading answers the same, and changes nothing`(
    _ mishap: Mishap
  ) throws {
    try withFolder { folder in
      try SampleStore.make(at: folder + "/s")
      try Self.happen(mishap, in: folder)
      try Self.move(folder + "/s", to: folder + "/fresh")
      try? Self.files.removeItem(atPath: folder + "/fresh/views")
      let fresh = try Store.open(at: folder + "/fresh", .quick)
      let wanted = try SampleStore.answers(of: fresh)
      fresh.close()
      let before = try Self.names(in: folder + "/s")
      let bytes = try? Data(contentsOf: URL(fileURLWithPath: folder + "/s/views/data.mdb"))
      let store = try Store.open(at: folder + "/s", .readOnly)
      #expect(try SampleStore.answers(of: store) == wanted)
      #expect(code { try store.write([.new("x")]) } == .readOnly)
      #expect(code { try store.snapshot() } == .readOnly)
      #expect(code { try store.pruneSnapshots() } == .readOnly)
      try store.rebuild()
      #expect(try SampleStore.answers(of: store) == wanted)
      store.close()
      #expect(try Self.names(in: folder + "/s") == before)
      #expect((try? Data(contentsOf: URL(fileURLWithPath: folder + "/s/views/data.mdb"))) == bytes)
    }
  }

  @Test func `readers go on while the views are made anew by another store at the same path`()
    throws
  {
    try withFolder { folder in
      try SampleStore.make(at: folder + "/s")
      let first = try Store.open(at: folder + "/s", .quick)
      let second = try Store.open(at: folder + "/s", .quick)
      defer {
        first.close()
        second.close()
      }
      let wanted = try SampleStore.answers(of: first)
      let reader = Background {
        for _ in 0..<3 {
          let answers = try SampleStore.answers(of: first)
          #expect(answers == wanted)
        }
      }
      for _ in 0..<5 { try second.rebuild() }
      reader.wait()
      try second.write([.set("1", ["n": .int(5)])])
      #expect(try first.record("1")?["n"] == .int(5))
    }
  }

  @Test func `a private copy whose process was killed is removed by the next one`() throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.path
    let abandoned = folder + "/annals-views-999999999-\(UUID().uuidString)"
    let used = folder + "/annals-views-\(getpid())-\(UUID().uuidString)"
    for path in [abandoned, used] {
      try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    defer { try? files.removeItem(atPath: used) }
    let store = Store.inMemory()
    defer { store.close() }
    try store.write(SampleStore.definitions().map(RecordOperation.define))
    #expect(try store.count(Query("thing")) == 0)
    #expect(!files.fileExists(atPath: abandoned) && files.fileExists(atPath: used))
  }
}
