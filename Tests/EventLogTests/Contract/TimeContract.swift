import EventLog
import TestSupport
import Testing

@Suite("Contract: times")
struct TimeContract {
  @Test("times never run backwards, and what the clock said is kept", arguments: Keeper.allCases)
  func rule(keeper: Keeper) throws {
    let steps: [(given: CommitTime, time: Instant, isStep: Bool)] = [
      // The first live commit takes its clock, whatever it says.
      (.live(.at(100)), .at(100), false),
      (.live(.at(200)), .at(200), false),
      (.live(.at(150)), .at(200, nanoseconds: 1), true),
      (.live(.at(200, nanoseconds: 1)), .at(200, nanoseconds: 2), true),
      // A source's time may repeat the last one, and is raised to it where it is earlier.
      (.source(.at(200, nanoseconds: 2)), .at(200, nanoseconds: 2), false),
      (.source(.distantPast), .at(200, nanoseconds: 2), true),
      (.source(.at(300, nanoseconds: 999_999_999)), .at(300, nanoseconds: 999_999_999), false),
      (.live(.at(-1)), .at(301), true),
      (.source(.distantFuture), .distantFuture, false),
      // There is no later time.
      (.live(.at(400)), .distantFuture, true),
      (.live(.distantFuture), .distantFuture, false),
    ]
    try keeper.withLog { log in
      let drafts = steps.map { step in
        var draft = CommitDraft.of("x")
        draft.time = step.given
        return draft
      }
      let answers = try log.appendAll(drafts)
      #expect(answers.map(\.time) == steps.map(\.time))
      for (answer, step) in zip(answers, steps) {
        let header = try #require(try log.header(of: answer.revision))
        #expect(header.time == step.time)
        #expect(header.isClockStep == step.isStep)
        switch step.given {
        case .live(let clock): #expect(header.clock == clock && !header.isImported)
        case .source(let clock): #expect(header.clock == clock && header.isImported)
        }
      }
    }
  }

  @Test("the first commit may lie at either end of time", arguments: Keeper.allCases)
  func firstTime(keeper: Keeper) throws {
    for time in [Instant.distantPast, .distantFuture] {
      for given in [CommitTime.live(time), .source(time)] {
        try keeper.withLog { log in
          var draft = CommitDraft.of("x")
          draft.time = given
          let answers = try log.append(draft)
          #expect(answers.map(\.time) == [time])
          #expect(try log.head().time == time)
          #expect(try log.revision(at: time) == Revision(1))
        }
      }
    }
  }

  @Test("an instant resolves as a look through all commits does", arguments: Keeper.allCases)
  func revisionAt(keeper: Keeper) throws {
    var random = SeededGenerator()
    try keeper.withLog { log in
      // Few different times, so that many are equal.
      let drafts = (0..<150).map { _ in
        var draft = CommitDraft.of("x")
        draft.time = .source(.at(Int64(random.index(below: 60)), nanoseconds: 5))
        return draft
      }
      var times: [Instant] = []
      var asked: [Instant] = [.distantPast, .distantFuture]
      for draft in drafts {
        times.append(try log.append(draft)[0].time)
        let seconds = Int64(random.index(below: 70) - 5)
        asked.append(.at(seconds, nanoseconds: UInt32(4 + random.index(below: 3))))
        for instant in asked.suffix(3) + asked.prefix(2) {
          let expected = times.lastIndex { $0 <= instant }.map { $0 + 1 } ?? 0
          #expect(try log.revision(at: instant) == Revision(UInt64(expected)))
        }
      }
      for instant in asked {
        let expected = times.lastIndex { $0 <= instant }.map { $0 + 1 } ?? 0
        #expect(try log.revision(at: instant) == Revision(UInt64(expected)))
      }
    }
  }
}
