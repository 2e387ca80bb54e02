internal import EventLog
internal import PageStore
internal import StoreErrors
public import Records

extension Store {
  /// The records of a type that had been deleted at a point and not been created again.
  ///
  /// - Parameters:
  ///   - query: which: condition, order, limit and offset hold for the records as they were last. Without an order the
  ///     latest deletion comes first. They are in no view, and have no pages.
  ///   - point: when.
  /// - Returns: each as it was last, with the event that deleted it.
  /// - Throws: `StoreError`: `usage` for an unknown type or field, a view or a page; and as `resolve`.
  /// - Complexity: O(ids of the type, living ones included), and two searches for each that was dead then.
  public func deletedRecords(_ query: Query, at point: Point = .head) throws -> [DeletedRecord] {
    try checkBounds(of: query)
    let wanted = point == .head ? nil : try resolve(point).revision
    return try views.read { transaction, sight in
      let revision = wanted ?? sight.applied.revision
      let definition = try type(query.type, atRevision: revision)
      return try DeletedRecordSearch(query, for: definition)
        .run(at: revision, in: log, sight, transaction)
    }
  }
}
