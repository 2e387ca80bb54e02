import Annals
import Foundation
import TestSupport
import Testing

/// Several processes use one store.
@Suite struct ProcessTests {
  @Test func `two processes write and one reads: no error, no gap, every read whole`() async throws
  {
    try await withFolder { folder in
      try Transfers.make(at: folder + "/s")
      let reader = try Store.open(at: folder + "/s", .quick)
      defer { reader.close() }
      let isOver = Gathered<Bool>()
      let reading = Background {
        var last = Revision.zero
        while isOver.items.isEmpty {
          let revision = try Transfers.check(reader)
          #expect(revision >= last)
          last = revision
          try Transfers.check(reader, at: .revision(Revision(max(2, last.rawValue / 2))))
        }
      }
      async let first: Void = Self.write(folder)
      async let second: Void = Self.write(folder)
      _ = await (first, second)
      isOver.add(true)
      reading.wait()
      #expect(try Transfers.check(reader) == Revision(122))
      var revisions: [UInt64] = []
      try reader.events(in: Revision(3)...Revision(122)) { event in
        if event.position.ordinal == 0 { revisions.append(event.position.revision.rawValue) }
        return true
      }
      #expect(revisions == Array(3...122))
      #expect(try reader.count(Query("thing")) == 122)
    }
  }

  private static func write(_ folder: String) async {
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      let store = try Store.open(at: folder + "/s", .quick)
      try Transfers.run(60, in: store, by: "process")
      store.close()
    }
  }

  @Test func `one process makes the views anew while another writes and reads`() async throws {
    try await withFolder { folder in
      try Transfers.make(at: folder + "/s")
      let store = try Store.open(at: folder + "/s", .quick)
      defer { store.close() }
      let work = Background {
        try Transfers.run(60, in: store, by: "beside")
        for _ in 0..<60 { try Transfers.check(store) }
      }
      await #expect(processExitsWith: .success) { [folder = folder as String] in
        let store = try Store.open(at: folder + "/s", .quick)
        for _ in 0..<10 {
          try store.rebuild()
          try Transfers.check(store)
        }
        store.close()
      }
      work.wait()
      #expect(try Transfers.check(store) == Revision(62))
    }
  }

  @Test func `a commit of another process wakes one that waits`() async throws {
    try await withFolder { folder in
      try Transfers.make(at: folder + "/s")
      let store = try Store.open(at: folder + "/s", .quick)
      defer { store.close() }
      let waiter = Background {
        let revision = try store.waitForCommit(after: Revision(2), timeout: .seconds(60))
        #expect(revision == Revision(3))
      }
      await #expect(processExitsWith: .success) { [folder = folder as String] in
        let store = try Store.open(at: folder + "/s", .quick)
        try Transfers.run(1, in: store, by: "other")
      }
      waiter.wait()
    }
  }
}
