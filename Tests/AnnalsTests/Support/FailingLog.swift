import EventLog
import StoreErrors
import Synchronization

/// A log whose reads fail after so many.
final class FailingLog: EventLog {
  private let base: any EventLog
  let callsLeft = Mutex<Int?>(nil)

  init(_ base: any EventLog) { self.base = base }

  private func count() throws {
    try callsLeft.withLock { left in
      guard let calls = left else { return }
      guard calls > 0 else { throw StoreError(.io, "the disk failed") }
      left = calls - 1
    }
  }

  var identity: LogIdentity { base.identity }
  func head() throws -> LogHead {
    try count()
    return try base.head()
  }
  func append(_ drafts: [CommitDraft], expecting: Expectation) throws -> [Appended] {
    try base.append(drafts, expecting: expecting)
  }
  func header(of revision: Revision) throws -> CommitHeader? {
    try count()
    return try base.header(of: revision)
  }
  func scan(
    _ range: ClosedRange<Revision>,
    _ visit: (CommitHeader, EventPosition, Span<UInt8>) throws -> Bool
  ) throws {
    try count()
    try base.scan(range, visit)
  }
  func withEvent<R>(at position: EventPosition, _ body: (Span<UInt8>) throws -> R) throws -> R {
    try count()
    return try base.withEvent(at: position, body)
  }
  func definitions(after revision: Revision) throws -> [EventPosition] {
    try count()
    return try base.definitions(after: revision)
  }
  func result(forKey key: IdempotencyKey) throws -> Appended? { try base.result(forKey: key) }
  func flush() throws { try base.flush() }
  func statistics() throws -> LogStatistics { try base.statistics() }
  func close() { base.close() }
}
