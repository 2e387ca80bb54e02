internal import ByteCoding
internal import EventLog
internal import PageStore
internal import StoreErrors

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

  /// Stands on the first field, or on that which begins at an offset.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, from offset: Int = 0) throws(StoreError) {
    self.bytes = bytes
    reader = ByteReader(bytes, at: offset)
    end = reader.offset
    try advance()
  }

  /// Where a field begins, or would, and where its value is, if it is there.
  ///
  /// - Parameter offset: where a field with a lower number begins or ends.
  static func find(_ number: UInt64, in fields: Span<UInt8>, from offset: Int) throws(StoreError)
    -> (start: Int, value: Range<Int>?)
  {
    var cursor = try FieldCursor(fields, from: offset)
    while cursor.number < number { try cursor.advance() }
    return (cursor.start, cursor.number == number ? cursor.valueStart..<cursor.end : nil)
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

  /// The value under the cursor, as it is stored.
  var stored: Span<UInt8> {
    @_lifetime(copy self)
    get { bytes.extracting(valueStart..<end) }
  }

  /// The UTF-8 of the text under the cursor; nil where the value is another.
  var storedText: Span<UInt8>? {
    @_lifetime(copy self)
    get throws(StoreError) {
      var reader = ByteReader(bytes, at: valueStart)
      return try reader.storedText()
    }
  }

  /// Whether the value under the cursor is null, or of a kind.
  func isStored(as kind: Kind) -> Bool { kind.isTag(bytes[valueStart]) }

  /// Goes to a field, or to the first that comes after it.
  @_lifetime(self: copy self)
  mutating func advance(to field: UInt32) throws(StoreError) {
    while number < UInt64(field) { try advance() }
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
