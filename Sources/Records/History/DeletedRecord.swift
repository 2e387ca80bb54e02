package import EventLog
package import PageStore
internal import StoreErrors

/// A record whose life had ended at some point, and the event that ended it.
public struct DeletedRecord: Sendable, Hashable {
  /// The record as it was last.
  public let record: StoredRecord
  /// Its deletion: who, when and why.
  public let deletion: Event
}

/// Finds deleted records through the views, which keep what is left of them among the living.
package struct DeletedRecordSearch {
  private let definition: TypeDefinition
  private let filter: Filter
  private let query: Query
  private let order: SortOrder

  /// Checks a query for them.
  ///
  /// - Throws: `StoreError` (`usage`) for a view or a page, which there are of living records only, and for
  ///   conditions and orders that do not fit the type.
  package init(_ query: Query, for definition: TypeDefinition) throws {
    guard query.view == nil, query.after == nil else {
      throw StoreError(
        .usage,
        "deleted records are in no view, and have no pages",
        hints: ["choose from them by a condition, an order, a limit and an offset"]
      )
    }
    let planner = try Planner(query, for: definition)
    self.query = planner.query
    self.definition = definition
    filter = Filter(planner.query.condition, for: definition)
    order = planner.order
  }

  /// The records that had been deleted at a revision and not created again: in the query's order, or the latest
  /// deletion first.
  ///
  /// - Complexity: O(ids of the type, living ones included), and two searches for each that was dead then.
  package func run(
    at revision: Revision,
    in log: any EventLog,
    _ sight: Views.Sight,
    _ transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> [DeletedRecord] {
    var found: [DeletedRecord] = []
    try sight.store.forEachRecord(ofType: definition.number, in: transaction) { id, state in
      // One that lives now may have been dead then, but not if nothing has happened to it since.
      if state.isAlive, state.position.revision <= revision { return true }
      let history = try RecordHistory(
        of: RecordKey(definition.number, id),
        log,
        sight,
        in: transaction
      )
      if case .deleted(let last, let event) = try history.lookup(
        at: revision,
        under: definition,
        in: transaction
      ), filter.accepts(last) {
        found.append(DeletedRecord(record: last, deletion: event))
      }
      return true
    }
    sort(&found)
    return Array(found.dropFirst(query.offset).prefix(query.limit ?? .max))
  }

  private func sort(_ found: inout [DeletedRecord]) {
    guard !query.sort.isEmpty else {
      return found.sort { $0.deletion.position > $1.deletion.position }
    }
    let keyed = found.map { (key: order.key(of: $0.record), record: $0) }
    found = keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.record)
  }
}
