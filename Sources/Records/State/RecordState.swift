package import EventLog
internal import PageStore
package import StoreErrors

/// What a record is after its events so far: the unit of every fold.
///
/// The values stay as they are stored: most folds never look at them.
package struct RecordState: Sendable, Hashable {
  /// Whether it lives; a deleted one has no values but keeps its version and life.
  package internal(set) var isAlive = false
  /// How many events it has had.
  package internal(set) var version: UInt64 = 0
  /// How many lives it has had.
  package internal(set) var life: UInt64 = 0
  /// The event that changed it last.
  package internal(set) var position = EventPosition(.zero, 0)
  /// When its last life began.
  package internal(set) var created = Instant.distantPast
  /// When it changed last.
  package internal(set) var updated = Instant.distantPast
  /// The values that are not missing: by rising field number, the number (varint) and the value.
  package internal(set) var fields: [UInt8] = []

  /// The state before the first event.
  package init() {}

  /// The value of a field, nil if missing.
  ///
  /// - Throws: `damaged` where the stored bytes do not read as values.
  package func value(of field: UInt32) throws(StoreError) -> Value? {
    var cursor = try FieldCursor(fields.span)
    try cursor.advance(to: field)
    return cursor.number == UInt64(field) ? try cursor.value() : nil
  }

  /// A field's value in the kind that a definition gives it; null where it is missing.
  ///
  /// Throws as `value(of:)`.
  package func value(of field: UInt32, under definition: TypeDefinition) throws(StoreError)
    -> Value
  {
    guard let index = definition.index(ofNumber: field), let value = try value(of: field) else {
      return .null
    }
    return value.widened(to: definition.fields[index].kind)
  }

  /// The values by a definition's fields: fields that it does not have are left out, values of an earlier, narrower
  /// kind are widened.
  ///
  /// Throws as `value(of:)`.
  package func values(under definition: TypeDefinition) throws(StoreError) -> [Value?] {
    try FieldCursor.values(in: fields.span, under: definition)
  }

  /// Shows the state under a definition.
  ///
  /// Throws as `value(of:)`.
  package func record(_ id: ExactString, under definition: TypeDefinition) throws(StoreError)
    -> StoredRecord
  {
    StoredRecord(
      definition: definition,
      id: id,
      version: version,
      life: life,
      revision: position.revision,
      created: created,
      updated: updated,
      values: try values(under: definition)
    )
  }
}

extension Value {
  /// The value under a wider kind; itself where the kind is the same.
  package func widened(to kind: Kind) -> Value {
    self.kind == kind || isNull ? self : coerced(to: kind) ?? self
  }
}
