/// Makes some value of a `Codable` type: zeros, empty texts and lists, nil where that is allowed.
///
/// A type that refuses these, as an enum without a case "" does, throws; then there is no sample of it.
struct SampleDecoder: Decoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>())
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed() }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single() }

  /// A value of a type that decodes itself from one of the basic types, or from a container.
  private static func value<T: Decodable>(_ type: T.Type) throws -> T {
    try T(from: SampleDecoder())
  }

  private struct Single: SingleValueDecodingContainer {
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { true }
    func decode(_ type: Bool.Type) -> Bool { false }
    func decode(_ type: String.Type) -> String { "" }
    func decode(_ type: Double.Type) -> Double { 0 }
    func decode(_ type: Float.Type) -> Float { 0 }
    func decode(_ type: Int.Type) -> Int { 0 }
    func decode(_ type: Int8.Type) -> Int8 { 0 }
    func decode(_ type: Int16.Type) -> Int16 { 0 }
    func decode(_ type: Int32.Type) -> Int32 { 0 }
    func decode(_ type: Int64.Type) -> Int64 { 0 }
    func decode(_ type: UInt.Type) -> UInt { 0 }
    func decode(_ type: UInt8.Type) -> UInt8 { 0 }
    func decode(_ type: UInt16.Type) -> UInt16 { 0 }
    func decode(_ type: UInt32.Type) -> UInt32 { 0 }
    func decode(_ type: UInt64.Type) -> UInt64 { 0 }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try SampleDecoder.value(type) }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { false }
    func decodeNil(forKey key: Key) -> Bool { true }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try SampleDecoder.value(type)
    }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
      -> KeyedDecodingContainer<Nested>
    {
      SampleDecoder().container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { Unkeyed() }
    func superDecoder() -> any Decoder { SampleDecoder() }
    func superDecoder(forKey key: Key) -> any Decoder { SampleDecoder() }
  }

  /// Nothing at all.
  private struct Unkeyed: UnkeyedDecodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    func decodeNil() -> Bool { true }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try SampleDecoder.value(type) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
      -> KeyedDecodingContainer<Nested>
    {
      SampleDecoder().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed() }
    func superDecoder() -> any Decoder { SampleDecoder() }
  }
}
