internal import StoreErrors

/// Keeps what LMDB does not guard: the memory map stays where it is while any transaction runs.
///
/// Every transaction of this process enters; growing the map and closing wait until all have left and
/// keep new ones out meanwhile. One transaction at a time may write. A thread that is already inside
/// may enter again even while somebody waits for the gate to empty, since it could not leave otherwise.
final class Gate: Sendable {
  /// What a transaction is for.
  enum Purpose { case reading, writing }

  /// How an attempt to close ended.
  enum Closing {
    /// Nobody is inside, and nobody will be.
    case emptied
    /// Somebody is still inside; whoever leaves last is told so by `leave`.
    case leftToTheLast
    /// It was closed before.
    case alreadyClosed
  }

  private struct Holder {
    let thread: ThreadIdentity
    let purpose: Purpose
    let since: ContinuousClock.Instant
  }

  private struct State {
    var holders: [Holder] = []
    /// How many wait for the gate to empty, or have it for themselves.
    var exclusives = 0
    var isExclusive = false
    /// Why nobody may enter any more.
    var refusal: StoreError?
    var isClosed = false
    var closesWithTheLast = false

    func holds(_ thread: ThreadIdentity) -> Bool { holders.contains { $0.thread == thread } }
    var hasWriter: Bool { holders.contains { $0.purpose == .writing } }
    var isEmpty: Bool { holders.isEmpty && !isExclusive }
  }

  private let path: String
  private let state = Monitor(State())

  init(path: String) { self.path = path }

  /// Enters with a transaction, waiting while the gate is kept shut or another thread writes.
  ///
  /// - Throws: `closed`; `misuse` for a write inside a write.
  func enter(_ purpose: Purpose) throws(StoreError) {
    let thread = ThreadIdentity.current
    try state.withLock(until: nil) { (state: inout State) throws(StoreError) -> Bool in
      if let refusal = state.refusal { throw refusal }
      if state.exclusives > 0, !state.holds(thread) { return false }
      guard purpose == .writing else { return true }
      if state.holders.contains(where: { $0.thread == thread && $0.purpose == .writing }) {
        throw StoreError(
          .misuse,
          "A write was begun inside a write of the same store at '\(path)'.",
          hints: ["Do both in one write, or begin the second after the first has ended."]
        )
      }
      return !state.hasWriter
    } then: { (state: inout State, _: Bool) throws(StoreError) in
      state.holders.append(Holder(thread: thread, purpose: purpose, since: .now))
    }
  }

  /// Leaves again, on the thread that entered.
  ///
  /// - Returns: whether the caller was the last one out and must close now.
  func leave(_ purpose: Purpose) -> Bool {
    let thread = ThreadIdentity.current
    return state.withLock { state in
      if let index = state.holders.lastIndex(where: { $0.thread == thread && $0.purpose == purpose }
      ) {
        state.holders.remove(at: index)
      }
      guard state.closesWithTheLast, state.isEmpty else { return false }
      state.closesWithTheLast = false
      return true
    }
  }

  /// Runs `body` while no transaction of this process is alive.
  ///
  /// - Throws: `misuse` if the calling thread is inside a transaction itself, `busy` if others did not
  ///   leave in time, `closed`, and whatever `body` throws.
  func exclusively<R>(
    to purpose: String,
    within limit: Duration,
    _ body: () throws(StoreError) -> R
  ) throws(StoreError) -> R {
    let thread = ThreadIdentity.current
    try state.withLock { (state: inout State) throws(StoreError) in
      if let refusal = state.refusal { throw refusal }
      if state.holds(thread) {
        throw StoreError(
          .misuse,
          "To \(purpose), '\(path)' must be left by all its transactions, but the one that asked "
            + "for it runs inside another.",
          hints: ["End the outer read before writing or reading again."]
        )
      }
      state.exclusives += 1
    }
    defer { state.withLock { $0.exclusives -= 1 } }
    try state.withLock(until: .now + limit) { (state: inout State) throws(StoreError) -> Bool in
      state.isEmpty
    } then: { (state: inout State, isReady: Bool) throws(StoreError) in
      if let refusal = state.refusal { throw refusal }
      guard isReady else { throw busy(state, purpose, limit) }
      state.isExclusive = true
    }
    defer { state.withLock { $0.isExclusive = false } }
    return try body()
  }

  /// Lets nobody in any more, because the map is lost.
  func shut(because error: StoreError) { state.withLock { $0.refusal = error } }

  /// Shuts the gate for good and waits until it is empty, unless the caller itself is inside.
  func close(within limit: Duration) -> Closing {
    let thread = ThreadIdentity.current
    let wasClosed = state.withLock { state in
      defer {
        state.isClosed = true
        state.refusal = .closed(path)
      }
      return state.isClosed
    }
    if wasClosed { return .alreadyClosed }
    return state.withLock(until: .now + limit) { state in
      state.isEmpty || state.holds(thread)
    } then: { state, _ in
      if state.isEmpty { return .emptied }
      state.closesWithTheLast = true
      return .leftToTheLast
    }
  }

  private func busy(_ state: State, _ purpose: String, _ limit: Duration) -> StoreError {
    var message = "Could not \(purpose) of '\(path)' within \(limit.inSeconds)"
    if let oldest = state.holders.min(by: { $0.since < $1.since }) {
      let kind = oldest.purpose == .reading ? "read" : "write"
      message += ": \(state.holders.count) transactions of this process are running, the oldest "
      message += "a \(kind) of \(oldest.since.duration(to: .now).inSeconds)"
    }
    return StoreError(.busy, message + ".", hints: ["Keep transactions short; then try again."])
  }
}
