internal import EventLog
internal import PageStore

/// Walks stored fields, which stand by rising number: the number (varint) and the value.
struct FieldCursor: ~Escapable {
  /// The number at the end, above all others.
  static let endNumber = UInt64.max

  private var reader: ByteReader
  private let bytes: Span<UInt8>
  /// The number of the field under the cursor.
  private(set) var number: UInt64 = 0
  /// Where the field begins.
  private(set) var start = 0
  /// Where its value begins.
  private(set) var valueStart = 0
  /// Where it ends.
  private(set) var end = 0

  /// Stands on the first field.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) throws(StoreError) {
    self.bytes = bytes
    reader = ByteReader(bytes)
    try advance()
  }

  /// Goes to the next field.
  @_lifetime(self: copy self)
  mutating func advance() throws(StoreError) {
    start = end
    guard !reader.isAtEnd else {
      number = Self.endNumber
      return
    }
    let next = try reader.varint()
    guard next > number, next < Self.endNumber else {
      throw ByteReader.damaged("stored fields are out of order")
    }
    number = next
    valueStart = reader.offset
    guard try reader.skipValue() else { throw ByteReader.damaged("a stored value is missing") }
    end = reader.offset
  }

  /// The value under the cursor.
  func value() throws(StoreError) -> Value? {
    var value = ByteReader(bytes.extracting(valueStart..<end))
    return try value.value()
  }

  /// All values, by the fields of a definition.
  static func values(in fields: Span<UInt8>, under definition: TypeDefinition) throws(StoreError)
    -> [Value?]
  {
    var values = [Value?](repeating: nil, count: definition.fields.count)
    var reader = ByteReader(fields)
    while !reader.isAtEnd {
      let number = UInt32(clamping: try reader.varint())
      guard let index = definition.index(ofNumber: number) else {
        _ = try reader.skipValue()
        continue
      }
      values[index] = try reader.value()?.widened(to: definition.fields[index].kind)
    }
    return values
  }
}
