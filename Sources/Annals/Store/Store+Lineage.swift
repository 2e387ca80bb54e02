internal import EventLog
internal import PageStore
internal import StoreErrors
public import Records

extension Store {
  /// Which events made a record what it is at a point: for each field the one that gave it its value, the one that
  /// began the record's life, and for a deleted record the deletion.
  ///
  /// - Throws: `StoreError`: `notFound` where it was not there yet or never; `usage` for an unknown type; and as
  ///   `resolve`.
  /// - Complexity: O(events back to the eldest that is named · log events), whatever came before that.
  public func lineage(of type: ExactString, _ id: ExactString, at point: Point = .head) throws
    -> Lineage
  {
    let wanted = point == .head ? nil : try resolve(point).revision
    return try views.read { transaction, sight in
      let revision = wanted ?? sight.applied.revision
      let definition = try self.type(type, atRevision: revision)
      let key = RecordKey(definition.number, id)
      let history = try RecordHistory(of: key, log, sight, in: transaction)
      if let lineage = try history.lineage(at: revision, under: definition, in: transaction) {
        return lineage
      }
      throw Self.absent(type, id, at: revision, isKnown: history.count > 0)
    }
  }
  /// The error for a record that was not there yet, or never.
  ///
  /// - Parameter isKnown: whether it came later.
  static func absent(
    _ type: ExactString,
    _ id: ExactString,
    at revision: Revision,
    isKnown: Bool
  ) -> StoreError {
    StoreError(
      .notFound,
      isKnown
        ? "\(type)/\(id) was not yet created at \(revision)" : "\(type)/\(id) never existed",
      hints: isKnown ? ["its history tells what came later"] : []
    )
  }
}
