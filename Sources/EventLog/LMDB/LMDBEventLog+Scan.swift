internal import ByteCoding
internal import PageStore
internal import StoreErrors

extension LMDBEventLog {
  /// Reads events in order, slice by slice; no transaction is open while `visit` runs.
  public func scan(
    _ range: ClosedRange<Revision>,
    _ visit: (CommitHeader, EventPosition, Span<UInt8>) throws -> Bool
  ) throws {
    guard range.upperBound > .zero else { return }
    let environment = try environment
    var reader = PieceReader(from: max(range.lowerBound, Revision(1)))
    var next: [UInt8]? = PieceKey(reader.nextRevision).bytes
    while let start = next {
      let slice = try environment.read { transaction in
        try transaction.withCursor(over: tables.commits) { cursor in
          try Slice(from: start, through: range.upperBound, &cursor)
        }
      }
      for piece in slice.pieces {
        let value = slice.bytes.span.extracting(piece.range)
        if try !reader.take(piece.key, value, visit) { return }
      }
      if slice.isPastRange { try reader.checkIsPast(range.upperBound) }
      next = slice.next
    }
    try reader.finish()
  }

  /// Stored values, copied out of one short read transaction.
  ///
  /// A visitor may take long, may append, and must see each event once; a transaction must be short, must
  /// not be open while the map grows, and may have to run again.
  private struct Slice {
    /// A slice ends with the value that reaches so many bytes: enough to make its transaction's cost
    /// vanish, little enough that the memory for it is reused rather than fetched from the system anew.
    private static let targetBytes = 60 << 10

    private(set) var pieces: [(key: PieceKey, range: Range<Int>)] = []
    private(set) var bytes: [UInt8] = []
    /// The key to go on with; nil at the end.
    private(set) var next: [UInt8]?
    /// Whether the log goes on after the range.
    private(set) var isPastRange = false

    init(from start: [UInt8], through last: Revision, _ cursor: inout Cursor) throws {
      bytes.reserveCapacity(Self.targetBytes + PieceBuilder.partBytes)
      var isThere = try cursor.seek(atOrAfter: start)
      while isThere {
        let key = try cursor.withEntry { key, _ in try PieceKey(key) }
        if key.revision > last {
          isPastRange = true
          return
        }
        if bytes.count >= Self.targetBytes {
          next = key.bytes
          return
        }
        try cursor.withEntry { _, value in
          pieces.append((key, bytes.count..<bytes.count + value.count))
          bytes.append(contentsOf: value)
        }
        isThere = try cursor.next()
      }
    }
  }
}
