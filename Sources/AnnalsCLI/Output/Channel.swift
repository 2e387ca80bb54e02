import StoreErrors
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The reader of our output has gone: the work ends quietly.
struct ClosedPipe: Error {}

/// Bytes on their way to a file descriptor, buffered.
final class Channel: Sendable {
  private let descriptor: Int32
  private let buffer = Mutex<[UInt8]>([])
  /// Whether a person reads it, directly or through a pager.
  let isTerminal: Bool

  private static let capacity = 1 << 16

  init(descriptor: Int32, isTerminal: Bool? = nil) {
    self.descriptor = descriptor
    self.isTerminal = isTerminal ?? (isatty(descriptor) == 1)
  }

  /// Adds text, written out when enough of it waits.
  ///
  /// - Throws: `ClosedPipe`, or `StoreError` (`io`, `diskFull`).
  func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Adds bytes, written out when enough of them wait.
  ///
  /// - Throws: `ClosedPipe`, or `StoreError` (`io`, `diskFull`).
  func write(_ bytes: [UInt8]) throws {
    try buffer.withLock { waiting in
      waiting.append(contentsOf: bytes)
      if waiting.count >= Self.capacity { try flush(&waiting) }
    }
  }

  /// Writes out what waits.
  ///
  /// - Throws: `ClosedPipe`, or `StoreError` (`io`, `diskFull`).
  func flush() throws { try buffer.withLock { try flush(&$0) } }

  /// Finds out whether the reader has gone while nothing is written.
  ///
  /// - Throws: `ClosedPipe`.
  func checkReader() throws(ClosedPipe) {
    var descriptor = pollfd(fd: descriptor, events: 0, revents: 0)
    if poll(&descriptor, 1, 0) > 0, descriptor.revents & Int16(POLLERR) != 0 { throw ClosedPipe() }
  }

  private func flush(_ waiting: inout [UInt8]) throws {
    // What could not be written now will not be written later either.
    defer { waiting.removeAll(keepingCapacity: true) }
    var rest = waiting
    while !rest.isEmpty {
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, rest, rest.count)
      #else
        let count = Darwin.write(descriptor, rest, rest.count)
      #endif
      if count >= 0 {
        rest.removeFirst(count)
      } else if errno == EPIPE {
        throw ClosedPipe()
      } else if errno != EINTR && errno != EAGAIN {
        let cause = String(cString: strerror(errno))
        throw StoreError(
          errno == ENOSPC ? .diskFull : .io,
          "the output cannot be written (\(cause))"
        )
      }
    }
  }
}
