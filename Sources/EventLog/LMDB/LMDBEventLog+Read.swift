internal import PageStore

extension LMDBEventLog {
  /// The last commit, or the empty head.
  public func head() throws -> LogHead { try environment.read { try head(in: $0) } }

  func head(in transaction: borrowing some ReadableTransaction & ~Copyable) throws -> LogHead {
    let last = try transaction.withCursor(over: tables.commits) { cursor -> Revision? in
      guard try cursor.last() else { return nil }
      return try cursor.withEntry { key, _ in try PieceKey(key).revision }
    }
    guard let last else { return .empty }
    return try header(of: last, in: transaction).asHead
  }

  /// The header of one commit.
  public func header(of revision: Revision) throws -> CommitHeader? {
    try environment.read { transaction in
      guard try transaction.contains(tables.commits, PieceKey(revision).bytes) else { return nil }
      return try header(of: revision, in: transaction)
    }
  }

  private func header(
    of revision: Revision,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> CommitHeader {
    try withPiece(containing: EventPosition(revision, 0), in: transaction) { _, content in
      var reader = ByteReader(content)
      return try PieceContent.header(of: revision, content, &reader)
    }
  }

  /// Finds the piece that holds an event, and puts it together if it was cut into parts.
  private func withPiece<R>(
    containing position: EventPosition,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (PieceKey, Span<UInt8>) throws -> R
  ) throws -> R {
    try transaction.withCursor(over: tables.commits) { cursor in
      let exact = PieceKey(position.revision, ordinal: position.ordinal).bytes
      var isThere = try cursor.seek(atOrAfter: exact)
      if try !isThere || cursor.withEntry({ key, _ in try PieceKey(key).bytes != exact }) {
        isThere = try cursor.previous()
      }
      // From the last part back to the beginning of the piece, then forward through its parts.
      while isThere, try cursor.withEntry({ key, _ in try PieceKey(key).part > 0 }) {
        isThere = try cursor.previous()
      }
      var assembler = PieceAssembler()
      while isThere {
        let result = try cursor.withEntry { key, value in
          let key = try PieceKey(key)
          guard key.revision == position.revision else { throw StoreError.noEvent(at: position) }
          return try assembler.take(key, value, body)
        }
        if let result { return result }
        isThere = try cursor.next()
      }
      throw StoreError.noEvent(at: position)
    }
  }

  /// Reads one event.
  public func withEvent<R>(at position: EventPosition, _ body: (Span<UInt8>) throws -> R) throws
    -> R
  {
    try environment.read { transaction in
      try withPiece(containing: position, in: transaction) { key, content in
        var reader = ByteReader(content)
        try PieceContent.skipHeader(key, &reader)
        var ordinal = key.ordinal
        while ordinal < position.ordinal, !reader.isAtEnd {
          try PieceContent.skipEvent(&reader)
          ordinal += 1
        }
        guard !reader.isAtEnd else { throw StoreError.noEvent(at: position) }
        let range = try PieceContent.event(at: position, content, &reader)
        return try body(content.extracting(range))
      }
    }
  }

  /// Where the definition events after `revision` stand.
  public func definitions(after revision: Revision) throws -> [EventPosition] {
    try environment.read { transaction in
      try transaction.withCursor(over: tables.definitions) { cursor in
        var positions: [EventPosition] = []
        var isThere = try cursor.seek(atOrAfter: PieceKey(revision.next).bytes)
        while isThere {
          let key = try cursor.withEntry { key, _ in try PieceKey(key) }
          positions.append(EventPosition(key.revision, key.ordinal))
          isThere = try cursor.next()
        }
        return positions
      }
    }
  }

  /// What the commit under an idempotency key was.
  public func result(forKey key: IdempotencyKey) throws -> Appended? {
    try environment.read { try result(of: key, in: $0) }
  }

  func result(
    of key: IdempotencyKey,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Appended? {
    guard (1...LogLimits.keyBytes).contains(key.name.utf8.count) else { return nil }
    let known = try transaction.withValue(of: tables.keys, Array(key.name.utf8)) { value in
      var reader = ByteReader(value)
      return (revision: Revision(try reader.fixed64()), content: try reader.fixed64())
    }
    guard let known else { return nil }
    guard known.content == key.content else {
      throw StoreError.keyReused(key.name, at: known.revision)
    }
    let header = try header(of: known.revision, in: transaction)
    return Appended(
      revision: known.revision,
      time: header.time,
      durability: durability,
      isRepeat: true
    )
  }
}
