internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors
internal import Synchronization

/// The sealed trails in the table `history`, and the form in which they are kept there.
///
/// A trail is too short to compress well alone. So each type gets a dictionary of what its trails have in common, once
/// there are enough to learn from, and those sealed later are compressed with it. As bytes: 0 and the trail; or 1, the
/// trail's length (varint) and the trail, compressed.
final class SealedTrails: Sendable {
  private static let plain: UInt8 = 0
  private static let compressed: UInt8 = 1
  /// A dictionary is learned from so many trails.
  private static let sampleCount = 1024
  private static let dictionaryBytes = 8 << 10

  private let history: Table
  /// Where the dictionaries are.
  private let meta: Table
  /// By type, as far as they were needed.
  private let dictionaries = Mutex<[UInt32: Zstandard.Dictionary]>([:])
  private let compressor = Zstandard.Compressor()
  private let expander = Zstandard.Expander()

  init(in history: Table, dictionaries meta: Table) {
    self.history = history
    self.meta = meta
  }

  /// Keeps a trail for good.
  ///
  /// - Parameters:
  ///   - key: its key in the table.
  ///   - type: the type of its record.
  func put(
    _ key: Span<UInt8>,
    _ trail: Span<UInt8>,
    of type: UInt32,
    in transaction: inout WriteTransaction
  ) throws {
    var value = ByteWriter(reserving: trail.count + 16)
    if let dictionary = try dictionary(of: type, in: transaction) {
      value.append(Self.compressed)
      value.appendVarint(UInt64(trail.count))
      value.append(try compressor.compress(trail, with: dictionary))
    } else {
      value.append(Self.plain)
      value.append(trail)
    }
    try transaction.putChecked(history, key, &value)
  }

  /// Lends the first trail of a record whose newest event is not before a position; nil where there is none.
  func withTrail<R>(
    of key: RecordKey,
    atOrAfter position: EventPosition,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    let start = ViewKeys.history(key, position)
    let value = try transaction.withCursor(over: history) { cursor -> [UInt8]? in
      guard try cursor.seek(atOrAfter: start) else { return nil }
      // The key but for the position.
      let record = start.span.extracting(droppingLast: 12)
      let isOfRecord = try cursor.withEntry { found, _ in
        ByteOrder.compare(found.extracting(first: min(record.count, found.count)), record) == 0
      }
      return isOfRecord ? try cursor.withChecked { _, value in Array(value) } : nil
    }
    guard let value else { return nil }
    var reader = ByteReader(value.span)
    switch try reader.byte() {
    case Self.plain: return try body(reader.rest)
    case Self.compressed:
      let count = Int(clamping: try reader.varint())
      let dictionary = try dictionary(of: key.type, in: transaction)
      guard let trail = expander.expand(reader.rest, count: count, with: dictionary) else {
        throw ByteReader.damaged("a trail does not expand")
      }
      return try body(trail.span)
    case let form: throw ByteReader.damaged("a trail has the unknown form \(form)")
    }
  }

  // MARK: Dictionaries

  private func dictionary(
    of type: UInt32,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Zstandard.Dictionary? {
    if let known = dictionaries.withLock({ $0[type] }) { return known }
    let bytes = try transaction.withChecked(of: meta, Self.key(ofDictionary: type)) { Array($0) }
    // An empty one says that there was nothing to learn.
    guard let bytes, !bytes.isEmpty else { return nil }
    let dictionary = try Zstandard.Dictionary(bytes)
    dictionaries.withLock { $0[type] = dictionary }
    return dictionary
  }

  private static func key(ofDictionary type: UInt32) -> [UInt8] {
    var key = ByteWriter(reserving: 14)
    key.append(Array("dictionary".utf8))
    key.appendFixed(type)
    return key.bytes
  }

  /// Learns the dictionary of a type that has none, where there are trails enough.
  ///
  /// What is learned counts from the next transaction on: this one may yet be given up.
  func learn(_ type: UInt32, in transaction: inout WriteTransaction) throws {
    let key = Self.key(ofDictionary: type)
    // A small store is not walked through again and again.
    guard try transaction.count(of: history) >= UInt64(Self.sampleCount),
      try !transaction.contains(meta, key), let samples = try samples(of: type, in: transaction)
    else { return }
    let learned = Zstandard.Dictionary.learn(
      from: samples.bytes,
      sizes: samples.sizes,
      capacity: Self.dictionaryBytes
    )
    var value = ByteWriter()
    value.append(learned ?? [])
    try transaction.putChecked(meta, key.span, &value)
  }

  /// Trails of a type, one after the other; nil where there are too few.
  private func samples(of type: UInt32, in transaction: borrowing WriteTransaction) throws -> (
    bytes: [UInt8], sizes: [Int]
  )? {
    var prefix = ByteWriter()
    prefix.appendFixed(type)
    var bytes: [UInt8] = []
    var sizes: [Int] = []
    try transaction.withCursor(over: history) { cursor in
      var isThere = try cursor.seek(atOrAfter: prefix.bytes)
      while isThere, sizes.count < Self.sampleCount {
        try cursor.withChecked { key, value in
          guard key.starts(with: prefix.bytes) else { return isThere = false }
          // The type has no dictionary yet, so that all are plain.
          let trail = value.extracting(droppingFirst: min(1, value.count))
          bytes.append(contentsOf: trail)
          sizes.append(trail.count)
        }
        if isThere { isThere = try cursor.next() }
      }
    }
    return sizes.count < Self.sampleCount ? nil : (bytes, sizes)
  }
}
