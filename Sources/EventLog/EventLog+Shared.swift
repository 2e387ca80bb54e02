internal import ByteCoding
package import StoreErrors

extension EventLog {
  /// The last revision whose time is not after `instant`, found by halving: times never run backwards.
  public func revision(at instant: Instant) throws -> Revision {
    let head = try head()
    if head.revision == .zero || head.time <= instant { return head.revision }
    var known: UInt64 = 0
    var beyond = head.revision.rawValue
    while beyond - known > 1 {
      let middle = known + (beyond - known) / 2
      guard let header = try header(of: Revision(middle)) else {
        throw ByteReader.damaged("commit r\(middle) is missing")
      }
      if header.time <= instant { known = middle } else { beyond = middle }
    }
    return Revision(known)
  }

  /// Nothing: most logs that are not on a disk need not say so.
  public func condition() throws -> LogCondition? { nil }

  /// Waits by looking again and again, seldom enough to cost next to nothing.
  public func waitForCommit(after revision: Revision, timeout: Duration) throws -> Revision {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: timeout)
    var pause = Duration.milliseconds(1)
    while true {
      let current = try head().revision
      let now = clock.now
      if current > revision || now >= deadline { return current }
      Pause.sleep(min(pause, now.duration(to: deadline)))
      pause = min(pause * 2, .milliseconds(20))
    }
  }
}

extension Expectation {
  /// Refuses another head than the expected one.
  func check(_ head: LogHead) throws(StoreError) {
    guard case .head(let expected) = self, expected != head.revision else { return }
    throw StoreError(
      .conflict,
      "the head is \(head.revision), not the expected \(expected)",
      hints: ["read what was committed since, and try again"]
    )
  }
}

extension StoreError {
  /// The answer to a key that comes back with another request.
  package static func keyReused(_ key: String, at revision: Revision) -> StoreError {
    StoreError(
      .keyReused,
      "the idempotency key '\(key)' belongs to another request, committed as \(revision)",
      hints: ["use a new key for a new request"]
    )
  }

  static func noEvent(at position: EventPosition) -> StoreError {
    StoreError(.notFound, "there is no event \(position.ordinal) in \(position.revision)")
  }

  static func noLog(at directory: String) -> StoreError {
    StoreError(.noStore, "there is no log in '\(directory)'", hints: ["check the path"])
  }

  static let logIsReadOnly = StoreError(
    .readOnly,
    "the log was opened for reading only",
    hints: ["open the store for writing"]
  )

  static let logClosed = StoreError(.closed, "the log was closed", hints: ["open the store again"])
}
