internal import Records
internal import StoreErrors

/// Holds a schema against its Swift type, by decoding the type from samples and looking which keys it asks for and
/// where the values end up.
///
/// So a field that the type does not know, a property that no field keeps, and a key path that leads to another
/// property are found when a store is opened, and not when a record is lost. Of a type whose own `init(from:)` refuses
/// the samples only the keys that it asked for are checked.
struct SchemaCheck<Root: Record> {
  private let schema: Schema<Root>
  private let decoder: RecordDecoder

  init(_ schema: Schema<Root>) {
    self.schema = schema
    decoder = RecordDecoder(FieldTable(schema))
  }

  /// Runs the check.
  ///
  /// - Throws: `StoreError` (`usage`) that names the property and says the way out.
  func run() throws(StoreError) {
    // Names, rules and views must hold among themselves first.
    _ = try schema.definition()
    // Each round goes by one bit of the fields' places: any two fields have different samples in some round.
    for round in 0..<max(1, Int.bitWidth - max(0, schema.fields.count - 1).leadingZeroBitCount) {
      let values = schema.fields.enumerated().map { place, field in
        field.samples.isEmpty ? nil : field.samples[(place >> round & 1) % field.samples.count]
      }
      let record = decode(values)
      try checkAskedKeys(isWhole: record != nil)
      if let record { try checkKeyPaths(of: record, values) }
    }
  }

  private func decode(_ values: [Value?]) -> Root? {
    decoder.input.asked = []
    let columns = Array(values.indices)
    // The error says less than the keys do.
    return try? decoder.decode(Root.self, sampleID, values, at: columns)
  }

  /// A text that is an id of the type.
  private var sampleID: String {
    let texts = ["1", "00000000-0000-4000-8000-000000000001", "a/b"]
    return texts.first { Root.ID(recordID: $0) != nil } ?? ""
  }

  private func checkAskedKeys(isWhole: Bool) throws(StoreError) {
    let asked = Set((decoder.input.asked ?? []).map { ExactString($0) })
    let names = Set(decoder.input.table.names)
    if let key = asked.subtracting(names).subtracting(["id"]).sorted().first {
      throw fault(
        "the property with the coding key '\(key)' is no field",
        "add Field(\"\(key)\", \\.…), or leave the key out of CodingKeys"
      )
    }
    guard isWhole else { return }
    for field in schema.fields where !asked.contains(field.definition.name) {
      throw fault(
        "the type has no coding key '\(field.definition.name)' for \(field.keyPath)",
        "give the property that key: case … = \"\(field.definition.name)\"",
        field
      )
    }
  }

  private func checkKeyPaths(of record: Root, _ values: [Value?]) throws(StoreError) {
    for (field, value) in zip(schema.fields, values) {
      guard let found = try? field.value(record), let value, found != value else { continue }
      throw fault(
        "\(field.keyPath) does not hold what is kept as '\(field.definition.name)'",
        "the key path and the coding key must be of the same property",
        field
      )
    }
  }

  private func fault(_ message: String, _ hint: String, _ field: Field<Root>? = nil) -> StoreError {
    StoreError(
      .usage,
      "\(Root.self): \(message)",
      hints: [hint],
      field: field?.definition.name.text
    )
  }
}
