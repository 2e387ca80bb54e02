internal import ByteCoding
internal import EventLog
internal import PageStore
internal import StoreErrors

/// Stores what a batch makes of one index's nodes.
///
/// A living node is stored under its number, and again at each batch that changes it, see `LivingNode`. A closed
/// one never changes: it is compressed and added to the end of the pieces.
struct PastNodeStorage {
  let nodes: PastNodes
  var writer = PastNodeWriter()
  private var nextNumber: UInt64?
  /// The last piece, not full yet; nil before something is added.
  private var tail: (piece: UInt64, bytes: [UInt8])?
  private let compressor = Zstandard.Compressor()

  init(_ nodes: PastNodes) { self.nodes = nodes }

  /// A number that no node has.
  mutating func newNumber(in transaction: inout WriteTransaction) throws -> UInt64 {
    let number: UInt64
    if let nextNumber {
      number = nextNumber
    } else {
      var last: UInt64 = 0
      for table in [nodes.tables.nodes, nodes.tables.places] {
        let found = try PastTables.last(of: nodes.index, in: table, transaction) { number, _ in
          number
        }
        last = max(last, found ?? 0)
      }
      number = last &+ 1
    }
    guard number > 0, number < .max else { throw ByteReader.damaged("a node's number is too high") }
    nextNumber = number + 1
    return number
  }

  /// Stores a node that may still change.
  mutating func putLiving(
    _ number: UInt64,
    _ node: ByteWriter,
    in transaction: inout WriteTransaction
  ) throws {
    var value = node
    seal(&value, number)
    try put(nodes.tables.nodes, number, value.bytes, in: &transaction)
  }

  /// Stores a node that never changes again.
  mutating func putClosed(
    _ number: UInt64,
    _ node: [UInt8],
    in transaction: inout WriteTransaction
  ) throws {
    let compressed = try compressor.compress(node.span)
    var block = ByteWriter(reserving: compressed.count + 4 + PastNodes.checksumBytes)
    block.appendFixed(UInt32(node.count))
    block.append(compressed)
    seal(&block, number)
    let start = try append(block.bytes, in: &transaction)
    var place = ByteWriter()
    place.appendVarint(start)
    place.appendVarint(UInt64(block.count))
    try put(nodes.tables.places, number, place.bytes, in: &transaction)
    try discard(number, in: &transaction)
  }

  /// Forgets what is stored of a node as one that lives.
  mutating func discard(_ number: UInt64, in transaction: inout WriteTransaction) throws {
    _ = try transaction.delete(nodes.tables.nodes, PastTables.key(nodes.index, number))
  }

  /// Stores which node is the root from a revision on.
  mutating func putRoot(_ root: PastNodes.Root, in transaction: inout WriteTransaction) throws {
    var value = ByteWriter(reserving: 24)
    value.appendVarint(root.number)
    value.appendVarint(root.level)
    seal(&value, root.revision)
    try put(nodes.tables.roots, root.revision, value.bytes, in: &transaction)
  }

  /// Stores the piece that is not full yet; to be called at the end.
  mutating func finish(in transaction: inout WriteTransaction) throws {
    guard let tail, !tail.bytes.isEmpty else { return }
    try put(nodes.tables.pieces, tail.piece, tail.bytes, in: &transaction)
  }

  /// Adds bytes to the end of the pieces; returns where they begin.
  private mutating func append(
    _ bytes: [UInt8],
    in transaction: inout WriteTransaction
  ) throws -> UInt64 {
    var (piece, rest) = try tail ?? storedTail(in: transaction)
    tail = nil
    let start = piece * UInt64(PastNodes.pieceBytes) + UInt64(rest.count)
    rest.append(contentsOf: bytes)
    while rest.count >= PastNodes.pieceBytes {
      let full = Array(rest[..<PastNodes.pieceBytes])
      try put(nodes.tables.pieces, piece, full, in: &transaction)
      rest.removeFirst(PastNodes.pieceBytes)
      piece += 1
    }
    tail = (piece, rest)
    return start
  }

  private func storedTail(
    in transaction: borrowing WriteTransaction
  ) throws -> (piece: UInt64, bytes: [UInt8]) {
    let last = try PastTables.last(of: nodes.index, in: nodes.tables.pieces, transaction) {
      (piece: $0, bytes: Array($1))
    }
    guard let last else { return (0, []) }
    guard last.piece < .max / UInt64(2 * PastNodes.pieceBytes) else {
      throw ByteReader.damaged("a piece's number is too high")
    }
    return last.bytes.count < PastNodes.pieceBytes ? last : (last.piece + 1, [])
  }

  private func seal(_ value: inout ByteWriter, _ number: UInt64) {
    value.appendFixed(
      Checksum.of(value.bytes.span, seed: PastTables.seed(nodes.index, number))
    )
  }

  private func put(
    _ table: Table,
    _ number: UInt64,
    _ value: [UInt8],
    in transaction: inout WriteTransaction
  ) throws {
    try transaction.put(table, PastTables.key(nodes.index, number), value)
  }
}
