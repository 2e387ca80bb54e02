internal import Records
internal import StoreErrors

/// Makes Swift values of kept ones, one record after the other.
///
/// One decoder serves a whole list, so that a record costs no more than the container that Swift makes for it.
final class RecordDecoder: Decoder {
  let table: FieldTable
  private var keys: KeyOrder
  /// Where each field stands among the values; negative for one that is not there.
  private var columns: [Int] = []
  private var values: [Value?] = []
  private var id = ""
  /// The keys that were asked for, where somebody wants to know.
  var asked: [String]?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ table: FieldTable) {
    self.table = table
    keys = KeyOrder(table)
  }

  /// Makes one record.
  ///
  /// - Parameters:
  ///   - values: what is kept, nil where it is missing.
  ///   - columns: for each field its place among the values; negative for one that is not there.
  /// - Throws: `StoreError` (`badData`) where a value is missing that must be there, or that the property cannot hold.
  func decode<T: Record>(_ type: T.Type, _ id: String, _ values: [Value?], at columns: [Int]) throws
    -> T
  {
    self.id = id
    self.values = values
    self.columns = columns
    keys.restart()
    do { return try T(from: self) } catch let error as StoreError { throw error } catch {
      throw StoreError(.badData, "\(name) cannot be read as \(T.self): \(error)")
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RecordContainer<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unnamed }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw unnamed }

  private var unnamed: StoreError {
    StoreError(
      .usage,
      "a record must be decoded by the names of its fields (\(table.typeName))",
      hints: ["leave init(from:) to the compiler"]
    )
  }

  private var name: String { "\(table.typeName)/\(id)" }

  // MARK: - Looking things up

  /// What a coding key stands for.
  func place(of key: some CodingKey) -> FieldTable.Place {
    let key = key.stringValue
    asked?.append(key)
    return keys.place(of: key)
  }

  /// The kept value at a place; nil for none, for null, and for the id.
  func value(at place: FieldTable.Place) -> Value? {
    guard case .field(let field) = place, columns[field] >= 0, let value = values[columns[field]],
      !value.isNull
    else { return nil }
    return value
  }

  /// The text at a place, if a text is what stands there.
  func text(at place: FieldTable.Place) -> String? {
    if case .id = place { return id }
    if case .text(let text)? = value(at: place) { return text }
    return nil
  }

  /// Whether there is something at a place.
  func hasValue(at place: FieldTable.Place) -> Bool {
    if case .id = place { return true }
    return value(at: place) != nil
  }

  /// Something that is there.
  enum Found {
    case id(String)
    case value(Value, field: Int)
  }

  /// What is found at the place of a property that must have a value.
  ///
  /// - Parameter key: the property's coding key.
  func require(_ place: FieldTable.Place, _ key: some CodingKey) throws(StoreError) -> Found {
    switch place {
    case .id: return .id(id)
    case .field(let field):
      if let value = value(at: place) ?? table.defaults[field] {
        return .value(value, field: field)
      }
      throw StoreError(
        .badData,
        "\(name) has no value for \(table.names[field])",
        hints: ["make the property optional, or give its Field a default"],
        field: table.names[field].text
      )
    case .unknown:
      throw StoreError(
        .usage,
        "\(table.typeName) has no field '\(key.stringValue)'",
        hints: ["add it to the schema: the stored name of a field is its coding key"],
        field: key.stringValue
      )
    }
  }

  /// Reads a value of any type.
  func read<T: Decodable>(_ type: T.Type, _ found: Found) throws -> T {
    switch found {
    case .value(let value, let field):
      let codec = table.codecs[field]
      let known = codec as? FieldCodec<T>
      if let result = try known?.read(value) ?? known?.read(value.widened(to: codec.kind)) {
        return result
      }
      if known == nil { return try T(from: ValueDecoder(value: value)) }
      throw refusal(type, found)
    case .id(let id):
      if let result = (type as? any RecordID.Type)?.init(recordID: id) as? T { return result }
      throw refusal(type, found)
    }
  }

  /// The error of a value that a Swift type cannot hold.
  func refusal(_ type: Any.Type, _ found: Found) -> StoreError {
    switch found {
    case .value(let value, let field):
      return StoreError(
        .badData,
        "\(table.names[field]) of \(name) is \(StoreError.quote(value.text)), which is no \(type)",
        field: table.names[field].text
      )
    case .id(let id):
      return StoreError(.badData, "the id \(StoreError.quote(id)) is no \(type)")
    }
  }
}
