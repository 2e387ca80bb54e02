internal import ByteCoding
package import EventLog
package import PageStore
internal import StoreErrors

/// Which events made a record what it is.
public struct Lineage: Sendable {
  /// A field and the event that gave it its value.
  public struct Origin: Sendable {
    /// The field, as the record's definition has it.
    public let field: FieldDefinition
    /// Its value; null is one, too.
    public let value: Value
    /// The event.
    public let event: Event
  }

  /// The record; as it was just before, where it was deleted.
  public let record: StoredRecord
  /// The event that began its life.
  public let birth: Event
  /// Each field that is not missing, in definition order.
  public let origins: [Origin]
  /// The event that deleted it, if it was deleted.
  public let deletion: Event?
}

extension RecordHistory {
  /// Finds the events that made the record what it is at a revision.
  ///
  /// - Returns: nil where it was not there yet, or never.
  /// - Complexity: O(events back to the eldest that is named · log events), and two searches over the life's versions.
  package func lineage(
    at revision: Revision,
    under definition: TypeDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Lineage? {
    let state = try state(through: EventPosition(revision, .max), in: transaction)
    guard state.version > 0 else { return nil }
    let deletion = state.isAlive ? nil : try event(at: state.position)
    let shown =
      state.isAlive ? state : try self.state(ofVersion: state.version - 1, in: transaction)
    return Lineage(
      record: try shown.record(key.id, under: definition),
      birth: try birth(of: shown, in: transaction),
      origins: try origins(of: shown, under: definition, in: transaction),
      deletion: deletion
    )
  }

  /// The event that began a state's life: the first version of the life.
  func birth(
    of state: RecordState,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Event {
    var before: UInt64 = 0
    var first = state.version
    while first - before > 1 {
      let middle = before + (first - before) / 2
      let life = try self.state(ofVersion: middle, in: transaction).life
      if life < state.life { before = middle } else { first = middle }
    }
    return try event(ofVersion: first, in: transaction)
  }

  /// Walks back until each field is explained.
  private func origins(
    of state: RecordState,
    under definition: TypeDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> [Lineage.Origin] {
    let values = try state.values(under: definition)
    var open = Set(zip(definition.fields, values).compactMap { $1 == nil ? nil : $0.number })
    var events: [UInt32: Event] = [:]
    try forEachEvent(reversed: true, from: state.version, in: transaction) { event in
      for change in event.changes where open.remove(change.field.number) != nil {
        events[change.field.number] = event
      }
      // Before the beginning of a life nothing of it was said.
      return !open.isEmpty && event.op != .create
    }
    return try zip(definition.fields, values).compactMap { field, value in
      guard let value else { return nil }
      guard let event = events[field.number] else {
        throw ByteReader.damaged("no event gave '\(key.id)' its \(field.name)")
      }
      return Lineage.Origin(field: field, value: value, event: event)
    }
  }
}
