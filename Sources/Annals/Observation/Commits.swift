internal import EventLog
internal import Records

/// The commits of a store as they come: those that are there already, and then each new one, made by this process or
/// another.
///
/// They are read some at a time, never more than are about to be handed out; a commit itself is in memory as a whole.
/// Nothing is read ahead while nobody asks, and nothing of the store is held open between two. The sequence never ends
/// by itself: it throws `CancellationError` where its task is cancelled, and `StoreError` (`io`, `damaged`, `closed`).
public struct Commits: AsyncSequence, Sendable {
  let store: Store
  let start: Revision

  /// Begins to hand them out.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(store: store, known: start) }

  /// Hands out one commit after the other.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    let store: Store
    /// The last commit that was read.
    var known: Revision
    /// What was read and not handed out yet.
    var waiting: ArraySlice<Commit> = []

    /// The next commit, once it is there.
    public mutating func next() async throws -> Commit? {
      try Task.checkCancellation()
      if waiting.isEmpty {
        let (store, known) = (store, known)
        _ = try await store.watch.commit(after: known)
        waiting = try await BlockingWork.run { try store.commitsToHandOut(after: known)[...] }
        self.known = waiting.last?.revision ?? known
      }
      return waiting.popFirst()
    }
  }
}

extension Store {
  /// The commits after a revision, and then each new one as it comes.
  ///
  /// ```swift
  /// var bookmark = Revision.zero  // or what was kept the last time
  /// for try await commit in store.commits(after: bookmark) {
  ///   print(commit.revision, commit.header.actor, commit.events.count)
  ///   bookmark = commit.revision
  /// }
  /// ```
  ///
  /// - Parameter revision: the last commit that is known already; zero for none. One past the head is waited for.
  /// - Returns: the commits, without a gap and in order.
  public func commits(after revision: Revision) -> Commits { Commits(store: self, start: revision) }

  /// Some commits after a revision: as many as together have this many events, and always one.
  func commitsToHandOut(after revision: Revision, events enough: Int = 1_000) throws -> [Commit] {
    var commits: [Commit] = []
    var count = 0
    var events: [Event] = []
    try self.events(in: revision.next...Revision(.max)) { event in
      events.append(event)
      guard event.isLastOfCommit else { return true }
      count += events.count
      commits.append(Commit(header: event.commit, events: events))
      events = []
      return count < enough
    }
    return commits
  }
}
