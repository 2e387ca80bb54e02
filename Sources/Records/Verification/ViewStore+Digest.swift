internal import EventLog
internal import PageStore

extension ViewStore {
  /// A digest of what the views say of the present: the records' states, the entries, the unique values and the
  /// numbers of living records.
  ///
  /// It is the same for all views of one log at one revision, in whatever batches they came to be; how trails and the
  /// past are cut depends on the batches, and is left out.
  ///
  /// - Complexity: O(records + entries).
  func digest(in transaction: borrowing some ReadableTransaction & ~Copyable) throws -> LogDigest {
    var digest = RunningDigest()
    try forEachEntry(of: tables.records, transaction) { key, trail in
      digest.add(key, try Trail.state(in: trail))
    }
    for table in [tables.entries, tables.uniques] {
      digest.endPart()
      try forEachEntry(of: table, transaction) { digest.add($0, $1) }
    }
    digest.endPart()
    try forEachEntry(of: tables.counts, transaction) { type, count in
      var reader = ByteReader(count)
      // That none lives may be noted or not.
      if try reader.varint() > 0 { digest.add(type, count) }
    }
    return digest.finish()
  }

  private func forEachEntry(
    of table: Table,
    _ transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (Span<UInt8>, Span<UInt8>) throws -> Void
  ) throws {
    try transaction.withCursor(over: table) { cursor in
      var isThere = try cursor.first()
      while isThere {
        try cursor.withChecked(body)
        isThere = try cursor.next()
      }
    }
  }
}

/// A digest of any number of entries, taken in pieces: each piece is digested with the digest of those before it.
private struct RunningDigest {
  private static let pieceBytes = 1 << 16

  private var digest = LogDigest.empty
  private var piece = ByteWriter(reserving: pieceBytes)

  mutating func add(_ key: Span<UInt8>, _ value: Span<UInt8>) {
    piece.appendVarint(UInt64(key.count) + 1)
    piece.append(key)
    piece.appendVarint(UInt64(value.count))
    piece.append(value)
    if piece.count >= Self.pieceBytes { digestPiece() }
  }

  /// Tells the entries of one table from those of the next.
  mutating func endPart() { piece.appendVarint(0) }

  mutating func finish() -> LogDigest {
    digestPiece()
    return digest
  }

  private mutating func digestPiece() {
    piece.appendFixed(digest.high)
    piece.appendFixed(digest.low)
    digest = Checksum.digest(of: piece.bytes)
    piece = ByteWriter(reserving: Self.pieceBytes)
  }
}
