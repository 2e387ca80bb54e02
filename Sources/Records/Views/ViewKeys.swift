internal import ByteCoding
internal import EventLog
internal import OrderedBytes

/// The keys of the views environment's tables.
///
/// `FORMAT.md` describes them.
enum ViewKeys {
  /// Table `records`: type (4), id.
  static func record(_ key: RecordKey) -> [UInt8] {
    var bytes = KeyBytes(reserving: 4 + key.id.text.utf8.count)
    bytes.append(key.type)
    bytes.append(raw: key.id.text.utf8)
    return bytes.bytes
  }

  /// The id in a key of the table `records`.
  static func id(inRecordKey key: Span<UInt8>) throws -> ExactString {
    guard key.count > 4 else { throw ByteReader.damaged("a record's key is too short") }
    return ExactString(try ByteReader.text(key.extracting(4..<key.count)))
  }

  /// Table `history`: type (4), length of the id (1), id, revision (8) and ordinal (4) of an event.
  static func history(_ key: RecordKey, _ position: EventPosition) -> [UInt8] {
    let id = key.id.text.utf8
    var bytes = KeyBytes(reserving: 17 + id.count)
    bytes.append(key.type)
    bytes.append(UInt8(truncatingIfNeeded: id.count))
    bytes.append(raw: id)
    bytes.append(position.revision.rawValue)
    bytes.append(position.ordinal)
    return bytes.bytes
  }

  /// The same, from a key of the table `records`.
  static func history(_ record: Span<UInt8>, _ position: EventPosition) -> [UInt8] {
    var bytes = KeyBytes(reserving: 13 + record.count)
    bytes.append(raw: record.extracting(first: min(4, record.count)))
    bytes.append(UInt8(truncatingIfNeeded: record.count - 4))
    bytes.append(raw: record.extracting(droppingFirst: min(4, record.count)))
    bytes.append(position.revision.rawValue)
    bytes.append(position.ordinal)
    return bytes.bytes
  }

  /// Table `entries`, up to the view: type (4), view (4).
  static func view(_ view: UInt32, of type: UInt32) -> KeyBytes {
    var bytes = KeyBytes(reserving: 64)
    bytes.append(type)
    bytes.append(view)
    return bytes
  }

  /// Table `uniques`: type (4), field (4), the value in its order; a long one is replaced by its digest.
  static func unique(_ value: Value, field: UInt32, of type: UInt32) -> [UInt8] {
    var bytes = KeyBytes(reserving: 64)
    bytes.append(type)
    bytes.append(field)
    value.appendKey(to: &bytes, descending: false)
    return EntryKey.shortened(bytes.bytes)
  }

  /// What the keys of a type begin with in the tables `records`, `entries` and `uniques`: type (4).
  static func type(_ type: UInt32) -> [UInt8] {
    var bytes = KeyBytes(reserving: 4)
    bytes.append(type)
    return bytes.bytes
  }
}

/// A key of the table `entries`: where one record stands in one view.
///
/// In full it is the view, the filter values, the sort values and the id, in order-preserving form. LMDB takes 511
/// bytes: a longer one is stored as its beginning and a digest, with the full key in the value, and readers put
/// neighbours of one beginning into the order of their full keys.
struct EntryKey {
  /// What is kept of a full key that is too long.
  static let keptBytes = 480
  private static let maximumBytes = 500

  /// The full key.
  let full: [UInt8]
  /// The record's id.
  let id: ExactString

  /// Writes what LMDB gets as the value of a full key: 0 and the id, or 1, the counted id and the full key.
  ///
  /// - Parameter idOffset: where in the key the id begins.
  static func write(_ full: Span<UInt8>, idOffset: Int, to value: inout ByteWriter) {
    value.bytes.removeAll(keepingCapacity: true)
    // Nearly no id has a zero byte, which stands there as two.
    let escaped = full.extracting(idOffset..<full.count).extracting(droppingLast: 2)
    guard escaped.indices.contains(where: { escaped[$0] == 0 }) else {
      return write(full, id: escaped, to: &value)
    }
    var offset = idOffset
    let id = KeyBytes.unescape(full, at: &offset) ?? []
    write(full, id: id.span, to: &value)
  }

  private static func write(_ full: Span<UInt8>, id: Span<UInt8>, to value: inout ByteWriter) {
    if full.count <= maximumBytes {
      value.append(0)
      value.append(id)
    } else {
      value.append(1)
      value.appendVarint(UInt64(id.count))
      value.append(id)
      value.append(full)
    }
  }

  /// Lends what LMDB gets as the key of a full one.
  static func withStored(_ full: Span<UInt8>, _ body: (Span<UInt8>) throws -> Void) rethrows {
    guard full.count > maximumBytes else { return try body(full) }
    try body(shortened(Array(full)).span)
  }

  /// The key itself, or the beginning and the digest of a long one.
  static func shortened(_ full: [UInt8]) -> [UInt8] {
    guard full.count > maximumBytes else { return full }
    let digest = Checksum.digest(of: full)
    var writer = ByteWriter(reserving: keptBytes + 16)
    writer.append(full.span.extracting(0..<keptBytes))
    writer.appendFixed(digest.high)
    writer.appendFixed(digest.low)
    return writer.bytes
  }

  init(full: [UInt8], id: ExactString) {
    self.full = full
    self.id = id
  }

  /// Reads an entry of the past.
  init(past key: Span<UInt8>, idOffset: Int) throws {
    full = Array(key)
    var offset = idOffset
    guard let id = KeyBytes.unescape(key, at: &offset), offset == key.count else {
      throw ByteReader.damaged("a past entry has no id")
    }
    self.id = ExactString(try ByteReader.text(id.span))
  }

  /// Reads an entry.
  init(_ key: Span<UInt8>, _ value: Span<UInt8>) throws {
    var reader = ByteReader(value)
    switch try reader.byte() {
    case 0:
      full = Array(key)
      id = ExactString(try ByteReader.text(value.extracting(1..<value.count)))
    case 1:
      id = ExactString(try reader.text())
      full = try reader.bytes(count: reader.remaining)
    case let form: throw ByteReader.damaged("a view's entry has the unknown form \(form)")
    }
  }
}
