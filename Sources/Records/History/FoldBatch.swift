internal import EventLog

/// Events on their way from the log to the states of their records: copied into one piece of memory.
struct FoldBatch: Sendable {
  private struct Item {
    /// Where the event's bytes end.
    let end: Int
    /// The hash of its record's id.
    let hash: UInt64
    let position: EventPosition
    let time: Instant
  }

  private var bytes: [UInt8] = []
  private var items: [Item] = []

  /// Where an event stands that could not be folded, and why.
  struct Failure: Error {
    let position: EventPosition
    let error: any Error
  }

  /// Adds the next event.
  mutating func append(
    _ event: Span<UInt8>,
    hash: UInt64,
    at position: EventPosition,
    time: Instant
  ) {
    bytes.append(contentsOf: event)
    items.append(Item(end: bytes.count, hash: hash, position: position, time: time))
  }

  /// Folds the events into the states of their types' records, and forgets them but keeps the memory.
  ///
  /// - Throws: `Failure` for the first that does not follow upon its record's state.
  mutating func fold(into tables: inout [UInt32: StateTable]) throws(Failure) {
    var start = 0
    // Taken out, so that a table is looked up only where the type changes.
    var table = StateTable()
    var type: UInt32?
    for item in items {
      let event = bytes.span.extracting(start..<item.end)
      start = item.end
      do {
        guard let head = try StoredEvent.Head(event) else { continue }
        if head.type != type {
          if let type { tables[type] = table }
          table = tables.removeValue(forKey: head.type) ?? StateTable()
          type = head.type
        }
        try table.update(event.extracting(head.idBytes), hash: item.hash) { state in
          try state.apply(head, event, at: item.position, time: item.time)
        }
      } catch {
        throw Failure(position: item.position, error: error)
      }
    }
    if let type { tables[type] = table }
    bytes.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
  }
}
