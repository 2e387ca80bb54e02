internal import ByteCoding
internal import EventLog
internal import OrderedBytes

/// Writes nodes: what is alike stands together, so that it compresses well.
///
/// It keeps its memory from node to node.
struct PastNodeWriter {
  private var sharedLengths = ByteWriter()
  private var lengths = ByteWriter()
  private var keyEnds = ByteWriter()
  private var beginnings = ByteWriter()
  private var endings = ByteWriter()
  private var contents = ByteWriter()

  /// The bytes of a node.
  ///
  /// - Parameters:
  ///   - end: the first revision that it does not speak of any more; nil if it lives.
  ///   - ranks: its entries, in order; the lower half of a rank is the entry's index. Those that were not
  ///     there between start and end are left out.
  mutating func node(
    level: UInt64,
    from start: UInt64,
    to end: UInt64?,
    _ ranks: [UInt64],
    of entries: PastEntries
  ) -> [UInt8] {
    removeAll()
    let limit = end ?? PastEntry.forever
    var count: UInt64 = 0
    var previous: Int?
    for rank in ranks {
      let index = Int(UInt32(truncatingIfNeeded: rank))
      let entry = entries[index]
      guard entry.from < min(limit, entry.to), entry.to > start else { continue }
      let shared = previous.map { ByteOrder.shared(entries.key($0), entries.key(index)) } ?? 0
      sharedLengths.appendNumber(UInt64(shared))
      lengths.appendNumber(UInt64(entry.keyLength))
      keyEnds.append(entries.bytes(entry.keyStart + shared, entry.keyLength - shared))
      // What was there before counts from the start: the node speaks of nothing earlier.
      beginnings.appendNumber(entry.from > start ? entry.from - start : 0)
      endings.appendNumber(entry.to < limit ? entry.to - start : 0)
      contents.appendNumber(entry.content)
      previous = index
      count += 1
    }
    return node(level, start, end, count)
  }

  private mutating func removeAll() {
    sharedLengths.bytes.removeAll(keepingCapacity: true)
    lengths.bytes.removeAll(keepingCapacity: true)
    keyEnds.bytes.removeAll(keepingCapacity: true)
    beginnings.bytes.removeAll(keepingCapacity: true)
    endings.bytes.removeAll(keepingCapacity: true)
    contents.bytes.removeAll(keepingCapacity: true)
  }

  private func node(_ level: UInt64, _ start: UInt64, _ end: UInt64?, _ count: UInt64) -> [UInt8] {
    let columns = [sharedLengths, lengths, keyEnds, beginnings, endings, contents]
    var node = ByteWriter(reserving: columns.reduce(64) { $0 + $1.count })
    node.appendVarint(level)
    node.appendVarint(start)
    node.appendVarint(end.map { $0 - start } ?? 0)
    node.appendVarint(count)
    for column in columns.dropLast() { node.appendVarint(UInt64(column.count)) }
    for column in columns { node.append(column.bytes) }
    return node.bytes
  }
}

extension ByteWriter {
  /// A varint; most have one byte, and those should cost no call.
  @inline(__always)
  fileprivate mutating func appendNumber(_ number: UInt64) {
    if number < 0x80 { bytes.append(UInt8(number)) } else { appendVarint(number) }
  }
}
