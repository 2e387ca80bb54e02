package import EventLog
internal import OrderedBytes
internal import StoreErrors

/// How one record differs between two revisions.
public struct Difference: Sendable, Hashable {
  /// What became of the record, seen from the earlier revision.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It lives only at the later one.
    case created
    /// It lives at both, and differs.
    case changed
    /// It lives only at the earlier one.
    case deleted
  }

  /// What became of it.
  public let kind: Kind
  /// The type, as it was defined at the later revision.
  public let definition: TypeDefinition
  /// The record's id.
  public let id: ExactString
  /// Its version at the earlier revision; 0 where it had none.
  public let oldVersion: UInt64
  /// Its version at the later revision.
  public let newVersion: UInt64
  /// The fields that differ, in definition order: all that it has where it was created, all that it had where it was
  /// deleted.
  public let changes: [Event.Change]

  /// The same difference, seen from the other side.
  package var reversed: Difference {
    Difference(
      kind: kind == .created ? .deleted : kind == .deleted ? .created : .changed,
      definition: definition,
      id: id,
      oldVersion: newVersion,
      newVersion: oldVersion,
      changes: changes.map { Event.Change(field: $0.field, old: $0.new, new: $0.old) }
    )
  }
}

/// What a stretch of the log changed, folded from its events alone: they hold the old and the new values.
package struct Differences {
  /// One record's way from the earlier revision to the later.
  private struct Way {
    var wasAlive: Bool
    var oldVersion: UInt64
    var isAlive = false
    var newVersion: UInt64 = 0
    /// What fields were and became, nil for missing; few are ever named, so that a search among them is short.
    var values: [(field: UInt32, old: Value?, new: Value?)] = []

    init(before event: StoredEvent) {
      wasAlive = event.op != .create
      oldVersion = event.version - min(event.version, 1)
    }

    mutating func take(_ event: StoredEvent) {
      isAlive = event.op != .delete
      newVersion = event.version
      for change in event.changes {
        if let index = values.firstIndex(where: { $0.field == change.field }) {
          values[index].new = change.new
        } else {
          values.append((change.field, change.old, change.new))
        }
      }
      // What it still had it has no more; a new life begins with nothing.
      if event.op == .delete { for index in values.indices { values[index].new = nil } }
    }
  }

  /// Where each record's way is.
  private var places: [RecordKey: Int] = [:]
  private var ways: [(key: RecordKey, way: Way)] = []
  /// Type (4) and id of each, to put them in order.
  private var order = FlatKeys()

  /// Folds the events after one revision up to another.
  ///
  /// - Parameter type: the only type wanted; nil for all.
  /// - Throws: `io`, `damaged`, `closed`.
  /// - Complexity: O(events between), and memory for the records that they name.
  package init(
    of log: any EventLog,
    after earlier: Revision,
    through later: Revision,
    type: UInt32? = nil
  ) throws {
    guard later > earlier else { return }
    try log.scan(earlier.next...later) { _, _, bytes in
      guard let event = try StoredEvent(bytes), type == nil || event.type == type else {
        return true
      }
      ways[place(of: event)].way.take(event)
      return true
    }
  }

  /// Where the way of an event's record is, which begins with the event where there was none.
  private mutating func place(of event: StoredEvent) -> Int {
    let key = RecordKey(event.type, event.id)
    if let known = places[key] { return known }
    places[key] = ways.count
    ways.append((key, Way(before: event)))
    order.append { $0.append(raw: ViewKeys.record(key)) }
    return ways.count - 1
  }

  /// The differences, by type and id; records that came back to what they were are left out.
  ///
  /// - Parameter definitions: the types at the later revision.
  package func list(under definitions: [TypeDefinition]) -> [Difference] {
    var numbers: [UInt32: TypeDefinition] = [:]
    for definition in definitions { numbers[definition.number] = definition }
    return order.order().compactMap { index in
      numbers[ways[index].key.type].flatMap {
        Self.difference(of: ways[index].key, ways[index].way, under: $0)
      }
    }
  }

  /// The differences that lead back, in the opposite order of the events: a unique value that passed from record to
  /// record can go the same way.
  ///
  /// - Parameter definitions: the types, as the differences are to be told.
  func undoing(_ definitions: [TypeDefinition]) -> [Difference] {
    let numbers = Dictionary(uniqueKeysWithValues: definitions.map { ($0.number, $0) })
    return ways.reversed().compactMap { key, way in
      numbers[key.type].flatMap { Self.difference(of: key, way, under: $0)?.reversed }
    }
  }

  /// The fields that differ and that the types no longer have.
  func dropped(from definitions: [TypeDefinition]) -> [(key: RecordKey, field: UInt32)] {
    let numbers = Dictionary(uniqueKeysWithValues: definitions.map { ($0.number, $0) })
    return ways.flatMap { key, way in
      way.values.filter { field, old, new in
        old != new && numbers[key.type]?.index(ofNumber: field) == nil
      }.map { (key, $0.field) }
    }
  }

  private static func difference(
    of key: RecordKey,
    _ way: Way,
    under definition: TypeDefinition
  ) -> Difference? {
    let kind: Difference.Kind
    switch (way.wasAlive, way.isAlive) {
    case (false, true): kind = .created
    case (true, false): kind = .deleted
    case (true, true): kind = .changed
    case (false, false): return nil
    }
    let places = way.values.indices.compactMap { index in
      definition.index(ofNumber: way.values[index].field).map { (place: $0, index: index) }
    }
    let changes = places.sorted { $0.place < $1.place }.compactMap {
      place,
      index -> Event.Change? in
      let kind = definition.fields[place].kind
      // Values of an earlier, narrower kind are shown, and compared, as the later definition has them.
      let old = way.wasAlive ? way.values[index].old?.widened(to: kind) : nil
      let new = way.values[index].new?.widened(to: kind)
      guard old != new else { return nil }
      return Event.Change(field: definition.fields[place], old: old, new: new)
    }
    guard kind != .changed || !changes.isEmpty else { return nil }
    return Difference(
      kind: kind,
      definition: definition,
      id: key.id,
      oldVersion: way.oldVersion,
      newVersion: way.newVersion,
      changes: changes
    )
  }
}
