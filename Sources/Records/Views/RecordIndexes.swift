internal import OrderedBytes

/// Where a record stands in its type's views, and which unique values it holds.
enum RecordIndexes {
  /// Its keys in the table `entries`, view by view; none where it does not live.
  static func entries(of state: RecordState, _ id: ExactString, under definition: TypeDefinition)
    -> [EntryKey]
  {
    guard state.isAlive else { return [] }
    return definition.views.map { view in
      var key = ViewKeys.view(view.number, of: definition.number)
      for field in view.filters {
        state.value(of: field, under: definition).appendKey(to: &key)
      }
      for sort in view.sorts {
        state.value(of: sort.field, under: definition)
          .appendKey(to: &key, descending: sort.isDescending)
      }
      key.append(text: id.text)
      return EntryKey(full: key.bytes, id: id)
    }
  }

  /// Its keys in the table `uniques`: a value that is null or missing takes none.
  static func uniques(of state: RecordState, under definition: TypeDefinition) -> [[UInt8]] {
    guard state.isAlive, !definition.uniqueFields.isEmpty else { return [] }
    return definition.uniqueFields.compactMap { field in
      let value = state.value(of: field.number, under: definition)
      return value.isNull
        ? nil : ViewKeys.unique(value, field: field.number, of: definition.number)
    }
  }

  /// Whether a record stands in the same places of all views after a change.
  static func areSame(
    _ before: RecordState,
    _ after: RecordState,
    under definition: TypeDefinition
  ) -> Bool {
    guard before.isAlive, after.isAlive else { return before.isAlive == after.isAlive }
    return definition.indexedFields.allSatisfy { before.value(of: $0) == after.value(of: $0) }
  }
}
