#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Tells threads apart for as long as they live.
public struct ThreadIdentity: Equatable {
  private let thread: pthread_t

  /// The calling thread.
  public static var current: ThreadIdentity { ThreadIdentity(thread: pthread_self()) }
}
