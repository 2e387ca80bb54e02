import EventLog
import TestSupport
import Testing

/// Random changes against a plain list; `SEED=… swift test` repeats a run.
@Suite("The past answers as a plain list does")
struct ModelTests {
  /// How the keys of a test come about.
  enum Keys: CaseIterable {
    case few, many, long, rising, hot

    func key(_ random: inout SeededGenerator, _ step: Int) -> [UInt8] {
      switch self {
      case .few: text("k", random.index(below: 40))
      case .many: text("owner/", random.index(below: 30)) + text("/", random.index(below: 1000))
      case .long:
        text("", random.index(below: 60))
          + [UInt8](
            repeating: UInt8(random.index(below: 3)),
            count: random.pick([0, 10, 300, 3_000, 9_000, 65_000])
          )
      case .rising: text("q", 1_000_000 + step)
      case .hot: random.oneIn(4) ? text("k", random.index(below: 900)) : Array("k450".utf8)
      }
    }

    private func text(_ beginning: String, _ number: Int) -> [UInt8] {
      Array((beginning + String(number)).utf8)
    }
  }

  @Test("at every revision, from anywhere, through batches of all sizes", arguments: Keys.allCases)
  func model(keys: Keys) throws {
    var random = SeededGenerator(for: "model(\(keys))")
    try run(keys, &random)
  }

  /// A leaf went over to the left part of its directory, and the right part kept bounds that were no longer its own.
  @Test func `directories that divide and lose their first node in one batch`() throws {
    var random = SeededGenerator(seed: 6_291_523_906_255_755_167)
    try run(.long, &random)
  }

  private func run(_ keys: Keys, _ random: inout SeededGenerator) throws {
    for _ in 0..<rounds(1) {
      try withPast { store in
        var model = PastModel()
        var revision: UInt64 = 0
        var step = 0
        for batch in 0..<24 {
          let size = random.pick([1, 2, 30, 300, keys == .long ? 100 : 1_500])
          for _ in 0..<size {
            if !random.oneIn(4) || revision == 0 { revision += UInt64(random.index(below: 3) + 1) }
            step += 1
            change(&model, keys, &random, step, revision)
          }
          try store.apply(model.takeChanges())
          if random.oneIn(10) { try store.reopen() }
          if batch % 4 == 3 { try compare(store, model, keys, &random, revision) }
        }
      }
    }
  }

  private func change(
    _ model: inout PastModel,
    _ keys: Keys,
    _ random: inout SeededGenerator,
    _ step: Int,
    _ revision: UInt64
  ) {
    let key = keys.key(&random, step)
    if keys == .rising {
      // A queue: what came first goes first.
      model.insert(key, UInt32(step), at: revision)
      if step > 700 {
        model.remove(keys.key(&random, step - 700), at: revision)
      }
    } else if model.alive[key] != nil {
      model.remove(key, at: revision)
      if random.oneIn(3) { model.insert(key, UInt32(step), at: revision) }
    } else {
      model.insert(key, UInt32(step), at: revision)
      if random.oneIn(8) { model.remove(key, at: revision) }
    }
  }

  private func compare(
    _ store: PastStore,
    _ model: PastModel,
    _ keys: Keys,
    _ random: inout SeededGenerator,
    _ head: UInt64
  ) throws {
    for _ in 0..<8 {
      let revision = random.oneIn(4) ? head : UInt64(random.index(below: Int(head) + 3))
      let step = random.index(below: Int(head) + 1)
      let lower = random.oneIn(3) ? [] : keys.key(&random, step)
      let upper = random.oneIn(2) ? [] : Array(keys.key(&random, step + 20).prefix(4))
      let expected = model.entries(at: revision, from: lower, through: upper)
      let found = try store.entries(at: revision, from: lower, through: upper)
      #expect(found.entries == expected, "at r\(revision)")
    }
    let shape = try PastShape(at: UInt64(random.index(below: Int(head) + 1)), store)
    #expect(shape.poor == 0)
  }
}
