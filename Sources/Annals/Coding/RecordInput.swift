internal import Records
internal import StoreErrors

/// The kept values that Swift values are made of, those of one record after the other.
final class RecordInput {
  let table: FieldTable
  private var keys: KeyOrder
  /// Where each field stands among the values; negative for one that is not there.
  private var columns: [Int] = []
  private var values: [Value?] = []
  private var id = ""
  /// The keys that were asked for, where somebody wants to know.
  var asked: [String]?

  init(_ table: FieldTable) {
    self.table = table
    keys = KeyOrder(table)
  }

  /// Begins with another record.
  ///
  /// - Parameters:
  ///   - values: what is kept, nil where it is missing.
  ///   - columns: for each field its place among the values; negative for one that is not there.
  func take(_ id: String, _ values: [Value?], at columns: [Int]) {
    self.id = id
    self.values = values
    self.columns = columns
    keys.restart()
  }

  /// What the record is called in messages.
  var name: String { "\(table.typeName)/\(id)" }

  /// What a coding key stands for.
  func place(of key: some CodingKey) -> FieldTable.Place {
    let key = key.stringValue
    if asked != nil { asked?.append(key) }
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
    switch place {
    case .id: return id
    case .field(let field):
      let column = columns[field]
      if column >= 0, case .text(let text)? = values[column] { return text }
      return nil
    case .unknown: return nil
    }
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
