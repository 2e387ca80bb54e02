import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A signal asked the tool to stop, and it did so at a safe place: it exits with 128 and the signal's number
/// and adds nothing.
struct Stopped: Error {
  /// The signal's number.
  let signal: Int32
}

/// Ctrl-C during long work: it stops at the next safe place instead of in the middle.
enum Interruption {
  private static let number = Atomic<Int32>(0)

  /// Whether a signal came since `watch`.
  static var hasCome: Bool { signalNumber != nil }

  /// The signal that came since `watch`.
  static var signalNumber: Int32? {
    let number = number.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Begins to take note of signals; one that comes again ends the process at once.
  static func watch(_ signals: [Int32] = [SIGINT]) {
    var watched = sigset_t()
    sigemptyset(&watched)
    for number in signals {
      signal(number) { number in
        Interruption.number.store(number, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
      sigaddset(&watched, number)
    }
    // A program that started this one may have them held back.
    pthread_sigmask(SIG_UNBLOCK, &watched, nil)
  }
}
