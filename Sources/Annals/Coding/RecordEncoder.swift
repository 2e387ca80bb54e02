internal import Records
internal import StoreErrors

/// Makes kept values of Swift ones, one record after the other.
final class RecordEncoder: Encoder {
  private let table: FieldTable
  private var values: [Value?] = []
  private var keys: KeyOrder

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ table: FieldTable) {
    self.table = table
    keys = KeyOrder(table)
  }

  /// What is kept of a record, by the fields of its schema; nil for what is missing.
  ///
  /// - Throws: `StoreError`: `badData` for a value that cannot be kept, with its field; `usage` for a coding key that is
  ///   no field.
  func values(of record: some Record) throws -> [Value?] {
    values = table.nilIsNull.map { $0 ? .null : nil }
    keys.restart()
    do { try record.encode(to: self) } catch let error as StoreError { throw error } catch {
      throw StoreError(.badData, "\(table.typeName)/\(record.id.recordID) cannot be kept: \(error)")
    }
    return values
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { refusing.unkeyedContainer() }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    refusing.singleValueContainer()
  }

  private var refusing: RefusingEncoder { RefusingEncoder(typeName: table.typeName) }

  /// Keeps a value under a coding key; the record's id is kept elsewhere.
  private func put(_ key: some CodingKey, _ keep: (any AnyFieldCodec) throws -> Value?) throws {
    let key = key.stringValue
    switch keys.place(of: key) {
    case .id: break
    case .field(let field):
      do { values[field] = try keep(table.codecs[field]) } catch var error as StoreError {
        error.field = error.field ?? table.names[field].text
        throw error
      }
    case .unknown:
      throw StoreError(
        .usage,
        "\(table.typeName) has no field '\(key)'",
        hints: ["add it to the schema: the stored name of a field is its coding key"],
        field: key
      )
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RecordEncoder

    var codingPath: [any CodingKey] { [] }

    // A missing value is what there was before.
    func encodeNil(forKey key: Key) throws {}

    func encode(_ value: String, forKey key: Key) throws {
      try encoder.put(key) { _ in .text(value) }
    }

    func encode(_ value: Int, forKey key: Key) throws {
      try encoder.put(key) { _ in .int(Int64(value)) }
    }

    func encode(_ value: Bool, forKey key: Key) throws {
      try encoder.put(key) { _ in .bool(value) }
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      try encoder.put(key) { codec in
        if let codec = codec as? FieldCodec<T> { return try codec.keep(value) }
        if let value = value as? any FieldValue { return try value.kept() }
        if let value = value as? any OptionalValue, value.content == nil { return nil }
        return try FieldJSON.keep(value)
      }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
      -> KeyedEncodingContainer<Nested>
    {
      encoder.refusing.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.refusing.unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.refusing }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.refusing }
  }
}
