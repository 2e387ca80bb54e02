internal import Dispatch
internal import PageStore
internal import Synchronization

/// One piece of work at a time on a thread of its own, beside those who need it done only later.
final class CatchUpAside: Sendable {
  private let isUnderWay = Mutex(false)
  private let threads = DispatchGroup()

  /// Begins the work, unless some is under way.
  func begin(_ work: @escaping @Sendable () -> Void) {
    let isFirst = isUnderWay.withLock { isUnderWay in
      defer { isUnderWay = true }
      return !isUnderWay
    }
    guard isFirst else { return }
    threads.enter()
    let isStarted = WorkerThread.start {
      work()
      self.end()
    }
    // Without a thread somebody who needs it done will do it.
    if !isStarted { end() }
  }

  private func end() {
    isUnderWay.withLock { $0 = false }
    threads.leave()
  }

  /// Waits until no work is under way.
  func wait() { threads.wait() }
}
