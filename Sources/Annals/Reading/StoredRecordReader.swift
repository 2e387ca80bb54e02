internal import Records

/// Makes Swift values of stored records, of which as a rule many come one after the other.
final class StoredRecordReader<T: Record> {
  private let binding: TypeBinding<T>
  private let decoder: RecordDecoder
  private var definition: TypeDefinition?
  private var layout = RecordLayout()

  init(_ binding: TypeBinding<T>) {
    self.binding = binding
    decoder = RecordDecoder(binding.table)
  }

  /// Reads a record, under whatever definition it was shown; once only where it is kept.
  ///
  /// - Throws: `StoreError` (`badData`) for a value that a property cannot hold.
  func record(_ stored: StoredRecord) throws -> T {
    if let made = stored.memo?.made as? Made, made.binding === binding { return made.value }
    let value = try record(stored.id, stored.values, under: stored.definition)
    stored.memo?.made = Made(value, binding)
    return value
  }

  /// A Swift value beside the record that it was read from.
  private final class Made: Sendable {
    let value: T
    /// What it was read through.
    let binding: TypeBinding<T>

    init(_ value: T, _ binding: TypeBinding<T>) {
      self.value = value
      self.binding = binding
    }
  }

  /// Reads a record from its values by the numbers of their fields, as they were under a definition.
  ///
  /// - Throws: as `record(_:)`.
  func record(_ id: ExactString, _ values: [UInt32: Value], under definition: TypeDefinition) throws
    -> T
  {
    try record(id, definition.fields.map { values[$0.number] }, under: definition)
  }

  private func record(_ id: ExactString, _ values: [Value?], under definition: TypeDefinition)
    throws
    -> T
  {
    if self.definition !== definition {
      self.definition = definition
      layout = binding.layout(under: definition)
    }
    guard !layout.conversions.isEmpty else {
      return try decoder.decode(T.self, id.text, values, at: layout.columns)
    }
    return try decoder.decode(T.self, id.text, layout.converting(values), at: layout.columns)
  }
}
