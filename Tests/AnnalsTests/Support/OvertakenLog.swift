import EventLog
import Synchronization

/// A log that lets something happen once, just before an append.
final class OvertakenLog: EventLog {
  let base = MemoryEventLog()
  let before = Mutex<(@Sendable () throws -> Void)?>(nil)

  func append(_ drafts: [CommitDraft], expecting: Expectation) throws -> [Appended] {
    let body = before.withLock { body in
      defer { body = nil }
      return body
    }
    try body?()
    return try base.append(drafts, expecting: expecting)
  }

  var identity: LogIdentity { base.identity }
  func head() throws -> LogHead { try base.head() }
  func header(of revision: Revision) throws -> CommitHeader? { try base.header(of: revision) }
  func scan(
    _ range: ClosedRange<Revision>,
    _ visit: (CommitHeader, EventPosition, Span<UInt8>) throws -> Bool
  ) throws { try base.scan(range, visit) }
  func withEvent<R>(at position: EventPosition, _ body: (Span<UInt8>) throws -> R) throws -> R {
    try base.withEvent(at: position, body)
  }
  func definitions(after revision: Revision) throws -> [EventPosition] {
    try base.definitions(after: revision)
  }
  func result(forKey key: IdempotencyKey) throws -> Appended? { try base.result(forKey: key) }
  func flush() throws { try base.flush() }
  func statistics() throws -> LogStatistics { try base.statistics() }
  func close() { base.close() }
}
