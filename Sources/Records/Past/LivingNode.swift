internal import ByteCoding
internal import EventLog
internal import StoreErrors

/// A living node as it is stored: as it was written last, and the changes since, which are put into it when it is
/// read.
///
/// So a few changes cost a copy of its bytes, and neither taking it apart nor putting it together.
///
/// As bytes: the weight of its living entries and that of all (varints), a revision that none of its changes is after
/// (varint), the length of the node (varint) and the node, then the changes, those of one key in the order of time:
/// 1 for an insertion or 0, revision, content (varints) and the key (its length as a varint, then its bytes).
struct LivingNode: ~Escapable {
  private let living: Int
  private let total: Int
  private let latest: UInt64
  private let stored: Span<UInt8>
  private let node: Range<Int>

  /// A shorter node is as quickly put together anew.
  private static let leastBytes = 1024
  /// How many bytes of changes wait at most.
  private static let mostWaiting = 1536

  /// Reads the stored form.
  @_lifetime(copy stored)
  init(_ stored: Span<UInt8>) throws(StoreError) {
    var reader = ByteReader(stored)
    // Within what can be added to.
    living = Int(min(try reader.varint(), UInt64(UInt32.max)))
    total = Int(min(try reader.varint(), UInt64(UInt32.max)))
    latest = try reader.varint()
    let length = try reader.count()
    node = reader.offset..<reader.offset + length
    self.stored = stored
  }

  /// The stored form of a node without changes.
  static func bytes(_ node: [UInt8], living: Int, total: Int, latest: UInt64) -> ByteWriter {
    var writer = ByteWriter(reserving: node.count + 32)
    writeHead(living, total, latest, node.count, to: &writer)
    writer.append(node)
    return writer
  }

  private static func writeHead(
    _ living: Int,
    _ total: Int,
    _ latest: UInt64,
    _ length: Int,
    to writer: inout ByteWriter
  ) {
    writer.appendVarint(UInt64(living))
    writer.appendVarint(UInt64(total))
    writer.appendVarint(latest)
    writer.appendVarint(UInt64(length))
  }

  /// The stored form with more changes; nil where these may make the node too full or too empty at any of their
  /// revisions, where too many would wait, or where they might not be later than all before.
  ///
  /// - Parameter hasNeighbours: whether it must keep the least weight.
  func appending(
    _ changes: OrderedChanges,
    _ places: Range<Int>,
    hasNeighbours: Bool
  ) -> ByteWriter? {
    guard node.count >= Self.leastBytes else { return nil }
    var (inserted, removed, latest) = (0, 0, latest)
    for place in places {
      let change = changes[place]
      guard change.revision >= self.latest else { return nil }
      latest = max(latest, change.revision)
      let weight = PastNodeSize.weight(changes.key(at: place).count)
      if change.isInsertion { inserted += weight } else { removed += weight }
    }
    guard total + inserted <= PastNodeSize.full,
      living - removed >= (hasNeighbours ? PastNodeSize.least : 1),
      stored.count - node.upperBound + inserted + removed <= Self.mostWaiting
    else { return nil }
    var writer = ByteWriter(reserving: stored.count + inserted + removed + 32)
    Self.writeHead(living + inserted - removed, total + inserted, latest, node.count, to: &writer)
    writer.append(stored.extracting(node.lowerBound..<stored.count))
    for place in places {
      let change = changes[place]
      let key = changes.key(at: place)
      writer.append(change.isInsertion ? 1 : 0)
      writer.appendVarint(change.revision)
      writer.appendVarint(change.content)
      writer.appendVarint(UInt64(key.count))
      writer.append(key)
    }
    return writer
  }

  /// The bytes of the node with all changes in it, for `PastNodeReader`.
  ///
  /// - Throws: `damaged`, also where the changes contradict the node.
  func whole() throws(StoreError) -> [UInt8] {
    let bytes = stored.extracting(node)
    guard node.upperBound < stored.count else { return Array(bytes) }
    let changes = OrderedChanges(try waiting())
    var sweep = PastSweep(level: 0, above: [UInt8]().span, PastEntries())
    var reader = try PastNodeReader(bytes)
    let start = reader.start
    guard reader.level == 0 else {
      throw ByteReader.damaged("a directory of the past has changes that wait")
    }
    let first = sweep.entries.count
    try sweep.merge(&reader, with: changes, 0..<changes.count, inSlot: 0)
    var writer = PastNodeWriter()
    let ranks = (first..<sweep.entries.count).map { UInt64($0) }
    return writer.node(level: 0, from: start, to: nil, ranks, of: sweep.entries)
  }

  private func waiting() throws(StoreError) -> PastChanges {
    var changes = PastChanges()
    var reader = ByteReader(stored, at: node.upperBound)
    while !reader.isAtEnd {
      let isInsertion = try reader.byte() == 1
      let revision = try reader.varint()
      let content = try reader.varint()
      let length = try reader.count()
      let key = reader.bytes(reader.offset..<reader.offset + length)
      try reader.skip(length)
      changes.append(key, content: content, at: revision, isInsertion: isInsertion)
    }
    return changes
  }
}
