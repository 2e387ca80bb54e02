internal import Records

/// Makes Swift values of stored records, of which as a rule many come one after the other.
final class StoredRecordReader<T: Record> {
  private let binding: TypeBinding<T>
  private let decoder: RecordDecoder
  private var definition: TypeDefinition?
  private var columns: [Int] = []

  init(_ binding: TypeBinding<T>) {
    self.binding = binding
    decoder = RecordDecoder(binding.table)
  }

  /// Reads a record, under whatever definition it was shown.
  ///
  /// - Throws: `StoreError` (`badData`) for a value that a property cannot hold.
  func record(_ stored: StoredRecord) throws -> T {
    if definition !== stored.definition {
      definition = stored.definition
      columns = binding.columns(under: stored.definition)
    }
    return try decoder.decode(T.self, stored.id.text, stored.values, at: columns)
  }

  /// Reads a record from its values by the numbers of their fields.
  ///
  /// - Throws: as `record(_:)`.
  func record(_ id: ExactString, _ values: [UInt32: Value]) throws -> T {
    let ordered = binding.numbers.map { $0.flatMap { values[$0] } }
    return try decoder.decode(T.self, id.text, ordered, at: Array(ordered.indices))
  }
}
