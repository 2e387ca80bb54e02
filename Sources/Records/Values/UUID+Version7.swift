package import EventLog
internal import OrderedBytes
internal import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UUID {
  /// Makes an id that holds the time, so that ids made later by this process come later in order.
  ///
  /// Form: version 7 of RFC 9562, section 5.7, <https://www.rfc-editor.org/rfc/rfc9562#section-5.7>; the
  /// rest is from the system's random generator.
  public static func version7() -> UUID {
    var generator = SystemRandomNumberGenerator()
    return lastVersion7.withLock { $0.next(at: .now(), using: &generator) }
  }
}

private let lastVersion7 = Mutex(Version7Sequence())

/// Makes ids of version 7 that only ever rise, also within a millisecond and when the clock steps back.
package struct Version7Sequence: ~Copyable {
  /// The millisecond since 1970 and a counter of 12 bits (RFC 9562, section 6.2, method 1): one number, so
  /// that a counter that runs over moves on to the next millisecond.
  private var last: UInt64 = 0

  package init() {}

  package mutating func next(at instant: Instant, using generator: inout some RandomNumberGenerator)
    -> UUID
  {
    let milliseconds = max(0, instant.seconds * 1000 + Int64(instant.nanoseconds / 1_000_000))
    // A counter begins in its lower half, which leaves at least 2,048 ids to the millisecond.
    let fresh = UInt64(milliseconds) << 12 | generator.next() >> 53
    last = max(fresh, last + 1)
    var id = KeyBytes(reserving: 16)
    id.append((last >> 12) << 16 | 0x7000 | last & 0xFFF)
    id.append(0b10 << 62 | generator.next() >> 2)
    // Sixteen bytes always make a UUID.
    return UUID(bytes: id.bytes) ?? UUID()
  }
}
