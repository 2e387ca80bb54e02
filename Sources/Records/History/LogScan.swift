internal import EventLog
internal import StoreErrors

/// One record's history read from the log itself, event by event: for a past that the views do not know.
struct LogScan {
  private let log: any EventLog
  private let key: RecordKey

  init(_ log: any EventLog, of key: RecordKey) {
    self.log = log
    self.key = key
  }

  /// The record after the last of its events that is not past a position.
  ///
  /// - Complexity: O(events up to there).
  func state(through position: EventPosition) throws -> RecordState {
    var state = RecordState()
    try forEachEvent(through: position) { head, bytes, position, time in
      try state.apply(head, bytes, at: position, time: time)
    }
    return state
  }

  /// Where its events up to a revision stand, the newest first.
  ///
  /// - Complexity: O(events up to there).
  func positions(through revision: Revision) throws -> [(version: UInt64, position: EventPosition)]
  {
    var positions: [(version: UInt64, position: EventPosition)] = []
    try forEachEvent(through: EventPosition(revision, .max)) { head, _, position, _ in
      positions.append((head.version, position))
    }
    return positions.reversed()
  }

  private func forEachEvent(
    through last: EventPosition,
    _ body: (StoredEvent.Head, Span<UInt8>, EventPosition, Instant) throws -> Void
  ) throws {
    guard last.revision > .zero else { return }
    let id = Array(key.id.text.utf8)
    try log.scan(Revision(1)...last.revision) { header, position, bytes in
      guard position <= last else { return false }
      if let head = try StoredEvent.Head(bytes), head.type == key.type,
        head.idBytes.count == id.count, bytes.extracting(head.idBytes).starts(with: id)
      {
        try body(head, bytes, position, header.time)
      }
      return true
    }
  }
}
