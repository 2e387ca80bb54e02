package import EventLog
internal import PageStore

/// What a record is after its events so far: the unit of every fold.
package struct RecordState: Sendable, Hashable {
  /// One field's value.
  package struct FieldValue: Sendable, Hashable {
    package let field: UInt32
    package var value: Value
  }

  /// Whether it lives; a deleted one has no values but keeps its version and life.
  package private(set) var isAlive = false
  /// How many events it has had.
  package private(set) var version: UInt64 = 0
  /// How many lives it has had.
  package private(set) var life: UInt64 = 0
  /// The event that changed it last.
  package private(set) var position = EventPosition(.zero, 0)
  /// When its last life began.
  package private(set) var created = Instant.distantPast
  /// When it changed last.
  package private(set) var updated = Instant.distantPast
  /// The values that are not missing, by rising field number.
  package private(set) var values: [FieldValue] = []

  /// The state before the first event.
  package init() {}

  package init(
    isAlive: Bool,
    version: UInt64,
    life: UInt64,
    position: EventPosition,
    created: Instant,
    updated: Instant,
    values: [FieldValue]
  ) {
    self.isAlive = isAlive
    self.version = version
    self.life = life
    self.position = position
    self.created = created
    self.updated = updated
    self.values = values
  }

  /// The value of a field, nil if missing.
  package func value(of field: UInt32) -> Value? {
    index(of: field).flatMap {
      $0 < values.count && values[$0].field == field ? values[$0].value : nil
    }
  }

  /// Adds the value of a field whose number is above all others.
  mutating func append(_ field: UInt32, _ value: Value) {
    values.append(FieldValue(field: field, value: value))
  }

  /// Takes in the next event.
  ///
  /// - Throws: `damaged` where the event does not follow upon this state.
  package mutating func apply(_ event: StoredEvent, at position: EventPosition, time: Instant)
    throws
  {
    let expectedLife = event.op == .create ? life + 1 : life
    guard event.version == version + 1, event.life == expectedLife,
      isAlive == (event.op != .create)
    else {
      throw ByteReader.damaged(
        "event \(position.ordinal) of \(position.revision) does not follow version \(version) of "
          + "'\(event.id)'"
      )
    }
    version = event.version
    life = event.life
    self.position = position
    updated = time
    switch event.op {
    case .create:
      isAlive = true
      created = time
      values = event.changes.compactMap { change in
        change.new.map { FieldValue(field: change.field, value: $0) }
      }
    case .update:
      for change in event.changes { set(change.field, change.new) }
    case .delete, .define:
      isAlive = false
      values = []
    }
  }

  private func index(of field: UInt32) -> Int? {
    // Few fields, and numbers without gaps as a rule: the guess is nearly always right.
    let guess = Int(field) - 1
    if guess < values.count, guess >= 0, values[guess].field == field { return guess }
    return values.firstIndex { $0.field >= field } ?? values.count
  }

  private mutating func set(_ field: UInt32, _ value: Value?) {
    guard let index = index(of: field) else { return }
    let isThere = index < values.count && values[index].field == field
    switch (value, isThere) {
    case (let value?, true): values[index].value = value
    case (let value?, false): values.insert(FieldValue(field: field, value: value), at: index)
    case (nil, true): values.remove(at: index)
    case (nil, false): break
    }
  }
}

extension RecordState {
  /// Shows the state under a definition: fields that it does not have are left out, values of an earlier,
  /// narrower kind are widened.
  package func record(_ id: ExactString, under definition: TypeDefinition) -> Record {
    var values = [Value?](repeating: nil, count: definition.fields.count)
    for stored in self.values {
      guard let index = definition.index(ofNumber: stored.field) else { continue }
      values[index] = stored.value.widened(to: definition.fields[index].kind)
    }
    return Record(
      definition: definition,
      id: id,
      version: version,
      life: life,
      revision: position.revision,
      created: created,
      updated: updated,
      values: values
    )
  }
}

extension RecordState {
  /// A field's value in the kind that a definition gives it; null where it is missing.
  package func value(of field: UInt32, under definition: TypeDefinition) -> Value {
    guard let index = definition.index(ofNumber: field), let value = value(of: field) else {
      return .null
    }
    return value.widened(to: definition.fields[index].kind)
  }
}

extension Value {
  /// The value under a wider kind; itself where the kind is the same.
  package func widened(to kind: Kind) -> Value {
    self.kind == kind || isNull ? self : coerced(to: kind) ?? self
  }
}
