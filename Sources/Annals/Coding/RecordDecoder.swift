internal import Records
internal import StoreErrors

/// Makes Swift values of kept ones, one record after the other.
///
/// One decoder serves a whole list with one container, so that a record costs no more than to look its values up.
final class RecordDecoder: Decoder {
  /// What the containers read from.
  ///
  /// They do not know the decoder, which keeps one of them.
  let input: RecordInput
  private var container: Any?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ table: FieldTable) { input = RecordInput(table) }

  /// Decodes once more what an input has.
  init(_ input: RecordInput) { self.input = input }

  /// Makes one record.
  ///
  /// - Parameters:
  ///   - values: what is kept, nil where it is missing.
  ///   - columns: for each field its place among the values; negative for one that is not there.
  /// - Throws: `StoreError` (`badData`) where a value is missing that must be there, or that the property cannot hold.
  func decode<T: Record>(_ type: T.Type, _ id: String, _ values: [Value?], at columns: [Int]) throws
    -> T
  {
    input.take(id, values, at: columns)
    do { return try T(from: self) } catch let error as StoreError { throw error } catch {
      throw StoreError(.badData, "\(input.name) cannot be read as \(T.self): \(error)")
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    if let container = container as? KeyedDecodingContainer<Key> { return container }
    let made = KeyedDecodingContainer(RecordContainer<Key>(input: input))
    container = made
    return made
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unnamed }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw unnamed }

  private var unnamed: StoreError {
    StoreError(
      .usage,
      "a record must be decoded by the names of its fields (\(input.table.typeName))",
      hints: ["leave init(from:) to the compiler"]
    )
  }
}
