#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Tells threads apart for as long as they live.
struct ThreadIdentity: Equatable {
  private let thread: pthread_t

  /// The calling thread.
  static var current: ThreadIdentity { ThreadIdentity(thread: pthread_self()) }
}
