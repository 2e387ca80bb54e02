internal import ByteCoding
internal import EventLog
internal import PageStore
internal import StoreErrors

/// The stored nodes and roots of one index.
struct PastNodes {
  /// The node that an index begins at, from some revision on.
  struct Root {
    /// When it became the root.
    var revision: UInt64
    /// Its number; 0 if the index is empty from there on.
    var number: UInt64
    /// How many directories stand above the leaves.
    var level: UInt64
  }

  /// Each piece but the last has this many bytes: with LMDB's header they fill a page.
  static let pieceBytes = 4_080
  static let checksumBytes = 8

  let tables: PastTables
  let index: UInt64
  private let expander = Zstandard.Expander()

  init(_ tables: PastTables, of index: UInt64) {
    self.tables = tables
    self.index = index
  }

  /// The root at a revision; nil before the first.
  func root(
    at revision: UInt64,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Root? {
    try PastTables.last(of: index, upTo: revision, in: tables.roots, transaction) {
      [index] start, value in
      try Self.check(value, PastTables.seed(index, start))
      var reader = ByteReader(value)
      return Root(revision: start, number: try reader.varint(), level: try reader.varint())
    }
  }

  /// The bytes of a node, for `PastNodeReader`.
  func node(
    _ number: UInt64,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> [UInt8] {
    let seed = PastTables.seed(index, number)
    let key = PastTables.key(index, number)
    let living = try transaction.withValue(of: tables.nodes, key) { value in
      try Self.check(value, seed)
      return try LivingNode(value.extracting(droppingLast: Self.checksumBytes)).whole()
    }
    if let living { return living }
    let place = try transaction.withValue(of: tables.places, key) { value in
      var reader = ByteReader(value)
      return (start: try reader.varint(), count: try reader.varint())
    }
    guard let place else { throw ByteReader.damaged("a node of the past is missing") }
    let block = try bytes(from: place.start, count: place.count, in: transaction)
    try Self.check(block.span, seed)
    var reader = ByteReader(block.span)
    // The checksum was right, so that this is what was written.
    let count = Int(try reader.fixed32())
    let compressed = try reader.bytes(count: reader.remaining - Self.checksumBytes)
    guard let node = expander.expand(compressed.span, count: count) else {
      throw ByteReader.damaged("a node of the past does not expand")
    }
    return node
  }

  /// What is to be stored of a living node with a few more changes; nil where it must be read for them.
  ///
  /// - Throws: `damaged`.
  func appending(
    _ changes: OrderedChanges,
    _ places: Range<Int>,
    to number: UInt64,
    hasNeighbours: Bool,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> ByteWriter? {
    let key = PastTables.key(index, number)
    return try transaction.withValue(of: tables.nodes, key) { value in
      try Self.check(value, PastTables.seed(index, number))
      let node = try LivingNode(value.extracting(droppingLast: Self.checksumBytes))
      return node.appending(changes, places, hasNeighbours: hasNeighbours)
    } ?? nil
  }

  /// Gathers a part of the closed nodes from the pieces that it lies in.
  private func bytes(
    from start: UInt64,
    count: UInt64,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> [UInt8] {
    let pieceBytes = UInt64(Self.pieceBytes)
    guard count <= UInt64(UInt32.max) else { throw ByteReader.damaged("a node is too long") }
    var bytes: [UInt8] = []
    var (piece, skipped) = start.quotientAndRemainder(dividingBy: pieceBytes)
    while bytes.count < Int(count) {
      let isFound: Void? = try transaction.withValue(
        of: tables.pieces,
        PastTables.key(index, piece)
      ) { value in
        let end = min(value.count, Int(skipped) + Int(count) - bytes.count)
        guard end > Int(skipped) else {
          throw ByteReader.damaged("a piece of the past is too short")
        }
        bytes.append(contentsOf: value.extracting(Int(skipped)..<end))
      }
      guard isFound != nil else { throw ByteReader.damaged("a piece of the past is missing") }
      piece += 1
      skipped = 0
    }
    return bytes
  }

  /// Compares bytes with the checksum that they end with.
  private static func check(_ bytes: Span<UInt8>, _ seed: UInt64) throws(StoreError) {
    let count = bytes.count - checksumBytes
    guard count >= 0 else { throw ByteReader.damaged("a node of the past is too short") }
    var end = ByteReader(bytes.extracting(count..<bytes.count))
    guard try end.fixed64() == Checksum.of(bytes.extracting(0..<count), seed: seed) else {
      throw ByteReader.damaged("a node of the past has another checksum")
    }
  }
}
