internal import Dispatch
internal import EventLog
internal import Synchronization

/// Tells tasks of new commits, whoever made them.
///
/// One look at the log's head serves all who wait, so no thread waits for any of them, and nothing of the log is held
/// open meanwhile. Commits of this process are told of at once, and those of others by looking now and then while
/// somebody waits.
final class CommitWatch: Sendable {
  private struct Waiter {
    let known: Revision
    let continuation: CheckedContinuation<Revision, any Error>
  }

  private struct State {
    var waiters: [UInt64: Waiter] = [:]
    var nextNumber: UInt64 = 0
    /// Whether the head is looked at now and then.
    var isLooking = false
  }

  /// How long another process's commit stays unseen at most; looking costs a microsecond or so.
  private static let pause = DispatchTimeInterval.milliseconds(20)

  private let log: any EventLog
  private let queue = DispatchQueue(label: "annals.commits")
  private let state = Mutex(State())

  init(of log: any EventLog) { self.log = log }

  /// How many tasks wait.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Suspends until the head is past a revision.
  ///
  /// - Returns: the head then.
  /// - Throws: `CancellationError`; `StoreError` (`io`, `damaged`, `closed`).
  func commit(after known: Revision) async throws -> Revision {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Waiter(known: known, continuation: continuation), number)
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Looks at the head for those who wait: a commit was made here.
  func wake() {
    if waiterCount > 0 { queue.async { self.look() } }
  }

  private func add(_ waiter: Waiter, _ number: UInt64) {
    let begins: Bool? = state.withLock { state in
      // A cancellation that comes later finds the waiter; one that came before has found nobody.
      if Task.isCancelled { return nil }
      defer { state.isLooking = true }
      state.waiters[number] = waiter
      return !state.isLooking
    }
    switch begins {
    case nil: waiter.continuation.resume(throwing: CancellationError())
    case true?: queue.async { self.keepLooking() }
    case false?: queue.async { self.look() }
    }
  }

  private func keepLooking() {
    look()
    let goesOn = state.withLock { state in
      state.isLooking = !state.waiters.isEmpty
      return state.isLooking
    }
    if goesOn { queue.asyncAfter(deadline: .now() + Self.pause) { self.keepLooking() } }
  }

  private func look() {
    let head = Result { try log.head().revision }
    let told = state.withLock { state in
      let numbers = state.waiters.filter { head.isPast($0.value.known) }.map(\.key)
      return numbers.compactMap { state.waiters.removeValue(forKey: $0) }
    }
    for waiter in told { waiter.continuation.resume(with: head) }
  }
}

extension Result<Revision, any Error> {
  /// Whether one who knows a revision is to be told of this: a later one, or the failure to find out.
  fileprivate func isPast(_ known: Revision) -> Bool {
    if case .success(let head) = self { head > known } else { true }
  }
}
