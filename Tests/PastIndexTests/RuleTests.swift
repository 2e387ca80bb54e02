import ByteCoding
import EventLog
import PageStore
import StoreErrors
import TestSupport
import Testing

@testable import Records

/// The rules beside the model: several indexes, refusals, and stored bytes that are damaged.
@Suite("The past keeps its rules")
struct RuleTests {
  @Test("indexes in one environment do not see each other")
  func indexes() throws {
    try withPast { store in
      var random = SeededGenerator()
      let numbers: [UInt64] = [0, 1, 1 << 32, 1 << 32 | 1, .max]
      var models = [PastModel](repeating: PastModel(), count: numbers.count)
      for batch in 1...4 {
        for place in numbers.indices {
          for step in 0..<400 {
            let key = [UInt8(random.index(below: 200)), UInt8(random.index(below: 3))]
            let revision = UInt64(batch * 1_000 + step)
            if models[place].alive[key] != nil {
              models[place].remove(key, at: revision)
            } else {
              models[place].insert(key, UInt32(step), at: revision)
            }
          }
          try store.apply(models[place].takeChanges(), to: numbers[place])
        }
      }
      for place in numbers.indices {
        for revision: UInt64 in [0, 1_100, 2_399, 3_200, 9_999, .max] {
          #expect(
            try store.entries(of: numbers[place], at: revision).entries
              == models[place].entries(at: min(revision, 9_999))
          )
        }
      }
    }
  }

  @Test("an entry that comes and goes at one revision leaves nothing")
  func sameRevision() throws {
    try withPast { store in
      var changes = PastChanges()
      for _ in 0..<3 {
        changes.append([1], mark: 1, at: Revision(5), isInsertion: true)
        changes.append([1], mark: 1, at: Revision(5), isInsertion: false)
      }
      try store.apply(changes)
      #expect(
        try store.environment.read { try $0.count(of: store.environment.table("pastNodes")) } == 0
      )
      changes.removeAll()
      changes.append([], mark: 7, at: Revision(6), isInsertion: true)
      try store.apply(changes)
      #expect(try store.entries(at: 5).entries == [])
      #expect(try store.entries(at: 6).entries == [Entry(key: [], mark: 7)])
      changes.removeAll()
      changes.append([], mark: 7, at: Revision(6), isInsertion: false)
      try store.apply(changes)
      #expect(try store.entries(at: 6).entries == [])
    }
  }

  @Test("what contradicts the past is refused, and changes nothing")
  func refusals() throws {
    try withPast { store in
      try store.apply(changes((1, 10, true), (2, 11, true), (2, 12, false)))
      let before = try store.entries(at: 20).entries
      #expect(code { try store.apply(changes((1, 13, true))) } == .damaged)
      #expect(code { try store.apply(changes((2, 13, false))) } == .damaged)
      #expect(code { try store.apply(changes((3, 13, false))) } == .damaged)
      #expect(code { try store.apply(changes((3, 13, true), (3, 14, true))) } == .damaged)
      #expect(code { try store.apply(changes((1, 9, false))) } == .misuse)
      #expect(code { try store.apply(changes((2, 11, true))) } == .misuse)
      #expect(code { try store.apply(changes((3, .max, true))) } == .misuse)
      #expect(try store.entries(at: 20).entries == before)
    }
  }

  @Test("a flipped bit gives an error or the right answer")
  func damage() throws {
    try withPast { store in
      var random = SeededGenerator()
      var model = PastModel()
      var revision: UInt64 = 0
      for _ in 0..<4_000 {
        revision += 1
        let key = Array("key \(random.index(below: 600))".utf8)
        model.remove(key, at: revision)
        model.insert(key, UInt32(revision), at: revision)
      }
      try store.apply(model.takeChanges())
      for _ in 0..<rounds(300) {
        let table = try store.environment.table(random.pick(PastIndex.tableNames))
        let (key, value) = try pick(store, table, &random)
        var damaged = value
        damaged[random.index(below: value.count)] ^= 1 << random.index(below: 8)
        if random.oneIn(5) { damaged.removeLast(random.index(below: value.count)) }
        try store.environment.write { try $0.put(table, key, damaged) }
        let at = UInt64(random.index(below: Int(revision) + 1))
        do {
          #expect(try store.entries(at: at).entries == model.entries(at: at))
        } catch let error as StoreError {
          #expect(error.code == .damaged)
        }
        var changes = PastChanges()
        let next = Revision(revision + 1)
        changes.append([0], mark: 1, at: next, isInsertion: true)
        let refusal = code { try store.apply(changes) }
        #expect(refusal == nil || refusal == .damaged)
        if refusal == nil {
          changes.removeAll()
          changes.append([0], mark: 1, at: next, isInsertion: false)
          try store.apply(changes)
        }
        try store.environment.write { try $0.put(table, key, value) }
      }
      #expect(try store.entries(at: revision).entries == model.entries(at: revision))
    }
  }

  private func pick(
    _ store: PastStore,
    _ table: Table,
    _ random: inout SeededGenerator
  ) throws -> (key: [UInt8], value: [UInt8]) {
    let place = random.index(below: Int(try store.environment.read { try $0.count(of: table) }))
    return try store.environment.read { transaction in
      try transaction.withCursor(over: table) { cursor in
        for _ in 0...place { _ = try cursor.next() }
        return try cursor.withEntry { (Array($0), Array($1)) }
      }
    }
  }

  private func changes(_ list: (UInt8, UInt64, Bool)...) -> PastChanges {
    var changes = PastChanges()
    for (key, revision, isInsertion) in list {
      changes.append([key], mark: 1, at: Revision(revision), isInsertion: isInsertion)
    }
    return changes
  }

  private func code(_ body: () throws -> Void) -> StoreError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? StoreError)?.code
    }
  }
}
