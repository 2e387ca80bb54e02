import ByteCoding
import EventLog
import enum EventLog.Expectation
import StoreErrors
import TestSupport
import Testing

/// Random appends and reads, against a model that is a plain array.
@Suite("Contract: random histories")
struct RandomContract {
  /// What a log should hold.
  private struct Model {
    struct Commit {
      let draft: CommitDraft
      let time: Instant
    }

    private(set) var commits: [Commit] = []
    private(set) var keys: [[UInt8]: (answer: Appended, content: UInt64)] = [:]

    var events: [FoundEvent] {
      commits.enumerated().flatMap { index, commit in
        commit.draft.events.enumerated().map { FoundEvent(UInt64(index + 1), $0, $1.bytes) }
      }
    }

    /// Appends, or throws the code of the refusal and is as before.
    mutating func append(_ drafts: [CommitDraft], _ expectation: Expectation, _ level: Durability)
      throws(StoreError) -> [Appended]
    {
      var copy = self
      var answers: [Appended] = []
      for draft in drafts {
        if let key = draft.key, let known = copy.keys[Array(key.name.utf8)] {
          guard known.content == key.content else { throw StoreError(.keyReused, "") }
          answers.append(known.answer)
          continue
        }
        if case .head(let head) = expectation, head.rawValue != commits.count {
          throw StoreError(.conflict, "")
        }
        guard !draft.events.isEmpty else { throw StoreError(.usage, "") }
        var answer = copy.append(draft, level)
        answers.append(answer)
        answer.isRepeat = true
        if let key = draft.key { copy.keys[Array(key.name.utf8)] = (answer, key.content) }
      }
      self = copy
      return answers
    }

    private mutating func append(_ draft: CommitDraft, _ level: Durability) -> Appended {
      let time =
        switch (draft.time, commits.last?.time) {
        case (.live(let clock), nil), (.source(let clock), nil): clock
        case (.live(let clock), .some(let last)): max(clock, last.next)
        case (.source(let clock), .some(let last)): max(clock, last)
        }
      commits.append(Commit(draft: draft, time: time))
      return Appended(
        revision: Revision(UInt64(commits.count)),
        time: time,
        durability: level,
        isRepeat: false
      )
    }
  }

  @Test("a log does what an array does", arguments: Keeper.allCases)
  func random(keeper: Keeper) throws {
    var random = SeededGenerator()
    for _ in 0..<rounds(3) {
      try keeper.withLog { log in
        var model = Model()
        for step in 0..<60 {
          try append(&random, step, to: log, &model, keeper.durability)
          try compare(&random, log, model)
        }
        let isSame = try log.events(0...UInt64.max) == model.events
        #expect(isSame)
      }
    }
  }

  private func append(
    _ random: inout SeededGenerator,
    _ step: Int,
    to log: any EventLog,
    _ model: inout Model,
    _ level: Durability
  ) throws {
    var drafts = (0...random.index(below: 3)).map { _ in random.draft(number: step) }
    for index in drafts.indices {
      if random.oneIn(3) {
        let name = random.pick(["a", "b", "c", "d", "\(step)"])
        drafts[index].key = IdempotencyKey(name: name, content: random.oneIn(5) ? 1 : 0)
      }
      if random.oneIn(30) { drafts[index].events = [] }
    }
    var expectation = Expectation.any
    if random.oneIn(3) {
      let head = model.commits.count
      expectation = .head(Revision(UInt64(random.oneIn(3) ? random.index(below: 9) : head)))
    }

    let expected = Result { () throws(StoreError) in
      try model.append(drafts, expectation, level)
    }
    switch expected {
    case .success(let answers): #expect(try log.append(drafts, expecting: expectation) == answers)
    case .failure(let refusal):
      expectError(refusal.code) { _ = try log.append(drafts, expecting: expectation) }
    }
  }

  private func compare(_ random: inout SeededGenerator, _ log: any EventLog, _ model: Model) throws
  {
    let head = try log.head()
    let events = model.events
    #expect(head.revision == Revision(UInt64(model.commits.count)))
    #expect(head.eventCount == UInt64(events.count))

    let first = random.index(below: model.commits.count + 3)
    let range = UInt64(first)...UInt64(first + random.index(below: 6))
    let inRange = events.filter { range.contains($0.position.revision.rawValue) }
    let isSame = try log.events(range) == inRange
    #expect(isSame, "scan of \(range)")

    if !events.isEmpty {
      let one = random.pick(events)
      let isSame = try log.withEvent(at: one.position) { Array($0) == one.bytes }
      #expect(isSame, "event at \(one.position)")
    }

    let instant = Instant.at(
      Int64(random.index(below: 55)),
      nanoseconds: UInt32(random.index(below: 9))
    )
    let last = model.commits.lastIndex { $0.time <= instant }.map { $0 + 1 } ?? 0
    #expect(try log.revision(at: instant) == Revision(UInt64(last)))

    let after = Revision(UInt64(first))
    let definitions = model.commits.enumerated().flatMap { index, commit in
      commit.draft.events.indices.filter { commit.draft.events[$0].kind == .definition }
        .map { EventPosition(Revision(UInt64(index + 1)), UInt32($0)) }
    }
    #expect(try log.definitions(after: after) == definitions.filter { $0.revision > after })
  }
}
