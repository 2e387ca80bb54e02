internal import EventLog
internal import StoreErrors

// How an operation on a record becomes an event.

extension CommitBuilder {
  /// Writes a create or an update, and notes what became of it.
  ///
  /// Takes what `change` takes.
  mutating func write(
    _ op: StoredEvent.Op,
    _ key: RecordKey,
    _ before: RecordState,
    _ values: [Value??],
    under definition: TypeDefinition
  ) throws {
    guard try change(op, key, before, values, under: definition) else {
      return note(.unchanged, definition, key.id, before.version, 0)
    }
    note(op == .create ? .created : .updated, definition, key.id, before.version + 1, 1)
  }

  /// Writes a create or an update with the values that differ; an update without any is no event.
  ///
  /// - Parameters:
  ///   - values: by the definition's fields: nil to leave a field as it is, `.some(nil)` to make it missing.
  ///   - isRedefinition: whether the type changes, and with it what may not change otherwise.
  /// - Returns: whether there is an event.
  mutating func change(
    _ op: StoredEvent.Op,
    _ key: RecordKey,
    _ before: RecordState,
    _ values: [Value??],
    under definition: TypeDefinition,
    isRedefinition: Bool = false
  ) throws -> Bool {
    var refusals: [(place: Int, refusal: StoreError)] = []
    writer.begin(op)
    var known = try FieldCursor(before.fields.span)
    for place in definition.places {
      guard let new = values[place.index] else {
        if op == .create, place.hasRules { try check(nil) }
        continue
      }
      try known.advance(to: place.number)
      let isChange = try writer.add(place, known, to: new)
      if place.hasRules, isChange || op == .create { try check(new, isNew: isChange) }

      // A form shows all that is wrong with a record at once.
      func check(_ value: Value?, isNew: Bool = false) throws {
        let field = definition.fields[place.index]
        do {
          if isNew, op == .update, !isRedefinition {
            try field.checkMayChange(from: before.value(of: place.number)?.widened(to: place.kind))
          }
          try field.check(value)
          if isNew, field.rules.isUnique { try checkUnique(value, field, key, definition) }
        } catch let error as StoreError where error.field != nil {
          refusals.append((place.index, error))
        }
      }
    }
    if !refusals.isEmpty { throw Self.joined(refusals) }
    guard op == .create || !writer.isEmpty else { return false }
    try append(key, before, under: definition)
    return true
  }

  /// The refusals of a record's values as one, in the order of the fields.
  private static func joined(_ refusals: [(place: Int, refusal: StoreError)]) -> StoreError {
    let sorted = refusals.sorted { $0.place < $1.place }.map(\.refusal)
    var first = sorted[0]
    first.others = Array(sorted.dropFirst())
    return first
  }

  /// Writes a delete.
  mutating func end(_ key: RecordKey, _ before: RecordState, _ definition: TypeDefinition) throws {
    writer.begin(.delete)
    var known = try FieldCursor(before.fields.span)
    // What a dropped field held stays in the events of its time.
    for place in definition.places {
      try known.advance(to: place.number)
      _ = try writer.add(place, known, to: nil)
    }
    try append(key, before, under: definition)
  }

  /// Adds the event that `writer` has.
  private mutating func append(
    _ key: RecordKey,
    _ before: RecordState,
    under definition: TypeDefinition
  ) throws {
    let bytes = writer.event(of: key, upon: before, under: definition)
    guard bytes.count <= LogLimits.eventBytes else {
      throw StoreError(
        .tooLarge,
        "the change of \(definition.name)/\(key.id) has \(bytes.count) bytes; the limit is "
          + "\(LogLimits.eventBytes)",
        hints: ["keep large files elsewhere and their digests here"]
      )
    }
    var after = before
    try after.apply(bytes.span, at: nextPosition, time: .distantPast)
    if !definition.uniqueFields.isEmpty {
      for unique in try RecordIndexes.uniques(of: before, under: definition) {
        uniques[unique] = .some(nil)
      }
      for unique in try RecordIndexes.uniques(of: after, under: definition) {
        uniques[unique] = .some(key.id)
      }
    }
    add(bytes, of: key, after)
  }
}
