internal import Records
internal import StoreErrors

/// What `init(from:)` of a record asks for its properties.
///
/// The commonest types are read directly; all others, those of the standard library too, go through their codecs.
struct RecordContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let input: RecordInput

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { input.table.names.compactMap { Key(stringValue: $0.text) } }

  func contains(_ key: Key) -> Bool { input.hasValue(at: input.place(of: key)) }

  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let place = input.place(of: key)
    return try input.text(at: place) ?? required(type, place, key)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    let place = input.place(of: key)
    return try int(at: place) ?? required(type, place, key)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    let place = input.place(of: key)
    return try int64(at: place) ?? required(type, place, key)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let place = input.place(of: key)
    return try bool(at: place) ?? required(type, place, key)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let place = input.place(of: key)
    return try double(at: place) ?? required(type, place, key)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try required(type, input.place(of: key), key)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let place = input.place(of: key)
    return try input.text(at: place) ?? present(type, place, key)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    let place = input.place(of: key)
    return try int(at: place) ?? present(type, place, key)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    let place = input.place(of: key)
    return try int64(at: place) ?? present(type, place, key)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let place = input.place(of: key)
    return try bool(at: place) ?? present(type, place, key)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    let place = input.place(of: key)
    return try double(at: place) ?? present(type, place, key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(type, input.place(of: key), key)
  }

  private func required<T: Decodable>(_ type: T.Type, _ place: FieldTable.Place, _ key: Key) throws
    -> T
  {
    try input.read(type, input.require(place, key))
  }

  private func present<T: Decodable>(_ type: T.Type, _ place: FieldTable.Place, _ key: Key) throws
    -> T?
  {
    input.hasValue(at: place) ? try required(type, place, key) : nil
  }

  private func int(at place: FieldTable.Place) -> Int? {
    int64(at: place).flatMap { Int(exactly: $0) }
  }

  private func int64(at place: FieldTable.Place) -> Int64? {
    if case .int(let number)? = input.value(at: place) { number } else { nil }
  }

  private func bool(at place: FieldTable.Place) -> Bool? {
    if case .bool(let flag)? = input.value(at: place) { flag } else { nil }
  }

  private func double(at place: FieldTable.Place) -> Double? {
    if case .double(let number)? = input.value(at: place) { number } else { nil }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { RecordDecoder(input) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    let found = try input.require(input.place(of: key), key)
    guard case .value(let value, _) = found else {
      return RecordDecoder(input)
    }
    return ValueDecoder(value: value)
  }
}
