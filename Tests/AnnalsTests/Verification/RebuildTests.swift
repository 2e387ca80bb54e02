import Annals
import EventLog
import Foundation
import PageStore
import StoreErrors
import Records
import Synchronization
import Testing

/// A rebuild compares the new views with the old before they take their place, and fails without harm.
@Suite struct RebuildTests {
  @Test(arguments: [1, 7, 200_000])
  func `old views that are right do not differ, whatever their batches`(batch: Int) throws {
    try withFolder { folder in
      try SampleStore.make(at: folder + "/s", views: 3)
      var options = Store.Options.quick
      options.catchUpEvents = batch
      let store = try Store.open(at: folder + "/s", options)
      defer { store.close() }
      #expect(try store.rebuild().differences.isEmpty, "not opened before")
      _ = try store.ids()
      #expect(try store.rebuild().differences.isEmpty, "serving")
    }
  }

  @Test(arguments: ["records", "entries", "uniques", "lists"], [false, true])
  func `old views that differ are told and replaced`(table: String, isServing: Bool) throws {
    try withFolder { folder in
      let path = folder + "/s"
      try SampleStore.make(at: path)
      try StoredTables.changeContent(of: table, at: path + "/views") { entries in
        if table == "lists" { entries[0].value[0] += 1 } else { entries.removeLast() }
      }
      let store = try Store.open(at: path, .quick)
      defer { store.close() }
      if isServing { _ = try store.record("1") }
      #expect(try !store.rebuild().differences.isEmpty)
      #expect(try store.verifyEverywhere().fault == nil)
      #expect(try store.rebuild().differences.isEmpty)
    }
  }

  @Test(arguments: ["meta", "records", "entries", "uniques", "lists"])
  func `old views that are damaged are told and replaced`(table: String) throws {
    try withFolder { folder in
      let path = folder + "/s"
      try SampleStore.make(at: path)
      try StoredTables.change(table, at: path + "/views", of: StoredTables.views) { entries in
        for index in entries.indices { entries[index].value[entries[index].value.count - 1] ^= 1 }
      }
      let store = try Store.open(at: path, .quick)
      defer { store.close() }
      #expect(try store.rebuild().differences.count == 1)
      #expect(try store.verifyEverywhere().fault == nil)
    }
  }

  @Test func `views that are lost or never to be trusted are not compared`() throws {
    try withFolder { folder in
      let path = folder + "/s"
      try SampleStore.make(at: path)
      try FileManager.default.removeItem(atPath: path + "/views")
      let store = try Store.open(at: path, .quick)
      #expect(try store.rebuild().differences.isEmpty)
      store.close()
      try Data("another boot".utf8)
        .write(to: URL(fileURLWithPath: path + "/views/unsynced"))
      let again = try Store.open(at: path, .quick)
      defer { again.close() }
      #expect(try again.rebuild().differences.isEmpty)
      #expect(try again.verify().fault == nil)
    }
  }

  @Test func `a failure at any step leaves the old views serving`() throws {
    try withFolder { folder in
      let path = folder + "/s"
      try SampleStore.make(at: path)
      let log = FailingLog(
        try LMDBEventLog.open(at: path + "/log", durability: .buffered, isReadOnly: false)
      )
      defer { log.close() }
      let directory = ViewsDirectory(root: path, isReadOnly: false)
      let views = Views(of: log, in: directory, snapshots: nil, batchEvents: 7, restoreEvents: 1)
      defer { views.close() }
      func answer() throws -> [RecordState?] {
        try views.read { transaction, sight in
          try (0..<40).map {
            try sight.store.state(of: RecordKey(1, ExactString("\($0)")), in: transaction)
          }
        }
      }
      let wanted = try answer()
      let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      var failures = 0
      for calls in 0..<1000 {
        let generation = views.generation
        log.callsLeft.withLock { $0 = calls }
        let refused = refusal { try views.rebuild() }
        log.callsLeft.withLock { $0 = nil }
        guard let refused else {
          #expect(views.generation == generation + 1)
          break
        }
        failures += 1
        #expect(refused.code == .io)
        #expect(views.generation == generation)
        #expect(try answer() == wanted)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == files)
      }
      #expect(failures > 10)
      #expect(try answer() == wanted)
    }
  }
}
