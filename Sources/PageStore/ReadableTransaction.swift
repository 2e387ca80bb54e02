public import StoreErrors

/// What a transaction can read: one unchanging snapshot, and in a write also its own changes.
///
/// Bytes are lent to closures and never leave them. A closure cannot change the transaction it reads:
/// the compiler refuses.
public protocol ReadableTransaction: ~Copyable {
  /// LMDB's side of the transaction.
  var core: TransactionCore { get }
}

extension ReadableTransaction where Self: ~Copyable {
  /// The number of the last commit this sees; in a write, the number its own commit will have.
  public var snapshot: UInt64 { core.handle.id }

  /// Lends the value of a key to a closure: one search, no copy.
  ///
  /// - Returns: what the closure returns; nil if there is no such key.
  /// - Throws: `tooLarge` for a key that is not 1 to 511 bytes, `misuse` for another store's table,
  ///   `damaged`, and what the closure throws.
  @inlinable
  public func withValue<R>(
    of table: Table,
    _ key: [UInt8],
    _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    try withValue(of: table, key.span, body)
  }

  /// Lends the value of a key, which is lent itself, to a closure.
  ///
  /// Returns and throws as the other `withValue`.
  @inlinable
  public func withValue<R>(
    of table: Table,
    _ key: Span<UInt8>,
    _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    guard let bytes = try core.bytes(of: table, key) else { return nil }
    return try bytes.withSpan(body)
  }

  /// A copy of the value of a key; nil if there is none.
  ///
  /// Throws as `withValue` does.
  public func value(of table: Table, _ key: [UInt8]) throws(StoreError) -> [UInt8]? {
    try core.bytes(of: table, key.span)?.array
  }

  /// Whether there is such a key.
  ///
  /// Throws as `withValue` does.
  public func contains(_ table: Table, _ key: [UInt8]) throws(StoreError) -> Bool {
    try core.bytes(of: table, key.span) != nil
  }

  /// Lends a cursor over a table to a closure; it stands nowhere yet.
  ///
  /// - Throws: `misuse` for another store's table, `damaged`, and what the closure throws.
  @inlinable
  public func withCursor<R>(
    over table: Table,
    _ body: (inout Cursor) throws -> R
  ) throws -> R {
    var cursor = try core.openCursor(over: table, canDelete: false)
    defer { cursor.close() }
    return try body(&cursor)
  }

  /// The number of entries in a table, kept by LMDB: no scan.
  public func count(of table: Table) throws(StoreError) -> UInt64 {
    try facts(of: table).entries
  }

  /// The number of pages that a table has, kept by LMDB: no scan.
  public func pages(of table: Table) throws(StoreError) -> Int {
    Int(clamping: try facts(of: table).pages)
  }

  private func facts(of table: Table) throws(StoreError) -> (entries: UInt64, pages: UInt64) {
    try core.check(table)
    do {
      let facts = try core.handle.statistics(table.number)
      return (facts.entries, facts.pages)
    } catch {
      throw core.failed(error)
    }
  }
}
