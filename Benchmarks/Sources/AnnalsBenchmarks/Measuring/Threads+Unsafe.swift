#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Threads of their own: those that tasks and queues share are as few as the processor has cores, and so never wait for
/// the disk together.
enum Threads {
  /// Runs some work on so many threads at once, and returns when all have done it.
  ///
  /// - Parameter body: gets the thread's number, from 0 on. What it shares with the others it must protect itself.
  /// - Throws: `BenchmarkError` where the system has not so many threads to give; those that it gave have done their work
  ///   then.
  static func run(_ count: Int, _ body: @escaping (Int) -> Void) throws(BenchmarkError) {
    var threads: [pthread_t] = []
    defer { for thread in threads { pthread_join(thread, nil) } }
    for number in 0..<count {
      // Given away retained, and taken over by the thread.
      let work = Unmanaged.passRetained(Work { body(number) })
      #if canImport(Darwin)
        var thread: pthread_t?
        let result = pthread_create(&thread, nil, runWork, work.toOpaque())
        if let thread { threads.append(thread) }
      #else
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, runWork, work.toOpaque())
        if result == 0 { threads.append(thread) }
      #endif
      guard result == 0 else {
        work.release()
        throw BenchmarkError("the system gives no more than \(number) threads")
      }
    }
  }
}

private final class Work {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
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
