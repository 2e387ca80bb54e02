import EventLog
import StoreErrors
import Testing

@Suite("Contract: appending")
struct AppendContract {
  @Test("a log begins empty", arguments: Keeper.allCases)
  func empty(keeper: Keeper) throws {
    try keeper.withLog { log in
      let head = try log.head()
      #expect(head == .empty)
      #expect(try log.header(of: .zero) == nil)
      #expect(try log.header(of: Revision(1)) == nil)
      #expect(try log.events(0...UInt64.max).isEmpty)
      #expect(try log.definitions(after: .zero).isEmpty)
      #expect(try log.revision(at: .distantFuture) == .zero)
      expectError(.notFound) { _ = try log.event(1, 0) }
    }
  }

  @Test("commits get the revisions 1, 2, 3 …, and the head follows", arguments: Keeper.allCases)
  func revisions(keeper: Keeper) throws {
    try keeper.withLog { log in
      let first = try log.append(.of("a", "b", at: 10))
      #expect(
        first == [
          Appended(
            revision: Revision(1),
            time: .at(10),
            durability: keeper.durability,
            isRepeat: false
          )
        ]
      )
      let more = try log.append(.of("c", at: 20), .of("d", "e", "f", at: 30))
      #expect(more.map(\.revision) == [Revision(2), Revision(3)])
      #expect(more.map(\.time) == [.at(20), .at(30)])

      let head = try log.head()
      #expect(head.revision == Revision(3))
      #expect(head.time == .at(30))
      #expect(head.eventCount == 6)
      let last = try #require(try log.header(of: Revision(3)))
      #expect(last.asHead == head)
      #expect(last.eventsBefore == 3)
      #expect(try log.header(of: Revision(4)) == nil)
      #expect(try log.header(of: Revision(.max)) == nil)

      let statistics = try log.statistics()
      #expect(statistics.commits == 3)
      #expect(statistics.events == 6)
      #expect(statistics.bytes > 0)
    }
  }

  @Test("an expected head must be the head", arguments: Keeper.allCases)
  func expectation(keeper: Keeper) throws {
    try keeper.withLog { log in
      try log.append(.of("a"), .of("b"), expecting: .head(.zero))
      for wrong in [0, 1, 3, UInt64.max] {
        expectError(.conflict) { try log.append(.of("x"), expecting: .head(Revision(wrong))) }
      }
      #expect(try log.head().revision == Revision(2))
      try log.append(.of("c"), expecting: .head(Revision(2)))
      #expect(try log.events(1...9).map(\.bytes) == [[0x61], [0x62], [0x63]])
    }
  }

  @Test("where one draft is refused, none is appended", arguments: Keeper.allCases)
  func allOrNone(keeper: Keeper) throws {
    try keeper.withLog { log in
      let key = IdempotencyKey(name: "k", content: 1)
      try log.append(.of("a", key: key))
      let before = try log.head()
      let fresh = IdempotencyKey(name: "fresh", content: 1)
      let otherContent = IdempotencyKey(name: "k", content: 2)

      expectError(.usage) { try log.append(.of("b", key: fresh), .of(), .of("c")) }
      expectError(.keyReused) {
        try log.append(.of("b", key: fresh), .of("c", key: otherContent))
      }
      expectError(.tooLarge) {
        try log.append(.of("b", key: fresh), .of("c", by: String(repeating: "a", count: 2 << 20)))
      }
      #expect(try log.head() == before)
      #expect(try log.result(forKey: fresh) == nil)
      #expect(try log.events(1...9).count == 1)
    }
  }

  @Test("no drafts make no commit", arguments: Keeper.allCases)
  func nothing(keeper: Keeper) throws {
    try keeper.withLog { log in
      let answers = try log.appendAll([])
      #expect(answers.isEmpty)
      #expect(try log.head() == .empty)
    }
  }

  @Test("limits hold to the byte", arguments: Keeper.allCases)
  func limits(keeper: Keeper) throws {
    try keeper.withLog { log in
      // Two bytes a letter: the limits count bytes, not characters.
      let longest = String(repeating: "é", count: LogLimits.textBytes / 2)
      let longestKey = String(repeating: "k", count: LogLimits.keyBytes)
      var draft = CommitDraft.of("a", by: longest, key: .init(name: longestKey, content: 0))
      draft.reason = longest
      try log.append(draft)

      draft.key?.name = String(repeating: "l", count: LogLimits.keyBytes)
      var tooLong = [draft, draft, draft]
      tooLong[0].actor += "x"
      tooLong[1].reason?.append("x")
      tooLong[2].key?.name += "x"
      for refused in tooLong { expectError(.tooLarge) { try log.append(refused) } }
      var unnamed = draft
      unnamed.key = .init(name: "", content: 0)
      expectError(.usage) { try log.append(unnamed) }
      let tooMuch = [UInt8](repeating: 0, count: LogLimits.eventBytes + 1)
      expectError(.tooLarge) { try log.append(.of([tooMuch])) }
      #expect(try log.head().revision == Revision(1))
    }
  }

  @Test("the largest event fits beside the largest header")
  func largest() throws {
    let log = MemoryEventLog()
    let longest = String(repeating: "x", count: LogLimits.textBytes)
    let event = [UInt8](repeating: 7, count: LogLimits.eventBytes)
    var draft = CommitDraft.of([event])
    draft.actor = longest
    draft.reason = longest
    try log.append(draft)
    #expect(try log.withEvent(at: EventPosition(Revision(1), 0)) { $0.count } == event.count)
  }

  @Test("a closed log says so, and closing again does nothing", arguments: Keeper.allCases)
  func closed(keeper: Keeper) throws {
    try keeper.withLog { log in
      try log.append(.of("a"))
      log.close()
      log.close()
      expectError(.closed) { _ = try log.head() }
      expectError(.closed) { try log.append(.of("b")) }
      expectError(.closed) { try log.flush() }
      expectError(.closed) { _ = try log.header(of: Revision(1)) }
      expectError(.closed) { _ = try log.events(1...1) }
      expectError(.closed) { _ = try log.event(1, 0) }
      expectError(.closed) { _ = try log.definitions(after: .zero) }
      expectError(.closed) { _ = try log.revision(at: .distantFuture) }
      expectError(.closed) { _ = try log.result(forKey: .init(name: "k", content: 0)) }
      expectError(.closed) { _ = try log.waitForCommit(after: .zero, timeout: .zero) }
      expectError(.closed) { _ = try log.statistics() }
    }
  }
}
