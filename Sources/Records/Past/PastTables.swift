internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

/// The tables of the past, and the keys in them.
///
/// Each key begins with the index. `FORMAT.md` describes them.
struct PastTables: Sendable {
  static let names = ["pastRoots", "pastNodes", "pastPlaces", "pastPieces"]

  /// Index, revision: the root from there on.
  let roots: Table
  /// Index, number: a node that lives.
  let nodes: Table
  /// Index, number: where a closed node stands in the pieces.
  ///
  /// A table of its own, so that living nodes leave whole pages free when they are closed.
  let places: Table
  /// Index, piece: the closed nodes of an index one after the other, in pieces that each fill a page.
  let pieces: Table

  init(_ environment: Environment) throws(StoreError) {
    roots = try environment.table(Self.names[0])
    nodes = try environment.table(Self.names[1])
    places = try environment.table(Self.names[2])
    pieces = try environment.table(Self.names[3])
  }

  /// The key of a root, node or piece.
  static func key(_ index: UInt64, _ number: UInt64) -> [UInt8] {
    var key = ByteWriter(reserving: 16)
    key.appendFixed(index)
    key.appendFixed(number)
    return key.bytes
  }

  /// Binds a checksum to where its bytes belong.
  static func seed(_ index: UInt64, _ number: UInt64) -> UInt64 {
    index &* 0x9E37_79B9_7F4A_7C15 &+ number
  }

  /// The last number up to a given one that an index has in a table, and the value there.
  static func last<R>(
    of index: UInt64,
    upTo number: UInt64 = .max,
    in table: Table,
    _ transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (_ number: UInt64, _ value: Span<UInt8>) throws -> R
  ) throws -> R? {
    try transaction.withCursor(over: table) { cursor in
      let sought = key(index, number)
      var isFound = try cursor.seek(atOrAfter: sought)
      if isFound {
        isFound = try cursor.withEntry { key, _ in ByteOrder.compare(key, sought.span) == 0 }
      }
      guard try isFound || cursor.previous() else { return nil }
      return try cursor.withEntry { key, value in
        var reader = ByteReader(key)
        guard try reader.fixed64() == index else { return nil }
        return try body(try reader.fixed64(), value)
      }
    }
  }
}
