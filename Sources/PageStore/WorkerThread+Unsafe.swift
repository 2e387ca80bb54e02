#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A thread of its own for work that goes on for long, or waits: the threads that tasks and queues share must not be
/// held up, and memory that one thread takes and gives back again leaves fewer holes than that of many.
public enum WorkerThread {
  /// Begins a thread, which ends with `body`.
  ///
  /// - Returns: false where the system has no thread to give, and `body` will never run.
  public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    // Given away retained, and taken over by the thread, which is the only one to touch it then.
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let result = pthread_create(&thread, nil, runWork, work.toOpaque())
      if let thread, result == 0 { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let result = pthread_create(&thread, nil, runWork, work.toOpaque())
      if result == 0 { pthread_detach(thread) }
    #endif
    if result != 0 { work.release() }
    return result == 0
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

#if canImport(Darwin)
  private func runWork(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }
#else
  private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
    return nil
  }
#endif
