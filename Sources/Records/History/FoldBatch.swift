internal import ByteCoding
internal import EventLog

/// Events on their way from the log to the states of their records: copied into one piece of memory.
struct FoldBatch: Sendable {
  private struct Item {
    /// Where the event's bytes end.
    let end: Int
    let type: UInt32
    /// The hash of its record's id.
    let hash: UInt64
    let position: EventPosition
    let time: Instant
  }

  private var bytes: [UInt8] = []
  private var items: [Item] = []
  /// Memory for the records that are fetched together.
  private var hashes: [UInt64] = []
  private var places: [Int] = []

  /// So many events' records are fetched together: as many reads as a processor has under way at once.
  private static let fetchedCount = 16

  /// Where an event stands that could not be folded, and why.
  struct Failure: Error {
    let position: EventPosition
    let error: any Error
  }

  /// Adds the next event.
  mutating func append(
    _ event: Span<UInt8>,
    of type: UInt32,
    hash: UInt64,
    at position: EventPosition,
    time: Instant
  ) {
    bytes.append(contentsOf: event)
    items.append(
      Item(end: bytes.count, type: type, hash: hash, position: position, time: time)
    )
  }

  /// Folds the events into the states of their types' records, and forgets them but keeps the memory.
  ///
  /// - Throws: `Failure` for the first that does not follow upon its record's state.
  mutating func fold(into tables: inout [UInt32: StateTable]) throws(Failure) {
    // Taken out, so that a table is looked up only where the type changes.
    var table = StateTable()
    var type: UInt32?
    var next = 0
    while next < items.count {
      let first = items[next]
      if first.type != type {
        if let type { tables[type] = table }
        table = tables.removeValue(forKey: first.type) ?? StateTable()
        type = first.type
      }
      let group = next..<groupEnd(from: next)
      hashes.removeAll(keepingCapacity: true)
      for index in group { hashes.append(items[index].hash) }
      table.fetch(hashes, &places)
      for index in group { try fold(index, into: &table) }
      next = group.upperBound
    }
    if let type { tables[type] = table }
    bytes.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
  }

  /// Where the events of one type end, or as many as are fetched together.
  private func groupEnd(from start: Int) -> Int {
    let most = min(items.count, start + Self.fetchedCount)
    var end = start
    while end < most, items[end].type == items[start].type { end += 1 }
    return end
  }

  private func fold(_ index: Int, into table: inout StateTable) throws(Failure) {
    let item = items[index]
    let event = bytes.span.extracting((index == 0 ? 0 : items[index - 1].end)..<item.end)
    do {
      guard let head = try StoredEvent.Head(event) else { return }
      try table.update(event.extracting(head.idBytes), hash: item.hash) { state in
        try state.apply(head, event, at: item.position, time: item.time)
      }
    } catch {
      throw Failure(position: item.position, error: error)
    }
  }
}
