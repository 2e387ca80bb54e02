import EventLog
import StoreErrors
import Testing

@Suite("Contract: idempotency keys")
struct KeyContract {
  private let key = IdempotencyKey(name: "order 7", content: 0xFEED)

  @Test("a known key gives the first result and appends nothing", arguments: Keeper.allCases)
  func repeated(keeper: Keeper) throws {
    try keeper.withLog { log in
      try log.append(.of("before"))
      let first = try log.append(.of("a", at: 50, key: key))
      let after = try log.append(.of("after", at: 60))
      let head = try log.head()

      var expected = first
      expected[0].isRepeat = true
      #expect(try log.append(.of("a", at: 99, key: key)) == expected)
      #expect(try log.result(forKey: key) == expected[0])
      #expect(try log.head() == head)

      // Beside new drafts it keeps its place in the answer.
      let mixed = try log.append(.of("b"), .of("a", key: key), .of("c"))
      #expect(mixed.map(\.revision.rawValue) == [4, 2, 5])
      #expect(mixed.map(\.isRepeat) == [false, true, false])
      #expect(after[0].revision == Revision(3))
    }
  }

  @Test("a key counts within one append too", arguments: Keeper.allCases)
  func withinOneAppend(keeper: Keeper) throws {
    try keeper.withLog { log in
      let answers = try log.append(.of("a", key: key), .of("b"), .of("a", key: key))
      #expect(answers.map(\.revision.rawValue) == [1, 2, 1])
      #expect(answers.map(\.isRepeat) == [false, false, true])
      #expect(answers[2].time == answers[0].time)

      let other = IdempotencyKey(name: "other", content: 1)
      let changed = IdempotencyKey(name: "other", content: 2)
      expectError(.keyReused) { try log.append(.of("c", key: other), .of("d", key: changed)) }
      #expect(try log.head().revision == Revision(2))
    }
  }

  @Test("a key with another content is refused by name", arguments: Keeper.allCases)
  func reused(keeper: Keeper) throws {
    try keeper.withLog { log in
      try log.append(.of("a"), .of("b", key: key))
      let changed = IdempotencyKey(name: key.name, content: key.content + 1)
      let error = expectError(.keyReused) { try log.append(.of("b", key: changed)) }
      #expect(error?.message.contains("'order 7'") == true)
      #expect(error?.message.contains("r2") == true)
      expectError(.keyReused) { _ = try log.result(forKey: changed) }
    }
  }

  /// An answer that got lost is asked for again with the expectation of then.
  @Test(
    "a repeated request meets no conflict, a new one beside it does",
    arguments: Keeper.allCases
  )
  func repeatedWithExpectation(keeper: Keeper) throws {
    try keeper.withLog { log in
      try log.append(.of("a", key: key), expecting: .head(.zero))
      let again = try log.append(.of("a", key: key), expecting: .head(.zero))
      #expect(again.map(\.isRepeat) == [true])
      expectError(.conflict) {
        try log.append(.of("a", key: key), .of("new"), expecting: .head(.zero))
      }
      let mixed = try log.append(.of("a", key: key), .of("new"), expecting: .head(Revision(1)))
      #expect(mixed.map(\.revision.rawValue) == [1, 2])
    }
  }

  @Test("keys are told apart by their bytes", arguments: Keeper.allCases)
  func bytes(keeper: Keeper) throws {
    try keeper.withLog { log in
      // Swift's `==` calls the first two equal.
      let names = ["caf\u{E9}", "cafe\u{301}", "cafe", "CAFE", " ", "\0", "日本"]
      for name in names { try log.append(.of(name, key: .init(name: name, content: 0))) }
      #expect(try log.head().revision == Revision(UInt64(names.count)))
      for (index, name) in names.enumerated() {
        let known = try log.result(forKey: .init(name: name, content: 0))
        #expect(known?.revision == Revision(UInt64(index + 1)))
      }
    }
  }

  @Test("an unknown key has no result, nor has one that cannot be", arguments: Keeper.allCases)
  func unknown(keeper: Keeper) throws {
    try keeper.withLog { log in
      try log.append(.of("a", key: key))
      for name in ["order", "order 77", "", String(repeating: "k", count: 600)] {
        #expect(try log.result(forKey: .init(name: name, content: 0xFEED)) == nil)
      }
    }
  }
}
