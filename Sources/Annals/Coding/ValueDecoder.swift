internal import Foundation
internal import Records
internal import StoreErrors

/// Decodes one kept value as a type that its field was not declared with, as a hand-written `init(from:)` may ask.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let value: Value

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value.isNull }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let type = type as? any FieldValue.Type {
      if let result = type.init(value) as? T { return result }
    } else if case .json(let text) = value {
      return try FieldJSON.decoder().decode(type, from: Data(text.utf8))
    } else {
      return try T(from: self)
    }
    throw StoreError(.badData, "\(StoreError.quote(value.text)) is no \(type)")
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw StoreError(.badData, "\(StoreError.quote(value.text)) has no parts")
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw StoreError(.badData, "\(StoreError.quote(value.text)) has no parts")
  }
}
