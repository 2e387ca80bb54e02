import PageStore
import StoreErrors
import TestSupport
import Testing

/// Random work against a dictionary; `SEED=… swift test` repeats a run.
@Suite("A table behaves as a sorted dictionary")
struct PropertyTests {
  private struct Stop: Error {}

  /// Sizes around all the borders of pages, small ones most often.
  private static let valueSizes = [
    0, 1, 7, 30, 100, 100, 100, 300, 2021, 2022, 2023, 4080, 4081, 9000,
  ]

  @Test("whatever is put, deleted, aborted and walked, while the map grows")
  func model() throws {
    var random = SeededGenerator()
    for _ in 0..<rounds(4) {
      try withEnvironment(mapBytes: 1 << 20) { environment, table in
        var model: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<60 {
          let seed = random.next()
          let isAborted = random.oneIn(5)
          var changed = model
          do {
            try environment.write { transaction in
              // The write may run again: from the same seed it does the same.
              var random = SeededGenerator(seed: seed)
              changed = model
              for _ in 0..<random.index(below: 80) {
                try change(&changed, &transaction, table, &random)
              }
              if isAborted { throw Stop() }
            }
            model = changed
          } catch is Stop {}
          try compare(model, environment, table, &random)
        }
      }
    }
  }

  private func change(
    _ model: inout [[UInt8]: [UInt8]],
    _ transaction: inout WriteTransaction,
    _ table: Table,
    _ random: inout SeededGenerator
  ) throws {
    switch random.index(below: 10) {
    case 0..<6:
      let key = key(&random)
      let value = [UInt8](
        repeating: UInt8(random.index(below: 256)),
        count: random.pick(Self.valueSizes)
      )
      try transaction.put(table, key, value)
      model[key] = value
    case 6:
      let key = model.isEmpty || random.oneIn(2) ? key(&random) : random.pick(sorted(model))
      let isDeleted = try transaction.delete(table, key)
      #expect(isDeleted == (model.removeValue(forKey: key) != nil))
    case 7:
      let key = key(&random)
      #expect(try transaction.value(of: table, key) == model[key])
    case 8 where random.oneIn(30):
      try transaction.removeAll(of: table)
      model = [:]
    default:
      try deleteSome(&model, &transaction, table, &random)
    }
  }

  /// Walks from somewhere, either way, and deletes some of what it meets.
  private func deleteSome(
    _ model: inout [[UInt8]: [UInt8]],
    _ transaction: inout WriteTransaction,
    _ table: Table,
    _ random: inout SeededGenerator
  ) throws {
    let isUpward = random.oneIn(2)
    let start = key(&random)
    var expected = sorted(model).filter { isUpward != $0.lexicographicallyPrecedes(start) }
    if !isUpward { expected.reverse() }
    let most = random.index(below: 40)
    let deleting = random.pick([1, 2, 3])
    try transaction.withWritableCursor(over: table) { cursor in
      var isFound = try isUpward ? cursor.seek(atOrAfter: start) : cursor.seek(before: start)
      for key in expected.prefix(most) {
        #expect(isFound)
        guard isFound else { return }
        #expect(try cursor.withEntry { found, _ in array(found) } == key)
        if random.oneIn(deleting) {
          try cursor.delete()
          model[key] = nil
        }
        isFound = try isUpward ? cursor.next() : cursor.previous()
      }
      if most >= expected.count { #expect(!isFound) }
    }
  }

  private func compare(
    _ model: [[UInt8]: [UInt8]],
    _ environment: Environment,
    _ table: Table,
    _ random: inout SeededGenerator
  ) throws {
    let keys = sorted(model)
    try environment.read { transaction in
      let count = try transaction.count(of: table)
      #expect(count == UInt64(keys.count))
      try transaction.withCursor(over: table) { cursor in
        var index = 0
        while try cursor.next() {
          guard index < keys.count else { break }
          let (key, value) = try cursor.withEntry { (array($0), array($1)) }
          #expect(key == keys[index] && value == model[key])
          index += 1
        }
        #expect(index == keys.count)
        // A random walk, with the place the model has.
        var place = -1
        for _ in 0..<30 {
          switch random.index(below: 4) {
          case 0:
            let sought = self.key(&random)
            place = keys.firstIndex { !$0.lexicographicallyPrecedes(sought) } ?? keys.count
            #expect(try cursor.seek(atOrAfter: sought) == (place < keys.count))
          case 1:
            let sought = self.key(&random)
            place = (keys.firstIndex { !$0.lexicographicallyPrecedes(sought) } ?? keys.count) - 1
            #expect(try cursor.seek(before: sought) == (place >= 0))
          case 2:
            if index == keys.count { (place, index) = (keys.count, -1) }
            place = min(place + 1, keys.count)
            #expect(try cursor.next() == (place < keys.count))
          default:
            if index == keys.count { (place, index) = (keys.count, -1) }
            place = max(place - 1, -1)
            #expect(try cursor.previous() == (place >= 0))
          }
          index = -1
          guard keys.indices.contains(place) else { continue }
          #expect(try cursor.withEntry { key, _ in array(key) } == keys[place])
        }
      }
    }
  }

  private func sorted(_ model: [[UInt8]: [UInt8]]) -> [[UInt8]] {
    model.keys.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func key(_ random: inout SeededGenerator) -> [UInt8] {
    let size = random.oneIn(20) ? random.pick([1, 510, 511]) : 1 + random.index(below: 4)
    return (0..<size).map { _ in UInt8(random.pick([0, 1, 2, 127, 128, 254, 255])) }
  }

  private func array(_ span: Span<UInt8>) -> [UInt8] { span.indices.map { span[$0] } }
}
