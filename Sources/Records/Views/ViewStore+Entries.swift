internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore

extension ViewStore {
  /// Enters what became of a view's entries: into the list of those that are there, and into the index over the past.
  ///
  /// Both take their changes in the order of the keys, which is found once.
  func enter(
    _ changes: PastChanges,
    inView view: UInt32,
    of type: UInt32,
    _ summaries: inout SummaryChanges,
    in transaction: inout WriteTransaction
  ) throws {
    guard !changes.isEmpty else { return }
    let ordered = OrderedChanges(changes)
    let summary = try writeEntries(ordered, in: &transaction)
    summaries.change(.view(view, of: type)) { $0.apply(summary) }
    try past.apply(ordered, to: PastOfType.index(ofView: view, of: type), in: &transaction)
  }

  /// Writes what is left of changes in the end.
  ///
  /// - Returns: what they change in the list's summary.
  private func writeEntries(
    _ changes: OrderedChanges,
    in transaction: inout WriteTransaction
  ) throws -> ListSummary {
    let table = tables.entries
    var summary = ListSummary()
    var value = ByteWriter()
    var place = 0
    while place < changes.count {
      let key = changes.key(at: place)
      let first = changes[place]
      var last = first
      place += 1
      while place < changes.count, ByteOrder.compare(changes.key(at: place), key) == 0 {
        last = changes[place]
        place += 1
      }
      // An entry that went and came again is where it was; one that came and went again was never there.
      guard first.isInsertion == last.isInsertion else { continue }
      let digest = ListSummary.digest(ofEntry: key)
      if last.isInsertion {
        summary.count += 1
        summary.add(digest)
        EntryKey.write(key, idOffset: Int(last.content), to: &value)
        try EntryKey.withStored(key) { try transaction.putChecked(table, $0, &value) }
      } else {
        summary.count -= 1
        summary.remove(digest)
        try EntryKey.withStored(key) { _ = try transaction.delete(table, $0) }
      }
    }
    return summary
  }
}
