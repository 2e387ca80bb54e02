internal import ByteCoding
internal import PageStore
internal import StoreErrors
internal import Synchronization

extension LMDBEventLog {
  /// The last commit, or the empty head.
  public func head() throws -> LogHead {
    let environment = try environment
    // Most reads ask for it, and most find what the one before has found.
    let newest = try environment.lastTransaction()
    if let seen = seenHead.withLock({ $0 }), seen.snapshot == newest { return seen.head }
    return try environment.read { transaction in
      let head = try head(in: transaction)
      if !environment.isUnlocked { seenHead.withLock { $0 = (transaction.snapshot, head) } }
      return head
    }
  }

  func head(in transaction: borrowing some ReadableTransaction & ~Copyable) throws -> LogHead {
    let last = try lastRevision(in: transaction)
    return last == .zero ? .empty : try storedHeader(of: last, in: transaction).asHead
  }

  private func lastRevision(
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Revision {
    try transaction.withCursor(over: tables.commits) { cursor in
      guard try cursor.last() else { return .zero }
      return try cursor.withEntry { key, _ in try PieceKey(key).revision }
    }
  }

  /// The header of one commit.
  public func header(of revision: Revision) throws -> CommitHeader? {
    try environment.read { transaction in
      guard revision > .zero, revision <= (try lastRevision(in: transaction)) else { return nil }
      return try storedHeader(of: revision, in: transaction)
    }
  }

  /// The header of a commit that must be there.
  private func storedHeader(
    of revision: Revision,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> CommitHeader {
    let header = try withPiece(containing: EventPosition(revision, 0), in: transaction) {
      key,
      content in
      var reader = ByteReader(content)
      return try PieceContent.header(of: revision, content, &reader)
    }
    guard let header else { throw ByteReader.damaged("commit \(revision) is missing") }
    return header
  }

  /// Finds the piece that holds an event or else would hold it, and puts it together if it was cut into
  /// parts.
  ///
  /// - Returns: what `body` returned, or nil where there is no such piece.
  private func withPiece<R>(
    containing position: EventPosition,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (PieceKey, Span<UInt8>) throws -> R
  ) throws -> R? {
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
        let key = try cursor.withEntry { key, _ in try PieceKey(key) }
        guard key.revision == position.revision else { break }
        let result = try cursor.withEntry { _, value in try assembler.take(key, value, body) }
        if let result { return result }
        isThere = try cursor.next()
      }
      guard !assembler.isWaiting else {
        throw ByteReader.damaged("a part of \(position.revision) is missing")
      }
      return nil
    }
  }

  /// Reads one event; no transaction is open while `body` runs.
  public func withEvent<R>(at position: EventPosition, _ body: (Span<UInt8>) throws -> R) throws
    -> R
  {
    let bytes = try environment.read { transaction in
      let found = try withPiece(containing: position, in: transaction) { key, content in
        try PieceContent.copyOfEvent(at: position, in: key, content)
      }
      if let bytes = found ?? nil { return bytes }
      // Not there may be right, or damage: the commit knows how many events it has.
      let last = try lastRevision(in: transaction)
      if position.revision > .zero, position.revision <= last,
        position.ordinal < (try storedHeader(of: position.revision, in: transaction)).eventCount
      {
        throw ByteReader.damaged("event \(position.ordinal) of \(position.revision) is missing")
      }
      throw StoreError.noEvent(at: position)
    }
    return try body(bytes.span)
  }

  /// Where the definition events after `revision` stand.
  public func definitions(after revision: Revision) throws -> [EventPosition] {
    try environment.read { transaction in
      try transaction.withCursor(over: tables.definitions) { cursor in
        var positions: [EventPosition] = []
        var isThere = try cursor.seek(atOrAfter: PieceKey(revision, ordinal: .max).bytes)
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
    // The commit repeats its key under its checksum.
    let header = try storedHeader(of: known.revision, in: transaction)
    guard let stored = header.key, stored.content == known.content,
      stored.name.utf8.elementsEqual(key.name.utf8)
    else { throw ByteReader.damaged("the entry of the idempotency key '\(key.name)'") }
    guard stored.content == key.content else {
      throw StoreError.keyReused(key.name, at: known.revision)
    }
    return Appended(
      revision: known.revision,
      time: header.time,
      durability: durability,
      isRepeat: true
    )
  }
}
