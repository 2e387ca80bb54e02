import ByteCoding
import EventLog
import StoreErrors
import TestSupport
import Testing

@Suite("Contract: reading")
struct ReadContract {
  private struct Enough: Error {}

  /// Commits of 1, 2, 3 … events.
  private func fill(_ log: any EventLog, commits: Int) throws -> [FoundEvent] {
    var all: [FoundEvent] = []
    for revision in 1...commits {
      let events = (0..<revision).map { filler(revision * 7 + $0, seed: revision) }
      try log.append(.of(events))
      for (ordinal, bytes) in events.enumerated() {
        all.append(FoundEvent(UInt64(revision), ordinal, bytes))
      }
    }
    return all
  }

  @Test("a scan finds the events of its range, in order", arguments: Keeper.allCases)
  func ranges(keeper: Keeper) throws {
    try keeper.withLog { log in
      let all = try fill(log, commits: 9)
      for first in UInt64(0)...11 {
        for last in first...11 {
          let expected = all.filter { (first...last).contains($0.position.revision.rawValue) }
          #expect(try log.events(first...last) == expected)
        }
      }
      #expect(try log.events(0...UInt64.max) == all)
      #expect(try log.events(UInt64.max...UInt64.max).isEmpty)
    }
  }

  @Test("a scan stops when its visitor wants no more, or throws", arguments: Keeper.allCases)
  func stops(keeper: Keeper) throws {
    try keeper.withLog { log in
      let all = try fill(log, commits: 5)
      for wanted in 1...all.count {
        var found: [FoundEvent] = []
        try log.scan(Revision(1)...Revision(5)) { _, position, bytes in
          found.append(FoundEvent(position, Array(bytes)))
          return found.count < wanted
        }
        #expect(found == Array(all.prefix(wanted)))
      }
      #expect(throws: Enough.self) {
        try log.scan(Revision(1)...Revision(5)) { _, _, _ in throw Enough() }
      }
      #expect(throws: Enough.self) {
        try log.withEvent(at: all[0].position) { _ in throw Enough() }
      }
    }
  }

  @Test("a visitor may read and append", arguments: Keeper.allCases)
  func visitorAppends(keeper: Keeper) throws {
    try keeper.withLog { log in
      let all = try fill(log, commits: 4)
      var found: [FoundEvent] = []
      try log.scan(Revision(1)...Revision(4)) { header, position, bytes in
        found.append(FoundEvent(position, Array(bytes)))
        #expect(try log.header(of: header.revision) == header)
        #expect(try log.withEvent(at: position) { Array($0) } == Array(bytes))
        try log.append(.of("more"))
        return true
      }
      #expect(found == all)
      #expect(try log.head().revision.rawValue == UInt64(4 + all.count))
    }
  }

  @Test(
    "each event can be read alone, and what is not there is not found",
    arguments: Keeper.allCases
  )
  func single(keeper: Keeper) throws {
    try keeper.withLog { log in
      for event in try fill(log, commits: 12) {
        #expect(try log.withEvent(at: event.position) { Array($0) } == event.bytes)
      }
      for revision in UInt64(0)...14 {
        let beyond = (1...12).contains(revision) ? Int(revision) : 0
        expectError(.notFound) { _ = try log.event(revision, beyond) }
        expectError(.notFound) { _ = try log.event(revision, Int(UInt32.max)) }
      }
      expectError(.notFound) { _ = try log.event(.max, 0) }
    }
  }

  @Test("definitions are found after any revision", arguments: Keeper.allCases)
  func definitions(keeper: Keeper) throws {
    var random = SeededGenerator()
    try keeper.withLog { log in
      var all: [EventPosition] = []
      for revision in UInt64(1)...30 {
        var draft = CommitDraft.of((0...random.index(below: 5)).map { [UInt8($0)] })
        for ordinal in draft.events.indices where random.oneIn(4) {
          draft.events[ordinal].kind = .definition
          all.append(EventPosition(Revision(revision), UInt32(ordinal)))
        }
        try log.append(draft)
      }
      for revision in UInt64(0)...31 {
        let expected = all.filter { $0.revision.rawValue > revision }
        #expect(try log.definitions(after: Revision(revision)) == expected)
      }
      #expect(try log.definitions(after: Revision(.max)).isEmpty)
    }
  }
}
