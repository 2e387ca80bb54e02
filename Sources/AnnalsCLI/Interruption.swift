import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ctrl-C during long writes: the work stops at the next safe place instead of in the middle.
enum Interruption {
  private static let flag = Atomic(false)

  /// Whether Ctrl-C was pressed since `watch`.
  static var hasCome: Bool { flag.load(ordering: .relaxed) }

  /// Begins to take note of Ctrl-C; pressed again, it ends the process at once.
  static func watch() {
    signal(SIGINT) { number in
      Interruption.flag.store(true, ordering: .relaxed)
      signal(number, SIG_DFL)
    }
  }
}
