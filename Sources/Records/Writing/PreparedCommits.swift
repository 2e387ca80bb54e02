internal import EventLog

/// What one caller's requests have become: commits to append, and an answer for each request.
struct PreparedCommits {
  private(set) var drafts: [CommitDraft] = []
  private var answers: [(answer: WriteAnswer, hasDraft: Bool)] = []

  /// Adds a request's commit, or nil where nothing changes.
  mutating func add(_ draft: CommitDraft?, _ outcomes: [Outcome]) {
    if let draft { drafts.append(draft) }
    let answer = WriteAnswer(
      appended: nil,
      outcomes: outcomes,
      eventCount: draft?.events.count ?? 0
    )
    answers.append((answer, draft != nil))
  }

  /// Adds a request that was answered before.
  mutating func add(_ first: Appended) {
    answers.append((WriteAnswer(appended: first, outcomes: [], eventCount: 0), false))
  }

  /// Leaves the answers only: nothing is to be written.
  mutating func forgetDrafts() {
    drafts = []
    for index in answers.indices { answers[index].hasDraft = false }
  }

  /// The answers, with what the log said of the commits, which are taken off the front of `appended`.
  func answers(_ appended: inout ArraySlice<Appended>) -> [WriteAnswer] {
    answers.map { entry in
      var answer = entry.answer
      if entry.hasDraft { answer.appended = appended.popFirst() }
      return answer
    }
  }
}
