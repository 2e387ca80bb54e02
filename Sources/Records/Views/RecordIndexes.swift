internal import OrderedBytes
internal import StoreErrors

/// Where a record stands in its type's views, and which unique values it holds.
enum RecordIndexes {
  /// Its keys in the table `entries`, view by view; none where it does not live.
  static func entries(of state: RecordState, _ id: ExactString, under definition: TypeDefinition)
    throws(StoreError) -> [EntryKey]
  {
    guard state.isAlive else { return [] }
    var entries: [EntryKey] = []
    for view in definition.views {
      var key = KeyBytes(reserving: 64)
      try appendEntry(of: state, in: view, of: definition, to: &key)
      key.append(text: id.text)
      entries.append(EntryKey(full: key.bytes, id: id))
    }
    return entries
  }

  /// Writes a key of the table `entries` but for the id at its end.
  static func appendEntry(
    of state: RecordState,
    in view: ViewDefinition,
    of definition: TypeDefinition,
    to key: inout KeyBytes
  ) throws(StoreError) {
    key.append(definition.number)
    key.append(view.number)
    for field in view.filters {
      try state.appendKey(of: field, under: definition, to: &key, descending: false)
    }
    for sort in view.sorts {
      try state.appendKey(
        of: sort.field,
        under: definition,
        to: &key,
        descending: sort.isDescending
      )
    }
  }

  /// Its keys in the table `uniques`: a value that is null or missing takes none.
  static func uniques(of state: RecordState, under definition: TypeDefinition) throws(StoreError)
    -> [[UInt8]]
  {
    guard state.isAlive, !definition.uniqueFields.isEmpty else { return [] }
    var uniques: [[UInt8]] = []
    for field in definition.uniqueFields {
      let value = try state.value(of: field.number, under: definition)
      if value.isNull { continue }
      uniques.append(ViewKeys.unique(value, field: field.number, of: definition.number))
    }
    return uniques
  }
}

extension RecordState {
  /// Adds the key bytes of a field's value, as `Value.appendKey` does, but those of a text without making one.
  fileprivate func appendKey(
    of field: UInt32,
    under definition: TypeDefinition,
    to key: inout KeyBytes,
    descending: Bool
  ) throws(StoreError) {
    var cursor = try FieldCursor(fields.span)
    try cursor.advance(to: field)
    guard !descending, cursor.number == UInt64(field), cursor.isStored(as: .text),
      let index = definition.index(ofNumber: field), definition.fields[index].kind == .text,
      let text = try cursor.storedText
    else {
      return try value(of: field, under: definition).appendKey(to: &key, descending: descending)
    }
    key.append(isPresent: true)
    key.append(escaping: text)
  }
}
