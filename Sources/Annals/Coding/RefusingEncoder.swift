internal import StoreErrors

/// Stands where a record's `encode(to:)` asks for what a record cannot be: a list, one value, or parts with names of
/// their own.
///
/// Such a container cannot be refused itself, so whatever is put into it is.
struct RefusingEncoder: Encoder {
  let typeName: String

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keys<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Values(encoder: self) }

  func singleValueContainer() -> any SingleValueEncodingContainer { Values(encoder: self) }

  fileprivate var refusal: StoreError {
    StoreError(
      .usage,
      "a record must be encoded by the names of its fields (\(typeName))",
      hints: ["leave encode(to:) to the compiler"]
    )
  }

  private struct Values: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let encoder: RefusingEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    func encodeNil() throws { throw encoder.refusal }
    func encode<T: Encodable>(_ value: T) throws { throw encoder.refusal }
    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      encoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { encoder }
  }

  private struct Keys<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RefusingEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { throw encoder.refusal }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw encoder.refusal }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
      -> KeyedEncodingContainer<Nested>
    {
      encoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
  }
}
