internal import EventLog

/// What one caller's requests have become: commits to append, and an answer for each request.
struct PreparedCommits {
  private(set) var drafts: [CommitDraft] = []
  private var answers: [Prepared] = []

  /// An answer that still lacks what the log says of the commit with this revision.
  private struct Prepared {
    var answer: WriteAnswer
    var revision: Revision?
    var isRepeat = false
  }

  /// Adds a request's commit, with the revision that it will have.
  mutating func add(_ draft: CommitDraft, at revision: Revision, _ outcomes: [Outcome]) {
    drafts.append(draft)
    let answer = WriteAnswer(appended: nil, outcomes: outcomes, eventCount: draft.events.count)
    answers.append(Prepared(answer: answer, revision: revision))
  }

  /// Adds a request that changes nothing.
  mutating func add(_ outcomes: [Outcome]) {
    answers.append(Prepared(answer: WriteAnswer(appended: nil, outcomes: outcomes, eventCount: 0)))
  }

  /// Adds a request that was answered before.
  mutating func add(_ first: Appended) {
    answers.append(Prepared(answer: WriteAnswer(appended: first, outcomes: [], eventCount: 0)))
  }

  /// Adds a request whose key one of the commits to append has.
  mutating func add(repeatOf revision: Revision) {
    let answer = WriteAnswer(appended: nil, outcomes: [], eventCount: 0)
    answers.append(Prepared(answer: answer, revision: revision, isRepeat: true))
  }

  /// Leaves the answers only: nothing is to be written.
  mutating func forgetDrafts() {
    drafts = []
    for index in answers.indices { answers[index].revision = nil }
  }

  /// The answers, with what the log said of the commits that it appended after a revision.
  func answers(_ appended: [Appended], after start: Revision) -> [WriteAnswer] {
    answers.map { prepared in
      var answer = prepared.answer
      if let revision = prepared.revision {
        answer.appended = appended[Int(revision.rawValue - start.rawValue) - 1]
        if prepared.isRepeat { answer.appended?.isRepeat = true }
      }
      return answer
    }
  }
}
