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
      try state.value(of: field, under: definition).appendKey(to: &key)
    }
    for sort in view.sorts {
      try state.value(of: sort.field, under: definition)
        .appendKey(to: &key, descending: sort.isDescending)
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
