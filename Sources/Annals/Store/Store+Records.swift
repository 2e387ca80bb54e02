internal import EventLog
internal import PageStore
internal import StoreErrors
public import Records

extension Store {
  /// What is known of a record at a point.
  ///
  /// - Returns: the record, or one of three different negative answers.
  /// - Throws: `StoreError`: `usage` for an unknown type, and as `resolve`.
  /// - Complexity: O(log records) at the head; in the past two searches, however many versions.
  public func lookup(_ type: ExactString, _ id: ExactString, at point: Point = .head) throws
    -> Lookup
  {
    let wanted = point == .head ? nil : try resolve(point).revision
    let known: Lookup? = try views.read(at: wanted) { transaction, sight in
      let revision = wanted ?? sight.revision
      let definition = try self.type(type, atRevision: revision)
      let key = RecordKey(definition.number, id)
      if let waiting = sight.waitingState(of: key, at: revision) {
        // The event that deleted it is found through the views.
        return waiting.isAlive ? .found(try waiting.record(id, under: definition)) : nil
      }
      let living =
        wanted == nil
        ? try sight.store.record(
          of: key,
          under: definition,
          at: sight.applied.revision,
          in: transaction
        ) : nil
      if let living { return .found(living) }
      let known = try RecordHistory(of: key, log, sight, in: transaction)
        .lookup(at: revision, under: definition, in: transaction)
      // What came into being later, the views may not show yet.
      if case .neverExisted = known, wanted != nil { return nil }
      return known
    }
    if let known { return known }
    return try views.read { transaction, sight in
      let revision = wanted ?? sight.applied.revision
      let definition = try self.type(type, atRevision: revision)
      let key = RecordKey(definition.number, id)
      return try RecordHistory(of: key, log, sight, in: transaction)
        .lookup(at: revision, under: definition, in: transaction)
    }
  }

  /// One version of a record, and the event that made it.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  ///   - number: from 1; versions go on through deletions.
  /// - Returns: the record as it was, nil where that version is a deletion.
  /// - Throws: `StoreError`: `notFound` where there is no such version; `usage` for an unknown type.
  public func version(_ number: UInt64, of type: ExactString, _ id: ExactString) throws -> (
    record: StoredRecord?, event: Event
  ) {
    try views.read { transaction, sight in
      let definition = try self.type(type, atRevision: sight.applied.revision)
      let key = RecordKey(definition.number, id)
      let history = try RecordHistory(of: key, log, sight, in: transaction)
      guard (1...max(history.count, 1)).contains(number), history.count > 0 else {
        throw StoreError(
          .notFound,
          history.count == 0
            ? "\(type)/\(id) does not exist"
            : "\(type)/\(id) has the versions 1 to \(history.count), not \(number)"
        )
      }
      let event = try history.event(ofVersion: number, in: transaction)
      let state = try history.state(ofVersion: number, in: transaction)
      let record = state.isAlive ? try state.record(id, under: event.definition) : nil
      return (record, event)
    }
  }
}
