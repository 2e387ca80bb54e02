import Annals
import EventLog
import Foundation
import PageStore
import StoreErrors
import Testing

/// Places where a store is, is not, or cannot be.
@Suite struct PlaceTests {
  @Test func `a store is made once, also in folders that are not there yet`() throws {
    try withFolder { folder in
      let path = folder + "/a/b/c"
      #expect(!Store.exists(at: path))
      let store = try Store.create(at: path, .quick)
      let identity = store.identity
      store.close()
      #expect(Store.exists(at: path))
      #expect(code { _ = try Store.create(at: path) } == .alreadyExists)
      let again = try Store.open(at: path, .quick)
      #expect(again.identity == identity && again.path == path)
      #expect(code { _ = try Store.create(at: path, .quick) } == .alreadyExists)
      again.close()
    }
  }

  @Test func `an empty name is not the root of the file system`() {
    #expect(code { _ = try Store.create(at: "", .quick) } == .usage)
    #expect(!FileManager.default.fileExists(atPath: "/log"))
    #expect(!Store.exists(at: ""))
  }

  @Test func `a file is no store and no place for one`() throws {
    try withFolder { folder in
      let path = folder + "/file"
      try Data("text".utf8).write(to: URL(fileURLWithPath: path))
      for inside in [path, path + "/s", path + "/"] {
        #expect(code { _ = try Store.open(at: inside) } == .noStore)
        #expect(code { _ = try Store.open(at: inside, .readOnly) } == .noStore)
        #expect(code { _ = try Store.create(at: inside) } == .cannotCreate)
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "text")
    }
  }

  @Test func `what is not a store is told from a damaged one`() throws {
    try withFolder { folder in
      for path in [folder, folder + "/missing", ""] {
        #expect(code { _ = try Store.open(at: path) } == .noStore)
      }
      try FileManager.default.createDirectory(
        atPath: folder + "/log",
        withIntermediateDirectories: false
      )
      #expect(code { _ = try Store.open(at: folder) } == .noStore)
      let data = folder + "/log/data.mdb"
      try Data("no database, but long enough to be read as one".utf8).write(
        to: URL(fileURLWithPath: data)
      )
      #expect(code { _ = try Store.open(at: folder) } == .damaged)
      #expect(code { _ = try Store.open(at: folder, .readOnly) } == .damaged)
      #expect(code { _ = try Store.create(at: folder) } != nil)
      // A database of somebody else's.
      try FileManager.default.removeItem(atPath: data)
      try Environment.open(at: folder + "/log", .init(tables: ["theirs"])).close()
      #expect(code { _ = try Store.open(at: folder, .readOnly) } == .noStore)
    }
  }

  @Test func `a creation that was killed half-way can be done again`() throws {
    try withFolder { folder in
      // The tables are there, what says that the log is finished is not.
      let tables = ["meta", "commits", "definitions", "keys"]
      try Environment.open(at: folder + "/log", .init(tables: tables)).close()
      #expect(code { _ = try Store.open(at: folder, .quick) } == .noStore)
      let store = try Store.create(at: folder, .quick)
      try store.write([.define(.thing(FieldDefinition("n", .int)))])
      store.close()
      #expect(code { _ = try Store.create(at: folder, .quick) } == .alreadyExists)
    }
  }

  @Test func `a store of a newer version is left alone`() throws {
    try withFolder { folder in
      try SampleStore.make(at: folder + "/s")
      let tables = ["meta", "commits", "definitions", "keys"]
      let environment = try Environment.open(at: folder + "/s/log", .init(tables: tables))
      let meta = try environment.table("meta")
      try environment.write { try $0.put(meta, Array("format".utf8), [200]) }
      environment.close()
      for options in [Store.Options.quick, .readOnly] {
        let error = refusal { _ = try Store.open(at: folder + "/s", options) }
        #expect(error?.code == .futureFormat && error?.hints.isEmpty == false)
      }
    }
  }

  @Test func `every refusal names the place and a way out`() throws {
    try withFolder { folder in
      let error = try #require(refusal { _ = try Store.open(at: folder + "/nothing") })
      #expect(error.message.contains(folder + "/nothing") && !error.hints.isEmpty)
      try Store.create(at: folder + "/s", .quick).close()
      let second = try #require(refusal { _ = try Store.create(at: folder + "/s") })
      #expect(second.message.contains(folder + "/s") && !second.hints.isEmpty)
    }
  }

  @Test func `a store in memory leaves nothing behind`() async {
    // In a process of its own, since other tests of this one make and remove such folders meanwhile.
    await #expect(processExitsWith: .success) {
      func folders() throws -> [String] {
        try FileManager.default.contentsOfDirectory(
          atPath: FileManager.default.temporaryDirectory.path
        ).filter { $0.hasPrefix("annals-views-\(getpid())-") }
      }
      let store = Store.inMemory()
      try store.write([.define(.thing(FieldDefinition("n", .int))), .new("a")])
      _ = try store.fetch(Query("thing"))
      try #require(folders().count == 1)
      store.close()
      try #require(folders().isEmpty)
    }
  }
}
