internal import Dispatch
internal import Synchronization

/// Lets callers that come at the same time share one piece of work, such as a flush to the disk.
///
/// The first caller does the work for all who wait, then hands over to the first who came meanwhile; nobody
/// works for others for ever. (Known as flat combining, or leader and followers.)
package final class GroupCommit<Request: Sendable, Answer: Sendable>: Sendable {
  /// One caller's request on its way.
  private final class Slot: Sendable {
    let request: Request
    let outcome = Mutex<Result<Answer, any Error>?>(nil)
    let wake = DispatchSemaphore(value: 0)

    init(_ request: Request) { self.request = request }
  }

  private struct State {
    var waiting: [Slot] = []
    var isLed = false
  }

  private let state = Mutex(State())
  private let maximumGroup: Int

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
    let own = Slot(request)
    let leads = state.withLock { state in
      state.waiting.append(own)
      defer { state.isLed = true }
      return !state.isLed
    }
    if !leads { own.wake.wait() }
    // Woken without an outcome means: lead the next group, which this request is in.
    if let outcome = own.outcome.withLock({ $0 }) { return try outcome.get() }

    let group = state.withLock { state in
      let group = Array(state.waiting.prefix(maximumGroup))
      state.waiting.removeFirst(group.count)
      return group
    }
    let answers = work(group.map(\.request))
    let successor = state.withLock { state in
      state.isLed = !state.waiting.isEmpty
      return state.waiting.first
    }
    var ownOutcome: Result<Answer, any Error>?
    for (slot, answer) in zip(group, answers) {
      if slot === own {
        ownOutcome = answer
      } else {
        slot.outcome.withLock { $0 = answer }
        slot.wake.signal()
      }
    }
    successor?.wake.signal()
    guard let ownOutcome else { throw CancellationError() }
    return try ownOutcome.get()
  }
}
