package import EventLog
internal import PageStore
internal import StoreErrors
internal import Synchronization

/// Turns requests into commits.
///
/// Requests that come at the same time share one append and one flush; each becomes its own
/// commit, upon what those before it left.
///
/// It never holds the log while it works out what a request means: it appends expecting the head that it knew,
/// and where another process was quicker it takes that in and works the requests out again.
package final class Writer: Sendable {
  let log: any EventLog
  let views: Views
  /// How many events may wait for the views before they are brought up.
  private let waitingLimit: UInt64
  private let group = GroupCommit<[WriteRequest], [WriteAnswer]>()
  let known = Mutex<HeadState?>(nil)
  /// The thread that works commits out; closures of callers run there.
  private let leader = Mutex<ThreadIdentity?>(nil)

  /// How many waiting events a writer that has just begun reads by itself; more are left in the views, so that
  /// the next process need not read them again.
  private static let freshLimit: UInt64 = 1000

  package init(to log: any EventLog, _ views: Views, waitingLimit: Int) {
    self.log = log
    self.views = views
    self.waitingLimit = UInt64(max(waitingLimit, 1))
  }

  /// Writes requests as commits that follow upon each other, all or none.
  ///
  /// - Throws: `StoreError`; nothing is written then.
  package func write(_ requests: [WriteRequest]) throws -> [WriteAnswer] {
    try checkNotWithin()
    return try group.submit(requests) { lead($0) }
  }

  /// Does the same for a task, without blocking its thread.
  ///
  /// Throws as `write` does.
  package func write(_ requests: [WriteRequest]) async throws -> [WriteAnswer] {
    try await group.submit(requests) { self.lead($0) }
  }

  private func lead(_ callers: [[WriteRequest]]) -> [Result<[WriteAnswer], any Error>] {
    leader.withLock { $0 = .current }
    defer { leader.withLock { $0 = nil } }
    // One group is at work at a time: nobody waits for this lock.
    return known.withLock { answer(callers, &$0) }
  }

  /// Refuses a write from within the closure of another, which would wait for itself.
  func checkNotWithin() throws {
    guard leader.withLock({ $0 == .current }) else { return }
    throw StoreError(
      .misuse,
      "a write began within another write of the same store",
      hints: ["use the transaction that the closure was given"]
    )
  }

  private func answer(_ callers: [[WriteRequest]], _ known: inout HeadState?)
    -> [Result<[WriteAnswer], any Error>]
  {
    var pause = Duration.microseconds(50)
    while true {
      do {
        return try attempt(callers, &known)
      } catch is Overtaken {
        Pause.sleep(pause)
        pause = min(pause * 2, .milliseconds(2))
      } catch {
        // Whatever happened, the log tells where the head is.
        known = nil
        if callers.count == 1 { return [.failure(error)] }
        // One caller's fault must not be the others'.
        return callers.map { answer([$0], &known)[0] }
      }
    }
  }

  /// Another process committed first.
  private struct Overtaken: Error {}

  private func attempt(_ callers: [[WriteRequest]], _ known: inout HeadState?) throws
    -> [Result<[WriteAnswer], any Error>]
  {
    var (head, prepared) = try views.mending { try workOut(callers, &known) }
    let start = head.head.revision
    let drafts = prepared.flatMap { (try? $0.get().drafts) ?? [] }
    var appended: [Appended] = []
    if !drafts.isEmpty {
      do { appended = try log.append(drafts, expecting: .head(start)) } catch let error
        as StoreError where error.code == .conflict
      {
        head.cancel()
        known = head
        throw Overtaken()
      }
      guard let last = appended.last, let reached = try self.head(at: last.revision) else {
        throw StoreError(.internal, "the log did not say what it appended")
      }
      head.confirm(reached)
    }
    // A request that another process had sent as well may stand anywhere in the log, upon anything.
    known = appended.contains { $0.isRepeat } ? nil : head
    return prepared.map { result in result.map { $0.answers(appended, after: start) } }
  }

  /// What the log's head was after a revision; nil where there is no such revision.
  private func head(at revision: Revision) throws -> LogHead? {
    let head = try log.head()
    return try head.revision == revision ? head : log.header(of: revision)?.asHead
  }

  /// Turns requests into commits upon the log's head.
  ///
  /// - Returns: the head as it will be, not confirmed yet, and what became of each caller's requests.
  private func workOut(_ callers: [[WriteRequest]], _ known: inout HeadState?) throws -> (
    head: HeadState, prepared: [Result<PreparedCommits, any Error>]
  ) {
    let (state, store) = try ready(&known)
    var builder = CommitBuilder(upon: state, log, store)
    let prepared = try callers.map { requests -> Result<PreparedCommits, any Error> in
      do { return .success(try builder.build(requests)) } catch {
        // Views that are damaged or were replaced are no fault of the request.
        if Views.isMendable(error) { throw error }
        return .failure(error)
      }
    }
    return (builder.head, prepared)
  }

  /// The state of the log's head, taken over from the last group as far as possible, and the views below it.
  func ready(_ known: inout HeadState?) throws -> (HeadState, ViewStore) {
    let head = try log.head()
    let applied = try views.readAsIs { _, sight in sight.applied }
    let waiting = head.eventCount - min(head.eventCount, applied.eventCount)
    let seen = max(known?.head.revision ?? .zero, applied.revision)
    let hasNewDefinition =
      try known?.hasNewDefinition ?? false
      || seen < head.revision && !log.definitions(after: seen).isEmpty
    if hasNewDefinition || known == nil && waiting > min(Self.freshLimit, waitingLimit) {
      try views.catchUp()
    } else if waiting > waitingLimit {
      try relieve(waiting)
    }
    return try views.readAsIs { transaction, sight in
      // Taken out, so that it has one owner and is changed in place.
      var state = known.take()
      let isUsable =
        state.map {
          $0.base <= sight.applied.revision && sight.applied.revision <= $0.head.revision
            && !$0.hasNewDefinition
        } ?? false
      if !isUsable { state = nil }
      var current = try state.take() ?? HeadState(at: sight.applied, catalog: catalog(of: sight))
      current.leave(toViewsAt: sight.applied.revision)
      try current.advance(to: head, of: log) { try sight.store.state(of: $0, in: transaction) }
      return (current, sight.store)
    }
  }

  /// Lets the views take in what waits for them.
  ///
  /// Much is taken in on another thread while the writer goes on, until twice as much waits.
  private func relieve(_ waiting: UInt64) throws {
    guard waitingLimit >= Self.leastAside else {
      try views.catchUp()
      return
    }
    if waiting > 2 * waitingLimit { views.finishCatchUp() }
    views.beginCatchUp()
  }

  /// Fewer events are taken in sooner than a thread is begun and the processor's caches are shared.
  private static let leastAside: UInt64 = 10_000

  /// The definitions exactly as the views know them.
  private func catalog(of sight: Views.Sight) throws -> Catalog {
    if sight.catalog.revision == sight.applied.revision { return sight.catalog }
    var catalog = Catalog()
    try catalog.update(from: log, to: sight.applied.revision)
    return catalog
  }
}
