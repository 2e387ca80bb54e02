import ByteCoding
import EventLog
import StoreErrors
import TestSupport
import Testing

@Suite("Contract: sizes")
struct SizeContract {
  /// Around what fits a page beside others, a piece, a stored value; then several values.
  private static let sizes: [Int] =
    [0, 1, 127, 128, 2000, 2022, 2023] + Array(4040...4100) + [16_383, 16_384]
    + Array(65_500...65_540) + [131_040, 131_041, 1 << 20, 5 << 20]

  private func check(_ log: any EventLog, _ expected: [FoundEvent]) throws {
    // Not `#expect(found == expected)`, which would print megabytes.
    let isSame = try log.events(1...UInt64.max) == expected
    #expect(isSame)
    for event in expected {
      let found = try log.withEvent(at: event.position) { FoundEvent(event.position, Array($0)) }
      let isSame = found == event
      #expect(isSame, "\(event.position)")
    }
  }

  @Test("events of all sizes, each a commit", arguments: Keeper.allCases)
  func alone(keeper: Keeper) throws {
    try keeper.withLog { log in
      let events = Self.sizes.enumerated().map { index, size in
        FoundEvent(UInt64(index + 1), 0, filler(size, seed: index))
      }
      try log.appendAll(events.map { .of([$0.bytes]) })
      try check(log, events)
    }
  }

  @Test("events of all sizes in one commit", arguments: Keeper.allCases)
  func together(keeper: Keeper) throws {
    var random = SeededGenerator()
    try keeper.withLog { log in
      let small = (0..<100).map { _ in random.index(below: 200) }
      let events = (Self.sizes + small).shuffled(using: &random).enumerated().map {
        FoundEvent(1, $0, filler($1, seed: $0))
      }
      try log.append(.of(events.map(\.bytes)))
      try check(log, events)
      expectError(.notFound) { _ = try log.event(1, events.count) }
    }
  }

  @Test("10,000 events in a commit, and another after it", arguments: Keeper.allCases)
  func many(keeper: Keeper) throws {
    try keeper.withLog { log in
      let events = (0..<10_000).map { filler($0 % 300, seed: $0) }
      try log.append(.of(events), .of("after"))
      #expect(try log.head().eventCount == 10_001)
      #expect(try log.events(1...1).map(\.bytes) == events)
      for ordinal in stride(from: 0, to: events.count, by: 1249) {
        #expect(try log.event(1, ordinal) == events[ordinal])
      }
      #expect(try log.event(1, 9999) == events[9999])
      expectError(.notFound) { _ = try log.event(1, 10_000) }
      #expect(try log.events(2...2).map(\.bytes) == [Array("after".utf8)])
    }
  }
}
