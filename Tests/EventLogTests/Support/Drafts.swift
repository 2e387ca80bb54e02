import ByteCoding
import EventLog
import Foundation
import TestSupport

extension CommitDraft {
  /// A commit of a few events as text, made so many seconds after 1970.
  static func of(
    _ texts: String...,
    by actor: String = "ada",
    at seconds: Int64 = 0,
    key: IdempotencyKey? = nil
  ) -> CommitDraft {
    CommitDraft(
      actor: actor,
      time: .live(.at(seconds)),
      key: key,
      events: texts.map { EventDraft(.record, Array($0.utf8)) }
    )
  }

  /// A commit of record events with these bytes.
  static func of(_ events: [[UInt8]]) -> CommitDraft {
    CommitDraft(
      actor: "ada",
      time: .live(.at(0)),
      events: events.map { EventDraft(.record, $0) }
    )
  }
}

extension Instant {
  /// So many seconds after 1970, which must be a number within the calendar.
  static func at(_ seconds: Int64, nanoseconds: UInt32 = 0) -> Instant {
    Instant(seconds: seconds, nanoseconds: nanoseconds) ?? .distantFuture
  }
}

/// Bytes that differ from place to place and from one seed to another.
func filler(_ count: Int, seed: Int) -> [UInt8] {
  // A prime length, so that the repeats do not fall in with pages. Longer runs are copied, which is
  // quick in a debug build too.
  var bytes = (0..<min(count, 251)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) }
  while bytes.count < count { bytes += bytes.prefix(count - bytes.count) }
  return bytes
}

/// Bytes that nothing can compress.
func noise(_ count: Int, seed: Int) -> [UInt8] {
  var generator = SeededGenerator(seed: UInt64(seed))
  return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
}

/// An event that was read, with where it stood.
struct FoundEvent: Equatable, Sendable {
  let position: EventPosition
  let bytes: [UInt8]

  init(_ revision: UInt64, _ ordinal: Int, _ bytes: [UInt8]) {
    self.init(EventPosition(Revision(revision), UInt32(ordinal)), bytes)
  }

  init(_ position: EventPosition, _ bytes: [UInt8]) {
    self.position = position
    self.bytes = bytes
  }

  /// Compares whole blocks of memory, which is quick in a debug build too.
  static func == (left: FoundEvent, right: FoundEvent) -> Bool {
    left.position == right.position && Data(left.bytes) == Data(right.bytes)
  }
}

extension EventLog {
  @discardableResult
  func append(_ drafts: CommitDraft..., expecting expectation: Expectation = .any) throws
    -> [Appended]
  {
    try append(drafts, expecting: expectation)
  }

  @discardableResult
  func appendAll(_ drafts: [CommitDraft]) throws -> [Appended] {
    try append(drafts, expecting: .any)
  }

  /// What a scan finds.
  func events(_ range: ClosedRange<UInt64>) throws -> [FoundEvent] {
    var found: [FoundEvent] = []
    try scan(Revision(range.lowerBound)...Revision(range.upperBound)) { _, position, bytes in
      found.append(FoundEvent(position, Array(bytes)))
      return true
    }
    return found
  }

  /// A copy of one event.
  func event(_ revision: UInt64, _ ordinal: Int) throws -> [UInt8] {
    try withEvent(at: EventPosition(Revision(revision), UInt32(ordinal))) { Array($0) }
  }
}
