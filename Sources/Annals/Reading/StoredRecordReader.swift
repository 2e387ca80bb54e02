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
    try made(beside: stored.memo) {
      try record(stored.id, stored.values, under: stored.definition)
    }
  }

  /// Reads all records of a list that is kept; once only.
  ///
  /// - Throws: as `record(_:)`.
  func records(of list: KeptList) throws -> [T] {
    try made(beside: list.memo) { try list.records.map(record) }
  }

  /// What was made before through the same binding, or is made and noted now.
  private func made<Content: Sendable>(beside memo: ReaderMemo?, _ make: () throws -> Content)
    throws -> Content
  {
    guard let memo else { return try make() }
    if let made = memo.made as? Made<Content>, made.binding === binding { return made.content }
    let content = try make()
    memo.made = Made(content, binding)
    return content
  }

  /// Swift values beside what they were read from.
  private final class Made<Content: Sendable>: Sendable {
    let content: Content
    /// What they were read through.
    let binding: TypeBinding<T>

    init(_ content: Content, _ binding: TypeBinding<T>) {
      self.content = content
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
