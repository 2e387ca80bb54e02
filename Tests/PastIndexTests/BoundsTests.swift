import EventLog
import TestSupport
import Testing

@testable import Records

/// What a read costs, whatever was rewritten.
@Suite("A read of the past meets few nodes")
struct BoundsTests {
  @Test("of a key that was rewritten again and again, and of its neighbours")
  func hotKey() throws {
    try withPast { store in
      var model = PastModel()
      for number in 0..<2_000 { model.insert(key(number), 1, at: UInt64(number + 1)) }
      try store.apply(model.takeChanges())
      var revision: UInt64 = 2_000
      for _ in 0..<10 {
        for step in 0..<4_000 {
          revision += 1
          model.remove(key(1_000), at: revision)
          if step % 2 == 1 { revision += 1 }
          model.insert(key(1_000), UInt32(step), at: revision)
        }
        try store.apply(model.takeChanges())
      }
      var random = SeededGenerator()
      for _ in 0..<60 {
        let at = 2_000 + UInt64(random.index(below: Int(revision) - 2_000))
        let found = try store.entries(at: at, from: key(990), limit: 20)
        #expect(found.entries == Array(model.entries(at: at, from: key(990)).prefix(20)))
        #expect(found.nodesRead <= 5)
      }
      try expectOrder(store, at: revision)
    }
  }

  @Test("of a queue, whose first keys go as its last ones come")
  func queue() throws {
    try withPast { store in
      var revision: UInt64 = 0
      let length: UInt64 = 700
      while revision < 40_000 {
        var changes = PastChanges()
        for _ in 0..<2_000 {
          revision += 1
          changes.append(key(Int(revision)), mark: 1, at: Revision(revision), isInsertion: true)
          if revision > length {
            let first = key(Int(revision - length))
            changes.append(first, mark: 0, at: Revision(revision), isInsertion: false)
          }
        }
        try store.apply(changes)
      }
      var random = SeededGenerator()
      for _ in 0..<60 {
        let at = 1_000 + UInt64(random.index(below: Int(revision) - 1_000))
        let found = try store.entries(at: at, limit: 3)
        #expect(found.entries.map(\.key) == (1...3).map { key(Int(at - length + $0)) })
        #expect(found.nodesRead <= 5)
        try expectOrder(store, at: at)
      }
    }
  }

  @Test("of a list that was long once and then emptied, but for a few")
  func shrinking() throws {
    try withPast { store in
      var model = PastModel()
      var revision: UInt64 = 0
      for number in 0..<10_000 {
        if number % 5 == 0 { revision += 1 }
        model.insert(longKey(number), 1, at: revision)
      }
      try store.apply(model.takeChanges())
      let whole = try PastShape(at: revision, store)
      #expect(whole.height >= 3)
      for batch in 0..<5 {
        for number in batch * 2_000..<batch * 2_000 + 2_000 where number % 4_000 != 17 {
          revision += 1
          model.remove(longKey(number), at: revision)
        }
        try store.apply(model.takeChanges())
        try expectOrder(store, at: revision)
      }
      let found = try store.entries(at: revision)
      #expect(found.entries == model.entries(at: revision))
      #expect(found.nodesRead <= 2)
      // One revision takes all the rest, and the next begins anew.
      for entry in found.entries { model.remove(entry.key, at: revision + 1) }
      try store.apply(model.takeChanges())
      #expect(try store.entries(at: revision + 1).nodesRead == 0)
      model.insert(longKey(5), 2, at: revision + 2)
      try store.apply(model.takeChanges())
      #expect(try store.entries(at: revision + 2).entries == [Entry(key: longKey(5), mark: 2)])
      #expect(try store.entries(at: revision).entries == found.entries)
    }
  }

  @Test("of a list that came at one revision, with 10,000 entries")
  func oneRevision() throws {
    try withPast { store in
      var model = PastModel()
      for number in 0..<10_000 { model.insert(key(number), 1, at: 1) }
      try store.apply(model.takeChanges())
      for number in 3_000..<9_000 { model.remove(key(number), at: 1) }
      try store.apply(model.takeChanges())
      for number in 0..<2_000 { model.remove(key(number), at: 2) }
      try store.apply(model.takeChanges())
      for revision: UInt64 in 0...3 {
        #expect(try store.entries(at: revision).entries == model.entries(at: revision))
        try expectOrder(store, at: revision)
      }
    }
  }

  private func expectOrder(_ store: PastStore, at revision: UInt64) throws {
    let shape = try PastShape(at: revision, store)
    // A leaf that was left alone below its directory finds neighbours only with its next change.
    #expect(shape.poor <= shape.directories)
  }

  /// Long keys make high trees.
  private func longKey(_ number: Int) -> [UInt8] {
    [UInt8](repeating: 7, count: 200) + key(number)
  }

  private func key(_ number: Int) -> [UInt8] {
    Array("owner ".utf8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }
}
