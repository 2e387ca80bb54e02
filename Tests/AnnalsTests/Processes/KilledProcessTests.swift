import Annals
import Foundation
import Records
import TestSupport
import Testing

/// Processes that are killed in the middle of their work.
@Suite struct KilledProcessTests {
  private static func lines(_ path: String) -> [String] {
    ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(
      String.init
    )
  }

  @Test func `a killed writer leaves whole commits, and all that were acknowledged`() async throws {
    try await withFolder { folder in
      try Transfers.make(at: folder + "/s")
      let note = folder + "/acknowledged"
      try Data().write(to: URL(fileURLWithPath: note))
      let killer = Background {
        // The first line is the process.
        while Self.lines(note).count < 40 { usleep(500) }
        if let process = Self.lines(note).first.flatMap({ pid_t($0) }) { kill(process, SIGKILL) }
      }
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [folder = folder as String, note = note as String] in
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: note))
        try file.write(contentsOf: Data("\(getpid())\n".utf8))
        let store = try Store.open(at: folder + "/s", .quick)
        let threads = (0..<3).map { thread in
          Background {
            while true {
              let receipt = try store.write([
                .new(nil, ["by": .text("\(thread)")]), .new(nil), .new(nil),
              ])
              guard let revision = receipt.revision else { return }
              try file.write(contentsOf: Data("\(revision.rawValue)\n".utf8))
              if thread == 0 { try Transfers.check(store) }
            }
          }
        }
        threads.forEach { $0.wait() }
      }
      killer.wait()
      let store = try Store.open(at: folder + "/s", .quick)
      defer { store.close() }
      let head = try store.head()
      let acknowledged = Self.lines(note).dropFirst().compactMap { UInt64($0) }
      #expect(acknowledged.count >= 39 && acknowledged.allSatisfy { $0 <= head.revision.rawValue })
      #expect(head.eventCount == 3 + 3 * (head.revision.rawValue - 2))
      var events: [UInt64: Int] = [:]
      try store.events(in: Revision(3)...head.revision) { event in
        events[event.position.revision.rawValue, default: 0] += 1
        return true
      }
      #expect(
        events.count == Int(head.revision.rawValue) - 2 && events.values.allSatisfy { $0 == 3 }
      )
      #expect(try store.count(Query("thing")) == 2 + 3 * (head.revision.rawValue - 2))
      // Nobody holds a lock, and the next revision follows.
      #expect(try store.write([.new(nil)]).revision == head.revision.next)
    }
  }

  /// What a process does until it is killed.
  enum Work: Int, CaseIterable, Sendable { case catchUp, rebuild, rebuildFromSnapshot }

  @Test(arguments: Work.allCases) func `the next read is right when a process was killed at`(
    _ work: Work
  ) async throws {
    try await withFolder { folder in
      var options = Store.Options.quick
      options.snapshotPolicy = SnapshotPolicy(everyEvents: 0)
      let writer = try Store.create(at: folder + "/s", options)
      try writer.write([.define(.thing(FieldDefinition("n", .int)))])
      for round in 0..<10 {
        try writer.write((0..<40).map { .put("\($0 + round)", ["n": .int(Int64(round))]) })
        if round == 3, work == .rebuildFromSnapshot { try writer.snapshot() }
      }
      let wanted = try writer.replayed()
      writer.close()
      if work == .catchUp { try FileManager.default.removeItem(atPath: folder + "/s/views") }
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [folder = folder as String, work = work.rawValue as Int] in
        var options = Store.Options.quick
        options.catchUpEvents = 30
        let store = try Store.open(at: folder + "/s", options)
        let die: Records.Progress = { done, _ in if done > 200 { kill(getpid(), SIGKILL) } }
        if work == Work.catchUp.rawValue {
          try store.catchUp(progress: die)
        } else {
          try store.rebuild(progress: die)
        }
      }
      let store = try Store.open(at: folder + "/s", .quick)
      defer { store.close() }
      let waiting = try store.statistics().waitingEvents
      #expect(work == .catchUp ? (1..<401).contains(waiting) : waiting == 0 || waiting < 401)
      #expect(try store.fetch(Query("thing")).records == wanted)
      try store.rebuild()
      #expect(try store.fetch(Query("thing")).records == wanted)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/s")
      #expect(!names.contains { $0.hasPrefix("views.next") }, "\(names)")
    }
  }

  @Test func `whatever a process does when it is killed, the store is sound`() async throws {
    var random = SeededGenerator()
    try await withFolder { folder in
      try Transfers.make(at: folder + "/s")
      for _ in 0..<rounds(4) {
        let delay = UInt32(1000 + random.index(below: 60_000))
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [folder = folder as String, delay = delay as UInt32] in
          var options = Store.Options.quick
          options.catchUpEvents = 5
          let store = try Store.open(at: folder + "/s", options)
          let killer = Background {
            usleep(delay)
            kill(getpid(), SIGKILL)
          }
          let others = [
            Background { while true { try Transfers.run(1, in: store, by: "killed") } },
            Background { while true { try store.rebuild() } },
            Background {
              while true {
                try store.snapshot()
                try store.pruneSnapshots()
              }
            },
          ]
          (others + [killer]).forEach { $0.wait() }
        }
        let store = try Store.open(at: folder + "/s", .quick)
        try Transfers.check(store)
        let records = try store.fetch(Query("thing")).records
        #expect(try store.replayed() == records)
        try store.rebuild()
        #expect(try store.fetch(Query("thing")).records == records)
        store.close()
      }
    }
  }
}

extension Store {
  /// All things as a replay of the whole log shows them.
  fileprivate func replayed() throws -> [StoredRecord] {
    var records: [StoredRecord] = []
    try replay(useSnapshots: false) { record in
      records.append(record)
      return true
    }
    return records
  }
}
