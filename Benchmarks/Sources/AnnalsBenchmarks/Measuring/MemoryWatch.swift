internal import Synchronization

/// Looks again and again at how much memory a process has that is not backed by a file, for the kernel keeps no peak
/// of that.
enum MemoryWatch {
  /// Runs some work.
  ///
  /// - Parameter process: whose memory is looked at.
  /// - Returns: what it gave, and the most memory that was seen meanwhile; nil where there is no Linux `/proc`.
  static func during<R>(of process: ProcessUsage = .own, _ work: () throws -> R) rethrows -> (
    result: R, peakBytes: Int?
  ) {
    let peak = Peak(of: process)
    let looking = Task.detached {
      while !Task.isCancelled {
        peak.look()
        try? await Task.sleep(for: .milliseconds(50))
      }
    }
    defer { looking.cancel() }
    let result = try work()
    peak.look()
    return (result, peak.bytes)
  }

  private final class Peak: Sendable {
    private let most = Mutex<Int?>(nil)
    private let process: ProcessUsage

    init(of process: ProcessUsage) { self.process = process }

    var bytes: Int? { most.withLock { $0 } }

    func look() {
      guard let now = process.anonymousBytes else { return }
      most.withLock { $0 = max($0 ?? 0, now) }
    }
  }
}
