import Annals
import Foundation
import Testing

/// Many threads of one process, and several stores at one path.
@Suite struct ThreadTests {
  private func things() throws -> TypeDefinition {
    try .thing(FieldDefinition("n", .int), FieldDefinition("t", .text))
  }

  @Test func `32 threads write, each call its own revision, none lost`() throws {
    try withStoreOnDisk(things()) { store in
      let given = Gathered<Revision>()
      onThreads(32) { thread in
        for number in 0..<10 {
          let receipt = try store.write([.new("\(thread)-\(number)", ["n": .int(1)])])
          if let revision = receipt.revision { given.add(revision) }
          let id: ExactString = "\(thread)-\(number)"
          #expect(try store.record(id) != nil, "a write is seen by the read after it")
        }
      }
      #expect(given.items.sorted() == (2...321).map { Revision($0) })
      #expect(try store.count(Query("thing")) == 320)
      var seen: Set<ExactString> = []
      try store.events(in: Revision(2)...Revision(321)) { event in
        seen.insert(event.id)
        return true
      }
      #expect(seen.count == 320)
    }
  }

  @Test func `one caller's mistake is not the others'`() throws {
    try withStore(things()) { store in
      let refused = Gathered<StoreError.Code>()
      onThreads(24) { thread in
        for number in 0..<8 {
          do {
            try store.write([.new(thread % 3 == 0 ? "same" : "\(thread)-\(number)")])
          } catch let error as StoreError {
            refused.add(error.code)
          }
        }
      }
      #expect(refused.items == Array(repeating: .conflict, count: 8 * 8 - 1))
      let head = try store.head()
      #expect(head.revision.rawValue == 16 * 8 + 2 && head.eventCount == 16 * 8 + 2)
    }
  }

  @Test func `one request under one key by many threads happens once`() throws {
    try withStoreOnDisk(things()) { store in
      let answers = Gathered<Store.Receipt>()
      onThreads(16) { thread in
        for number in 0..<12 {
          var keyed = Store.WriteOptions()
          keyed.key = "k\(number)"
          answers.add(
            try store.write([.new("a\(number)"), .set("a\(number)", ["n": .int(1)])], keyed)
          )
        }
      }
      let head = try store.head()
      #expect(head.revision == Revision(13))
      let byRevision = Dictionary(grouping: answers.items, by: \.revision)
      #expect(byRevision.count == 12)
      for (_, receipts) in byRevision {
        #expect(receipts.count == 16 && receipts.count { !$0.isRepeat } == 1)
        #expect(Set(receipts.map(\.outcomes)).count == 1)
      }
    }
  }

  @Test func `counters kept by version checks lose no step between two stores`() throws {
    try withFolder { folder in
      let first = try Store.create(at: folder + "/s", .quick)
      defer { first.close() }
      let second = try Store.open(at: folder + "/s", .quick)
      defer { second.close() }
      try first.write([.define(try things()), .new("c", ["n": .int(0)])])
      onThreads(8) { thread in
        let store = thread % 2 == 0 ? first : second
        for _ in 0..<15 {
          var isDone = false
          while !isDone {
            guard let record = try store.record("c"), case .int(let count)? = record["n"] else {
              return
            }
            let step = RecordOperation.set("c", ["n": .int(count + 1)], ifVersion: record.version)
            switch code({ try store.write([step]) }) {
            case nil: isDone = true
            case .conflict?: continue
            case let other?: Issue.record("\(other)")
            }
          }
        }
      }
      let record = try #require(try first.record("c"))
      #expect(record["n"] == .int(120) && record.version == 121)
      #expect(try second.head().revision == Revision(121))
    }
  }

  @Test func `rebuilding again and again disturbs neither readers nor writers`() throws {
    try withStoreOnDisk(things()) { store in
      try store.write((0..<50).map { .new("a\($0)", ["n": .int(Int64($0))]) })
      let isOver = Gathered<Bool>()
      let readers = (0..<3).map { _ in
        Background {
          while isOver.items.isEmpty {
            let records = try store.fetch(Query("thing", sort: [SortKey(field: 1)])).records
            #expect(records.count == 50)
            #expect(try store.record("a7") != nil)
            #expect(try store.statistics().types.count == 1)
          }
        }
      }
      let writers = (0..<2).map { writer in
        Background {
          var number = 0
          while isOver.items.isEmpty {
            number += 1
            try store.write([.set("a\(writer)", ["t": .text("\(number)")])])
          }
        }
      }
      for _ in 0..<12 { try store.rebuild() }
      isOver.add(true)
      (readers + writers).forEach { $0.wait() }
      #expect(try store.count(Query("thing")) == 50)
    }
  }
}
