#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A value behind a lock, with a way to wait until it changes.
///
/// `Synchronization.Mutex` has no condition to wait on, so this is a POSIX mutex and condition.
/// Whoever leaves the lock wakes the waiting threads, if there are any; each looks again for itself.
final class Monitor<Value>: Sendable {
  // Sound without the compiler's proof: the three pointers never change, and what they point to, like
  // `value` and `waiting`, is touched only between `pthread_mutex_lock` and `pthread_mutex_unlock`.
  nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(
    capacity: 1
  )
  nonisolated(unsafe) private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(
    capacity: 1
  )
  nonisolated(unsafe) private var value: Value
  nonisolated(unsafe) private var waiting = 0

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the value while nobody else can see it.
  func withLock<R, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> R
  ) throws(Failure) -> R {
    pthread_mutex_lock(mutex)
    defer { unlock() }
    return try body(&value)
  }

  /// Waits until `isReady` says yes, or until the deadline, then runs `body`.
  ///
  /// - Parameters:
  ///   - deadline: when to stop waiting; nil waits as long as it takes.
  ///   - isReady: asked again after each change; what it throws ends the waiting.
  ///   - body: gets the value, and whether it is ready or the deadline has passed.
  func withLock<R, Failure: Error>(
    until deadline: ContinuousClock.Instant?,
    when isReady: (inout Value) throws(Failure) -> Bool,
    then body: (inout Value, _ isReady: Bool) throws(Failure) -> R
  ) throws(Failure) -> R {
    pthread_mutex_lock(mutex)
    defer { unlock() }
    waiting += 1
    defer { waiting -= 1 }
    while try !isReady(&value) {
      guard let deadline else {
        pthread_cond_wait(changed, mutex)
        continue
      }
      let rest = ContinuousClock.now.duration(to: deadline)
      if rest <= .zero { return try body(&value, false) }
      wait(for: rest)
    }
    return try body(&value, true)
  }

  private func unlock() {
    if waiting > 0 { pthread_cond_broadcast(changed) }
    pthread_mutex_unlock(mutex)
  }

  /// Waits for a change, at most so long.
  ///
  /// The wall clock may jump: callers look at their own clock.
  private func wait(for rest: Duration) {
    var until = timespec()
    clock_gettime(CLOCK_REALTIME, &until)
    // A century is as good as for ever, and adds up without overflow.
    let (seconds, attoseconds) = min(rest, .seconds(3_155_760_000)).components
    let nanoseconds = until.tv_nsec + Int(attoseconds / 1_000_000_000)
    until.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    until.tv_nsec = nanoseconds % 1_000_000_000
    pthread_cond_timedwait(changed, mutex, &until)
  }
}
