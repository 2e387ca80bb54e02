internal import EventLog
internal import PageStore
internal import StoreErrors
internal import Synchronization

extension Writer {
  /// Appends commits of another log exactly as they were there, once each is found to follow upon those before it.
  ///
  /// - Throws: `StoreError`: `badData` with the line of a commit that does not follow, after those before it were
  ///   appended; `conflict` where somebody else wrote meanwhile; and as the log's `append`.
  package func restore(_ commits: [RestoredCommit]) throws {
    try checkNotWithin()
    try known.withLock { known in
      // Should anything fail, the log tells where the head is.
      let (state, store) = try ready(&known)
      let start = try log.head()
      guard start.revision == state.head.revision else { throw Self.overtaken(at: start) }
      var check = RestoreCheck(upon: state, start) { key in
        try store.environment.read { try store.state(of: key, in: $0) }
      }
      var good: [CommitDraft] = []
      var fault: (any Error)?
      for commit in commits where fault == nil {
        do {
          try check.take(commit)
          good.append(commit.draft)
        } catch { fault = error }
      }
      if !good.isEmpty { _ = try log.append(good, expecting: .head(start.revision)) }
      var head = check.state
      head.confirm(check.head)
      known = head
      if let fault { throw fault }
    }
  }

  private static func overtaken(at head: LogHead) -> StoreError {
    StoreError(
      .conflict,
      "somebody else wrote \(head.revision) meanwhile",
      hints: ["restore into a store that nobody else writes to"]
    )
  }
}
