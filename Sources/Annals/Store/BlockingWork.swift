internal import Dispatch

/// Calls that block, made for tasks on threads of the library's own: those that tasks share must not be held up.
enum BlockingWork {
  private static let queue = DispatchQueue(label: "annals.blocking", attributes: .concurrent)

  /// Runs some work and suspends until it is done.
  ///
  /// - Throws: `CancellationError` where the task was cancelled before the work began, and what the work throws.
  static func run<R: Sendable>(_ work: @escaping @Sendable () throws -> R) async throws -> R {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try work() }) }
    }
  }

  /// Begins some work for which nobody waits.
  static func start(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
