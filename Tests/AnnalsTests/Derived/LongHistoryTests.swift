import Annals
import Foundation
import TestSupport
import Testing

/// One record with many versions among others: what the views know of its past against what its events say.
@Suite struct LongHistoryTests {
  /// What a version is after its event, folded by hand.
  private struct Version: Equatable {
    var revision: Revision
    var op: Event.Op
    var life: UInt64
    var values: [ExactString: Value]
  }

  private func thing() throws -> TypeDefinition {
    try .thing(
      FieldDefinition("n", .int),
      FieldDefinition("t", .text),
      FieldDefinition("j", .json),
      views: [ViewDefinition("by-n", filters: [], sorts: [SortKey(field: 1)])]
    )
  }

  /// Writes a commit with several events of the record, and notes each.
  private func change(
    _ store: Store,
    _ versions: inout [Version],
    _ random: inout SeededGenerator
  ) throws {
    var operations: [RecordOperation] = []
    var values = versions.last.map { $0.op == .delete ? nil : $0.values } ?? nil
    var noted: [Version] = []
    var life = versions.last?.life ?? 0
    for _ in 0..<(random.oneIn(20) ? 40 : 1 + random.index(below: 3)) {
      var op = Event.Op.update
      if values == nil {
        values = [:]
        op = .create
        life += 1
      } else if random.oneIn(12) {
        values = nil
        operations.append(.remove("hot"))
        noted.append(Version(revision: .zero, op: .delete, life: life, values: [:]))
        continue
      }
      // Always another number, so that each update is an event.
      let number = Value.int(Int64(versions.count + noted.count))
      let text: Value? = random.pick([
        nil, .null, .text(""), .text(String(repeating: "x", count: random.index(below: 400))),
      ])
      values?["n"] = number
      values?["t"] = text
      let given: RecordOperation.Values = ["n": number, "t": text]
      operations.append(op == .create ? .new("hot", given) : .set("hot", given))
      noted.append(Version(revision: .zero, op: op, life: life, values: values ?? [:]))
    }
    if random.oneIn(2) { operations.append(.put("other", ["n": .int(random.integer())])) }
    let revision = try #require(try store.write(operations).revision)
    versions += noted.map {
      Version(revision: revision, op: $0.op, life: $0.life, values: $0.values)
    }
  }

  private func values(_ record: StoredRecord) -> [ExactString: Value] {
    var values: [ExactString: Value] = [:]
    for (field, value) in zip(record.definition.fields, record.values) {
      values[field.name] = value
    }
    return values
  }

  private func check(_ store: Store, _ versions: [Version], _ random: inout SeededGenerator) throws
  {
    let head = try store.head().revision.rawValue
    for revision in 1...head {
      let index = versions.lastIndex { $0.revision.rawValue <= revision }
      let found = try store.lookup("thing", "hot", at: .revision(Revision(revision)))
      switch (found, index.map { versions[$0] }) {
      case (.notYetCreated(let first), nil):
        #expect(first.version == 1 && first.commit.revision == versions[0].revision)
      case (.deleted(let last, let event), let version?):
        let index = try #require(index)
        #expect(version.op == .delete && event.version == UInt64(index + 1))
        #expect(values(last) == versions[index - 1].values && last.version == UInt64(index))
      case (.found(let record), let version?):
        #expect(values(record) == version.values, "r\(revision)")
        #expect(record.version == UInt64((index ?? 0) + 1) && record.life == version.life)
        #expect(record.revision == version.revision)
        #expect(record.updated == (try store.commit(version.revision).header.time))
        let birth = versions[...(index ?? 0)].last { $0.op == .create }?.revision
        #expect(record.created == (try store.commit(birth ?? .zero).header.time))
      default: Issue.record("r\(revision): \(found)")
      }
    }
    for _ in 0..<40 {
      let number = 1 + random.index(below: versions.count)
      let (record, event) = try store.version(UInt64(number), of: "thing", "hot")
      #expect(event.op == versions[number - 1].op)
      #expect(event.commit.revision == versions[number - 1].revision)
      #expect(record.map(values) ?? [:] == versions[number - 1].values)
    }
    for reversed in [false, true] {
      var seen: [UInt64] = []
      try store.events(of: "thing", "hot", reversed: reversed) { event in
        seen.append(event.version)
        #expect(event.op == versions[Int(event.version) - 1].op)
        return true
      }
      let all = (1...UInt64(versions.count)).map { $0 }
      #expect(seen == (reversed ? all.reversed() : all))
    }
    #expect(
      code { _ = try store.version(UInt64(versions.count + 1), of: "thing", "hot") } == .notFound
    )
  }

  @Test func `every version is found, however the events came into the views`() throws {
    var random = SeededGenerator()
    try withFolder { folder in
      var store = try Store.create(at: folder + "/s", .quick)
      defer { store.close() }
      try store.write([.define(thing())])
      var versions: [Version] = []
      for round in 0..<rounds(5) {
        if round == 1 { try store.snapshot() }
        // Sometimes read after each commit, sometimes after many.
        let pause = random.pick([1, 3, 100])
        for commit in 0..<60 {
          try change(store, &versions, &random)
          if commit % pause == 0 { try store.catchUp() }
        }
        try check(store, versions, &random)
      }
      try store.rebuild()
      try check(store, versions, &random)
      store.close()
      store = try Store.open(at: folder + "/s", .readOnly)
      try check(store, versions, &random)
      store.close()
      // Views that begin from the snapshot leave what was before it to the log.
      try FileManager.default.removeItem(atPath: folder + "/s/views")
      var options = Store.Options.quick
      options.restoreEvents = 1
      store = try Store.open(at: folder + "/s", options)
      try check(store, versions, &random)
      #expect(try store.statistics().indexedSince > .zero)
    }
  }
}
