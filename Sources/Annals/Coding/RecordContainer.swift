internal import Records
internal import StoreErrors

/// What `init(from:)` of a record asks for its properties.
///
/// The commonest types are read directly; all others, those of the standard library too, go through their codecs.
struct RecordContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RecordDecoder

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { decoder.table.names.compactMap { Key(stringValue: $0.text) } }

  func contains(_ key: Key) -> Bool {
    switch decoder.find(key) {
    case .id, .value: true
    case .nothing, .unknown: false
    }
  }

  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try string(decoder.require(key))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try int(decoder.require(key)) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try bool(decoder.require(key)) }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try double(decoder.require(key))
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder.read(type, decoder.require(key))
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key).map(string)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key).map(int)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key).map(bool)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key).map(double)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key).map { try decoder.read(type, $0) }
  }

  private func present(_ key: Key) -> RecordDecoder.Found? {
    let found = decoder.find(key)
    switch found {
    case .id, .value: return found
    case .nothing, .unknown: return nil
    }
  }

  private func string(_ found: RecordDecoder.Found) throws -> String {
    switch found {
    case .value(.text(let text), _), .id(let text): return text
    default: return try decoder.read(String.self, found)
    }
  }

  private func int(_ found: RecordDecoder.Found) throws -> Int {
    if case .value(.int(let number), _) = found, let number = Int(exactly: number) {
      return number
    }
    return try decoder.read(Int.self, found)
  }

  private func bool(_ found: RecordDecoder.Found) throws -> Bool {
    if case .value(.bool(let flag), _) = found { return flag }
    return try decoder.read(Bool.self, found)
  }

  private func double(_ found: RecordDecoder.Found) throws -> Double {
    if case .value(.double(let number), _) = found { return number }
    return try decoder.read(Double.self, found)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    guard case .value(let value, _) = try decoder.require(key) else { return decoder }
    return ValueDecoder(value: value)
  }
}
