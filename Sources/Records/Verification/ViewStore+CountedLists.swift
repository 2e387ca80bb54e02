internal import ByteCoding
internal import EventLog
internal import PageStore
internal import StoreErrors

extension ViewStore {
  /// The summaries of all lists as their entries give them, and not as they are kept.
  ///
  /// - Throws: `damaged` for an entry that is not what was written.
  /// - Complexity: O(records + entries).
  func countedSummaries(
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> [ListKey: ListSummary] {
    var changes = SummaryChanges()
    try forEachEntry(of: tables.records, transaction) { key, trail in
      var reader = ByteReader(key)
      let state = try Trail.state(in: trail)
      let isAlive = try RecordState(state).isAlive
      changes.change(.records(of: try reader.fixed32())) {
        if isAlive { $0.count += 1 }
        $0.add(ListSummary.digest(of: state, under: key))
      }
    }
    try forEachEntry(of: tables.entries, transaction) { key, value in
      let entry = try EntryKey(key, value)
      changes.change(try ListKey(key)) {
        $0.count += 1
        $0.add(ListSummary.digest(ofEntry: entry.full.span))
      }
    }
    try forEachEntry(of: tables.uniques, transaction) { key, holder in
      changes.change(.uniques(of: try ListKey(key).type)) {
        $0.count += 1
        $0.add(ListSummary.digest(of: holder, under: key))
      }
    }
    return changes.all
  }

  private func forEachEntry(
    of table: Table,
    _ transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (Span<UInt8>, Span<UInt8>) throws -> Void
  ) throws {
    try transaction.withCursor(over: table) { cursor in
      var isThere = try cursor.first()
      while isThere {
        try cursor.withChecked(body)
        isThere = try cursor.next()
      }
    }
  }
}
