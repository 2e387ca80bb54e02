#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Puts the calling thread to sleep.
package enum Pause {
  /// Sleeps at least so long, unless a signal comes.
  package static func sleep(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return }
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    nanosleep(&time, nil)
  }
}
