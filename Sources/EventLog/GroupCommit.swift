internal import Dispatch
internal import Synchronization

/// Lets callers that come at the same time share one piece of work, such as a flush to the disk.
///
/// The first caller does the work for all who wait, then hands over to the first who came meanwhile; nobody
/// works for others for ever. (Known as flat combining, or leader and followers.) For a task, the group's own thread
/// does it: those that tasks share are never held up.
package final class GroupCommit<Request: Sendable, Answer: Sendable>: Sendable {
  /// One caller's request on its way.
  private final class Slot: Sendable {
    let request: Request
    let caller: Caller
    let outcome = Mutex<Result<Answer, any Error>?>(nil)

    init(_ request: Request, of caller: Caller) {
      self.request = request
      self.caller = caller
    }
  }

  private enum Caller: Sendable {
    /// A blocked thread; woken without an outcome it leads the next group, which its request is in.
    case thread(DispatchSemaphore)
    /// A suspended task, with the work that it would do for others.
    case task(
      CheckedContinuation<Answer, any Error>,
      @Sendable ([Request]) -> [Result<Answer, any Error>]
    )
  }

  private struct State {
    var waiting: [Slot] = []
    var isLed = false
  }

  private let state = Mutex(State())
  private let maximumGroup: Int
  /// Leads for tasks.
  private let queue = DispatchQueue(label: "annals.group-commit")

  /// Makes a group that works on at most so many requests at once.
  package init(maximumGroup: Int = 256) { self.maximumGroup = maximumGroup }

  /// Hands in a request and blocks until it is answered.
  ///
  /// - Parameter work: answers a group of requests, one answer each and in order. The work of one of the
  ///   callers is used for all in a group, so all must do the same.
  package func submit(
    _ request: Request,
    _ work: ([Request]) -> [Result<Answer, any Error>]
  ) throws -> Answer {
    let wake = DispatchSemaphore(value: 0)
    let own = Slot(request, of: .thread(wake))
    if !enter(own) { wake.wait() }
    if let outcome = own.outcome.withLock({ $0 }) { return try outcome.get() }
    lead(work)
    guard let outcome = own.outcome.withLock({ $0 }) else { throw CancellationError() }
    return try outcome.get()
  }

  /// Hands in a request and suspends until it is answered.
  ///
  /// - Parameter work: as for callers that block; runs on a thread of the group's own.
  package func submit(
    _ request: Request,
    _ work: @escaping @Sendable ([Request]) -> [Result<Answer, any Error>]
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      if enter(Slot(request, of: .task(continuation, work))) { queue.async { self.lead(work) } }
    }
  }

  /// Adds a request to those that wait.
  ///
  /// - Returns: whether nobody leads, so that its caller has to.
  private func enter(_ slot: Slot) -> Bool {
    state.withLock { state in
      state.waiting.append(slot)
      defer { state.isLed = true }
      return !state.isLed
    }
  }

  /// Does the work for those that wait, and makes the first who came meanwhile the next to lead.
  private func lead(_ work: ([Request]) -> [Result<Answer, any Error>]) {
    let group = state.withLock { state in
      guard state.waiting.count > maximumGroup else { return exchange(&state.waiting, with: []) }
      let group = Array(state.waiting.prefix(maximumGroup))
      state.waiting.removeFirst(maximumGroup)
      return group
    }
    // Not by key path: in a generic class it would be made anew at run time for each group.
    let answers = work(group.map { $0.request })
    let successor = state.withLock { state in
      state.isLed = !state.waiting.isEmpty
      return state.waiting.first
    }
    for (place, answer) in answers.enumerated() {
      let slot = group[place]
      slot.outcome.withLock { $0 = answer }
      switch slot.caller {
      case .thread(let wake): wake.signal()
      case .task(let continuation, _): continuation.resume(with: answer)
      }
    }
    switch successor?.caller {
    case .thread(let wake): wake.signal()
    case .task(_, let work): queue.async { self.lead(work) }
    case nil: break
    }
  }
}
