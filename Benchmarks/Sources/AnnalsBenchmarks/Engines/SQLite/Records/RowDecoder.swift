/// Decodes the row under a statement by the names of its columns.
///
/// It knows texts and whole numbers, which is all that a person is made of.
struct RowDecoder: Decoder {
  private let statement: SQLiteStatement
  private let places: [String: Int32]

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ statement: SQLiteStatement) {
    self.statement = statement
    places = statement.places
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Columns(statement: statement, places: places))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw RowDecoder.unnamed }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw RowDecoder.unnamed
  }

  fileprivate static let unnamed = BenchmarkError("a row has nothing but named columns")

  private struct Columns<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let statement: SQLiteStatement
    let places: [String: Int32]

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { places.keys.compactMap(Key.init) }

    private func place(_ key: Key) throws(BenchmarkError) -> Int32 {
      guard let place = places[key.stringValue] else {
        throw BenchmarkError("there is no column \(key.stringValue)")
      }
      return place
    }

    func contains(_ key: Key) -> Bool { places[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try statement.isNull(place(key)) }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
      try statement.text(place(key))
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
      try statement.integer(place(key))
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      throw BenchmarkError("\(key.stringValue) is neither a text nor a number")
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<Nested>
    {
      throw RowDecoder.unnamed
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw RowDecoder.unnamed
    }

    func superDecoder() throws -> any Decoder { throw RowDecoder.unnamed }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw RowDecoder.unnamed }
  }
}
