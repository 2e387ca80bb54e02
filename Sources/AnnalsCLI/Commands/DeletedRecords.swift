import Annals
import EventLog
import StoreErrors
import Records

/// The records that had been deleted at a point and not created again, as they were last.
enum DeletedRecords {
  /// Visits them, the latest deletion first.
  ///
  /// The log is read backwards: the first event met of an id says whether it lives. Memory grows with the
  /// ids of the type.
  ///
  /// - Throws: `StoreError`: `usage` for an order or page, which this list does not have; as reading does.
  static func list(
    _ query: Query,
    in store: Store,
    at point: Point,
    _ visit: (StoredRecord) throws -> Void
  ) throws {
    guard query.sort.isEmpty, query.view == nil, query.after == nil, query.condition == nil else {
      throw StoreError(
        .usage,
        "--deleted lists all, the latest deletion first: leave out --where, --sort, --view and --after"
      )
    }
    let last = try store.resolve(point).revision
    guard last >= Revision(1) else { return }
    var seen: Set<ExactString> = []
    var toPass = query.offset
    var left = query.limit ?? Int.max
    try store.events(in: Revision(1)...last, reversed: true) { event in
      guard left > 0 else { return false }
      guard event.op != .define, event.definition.name == query.type,
        seen.insert(event.id).inserted, event.op == .delete
      else { return true }
      let record = try store.version(event.version - 1, of: query.type, event.id).record
      guard let record else { return true }
      if toPass > 0 {
        toPass -= 1
      } else {
        left -= 1
        try visit(record)
      }
      return true
    }
  }
}
