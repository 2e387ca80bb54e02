public import StoreErrors

/// A change of any tables that happens wholly or not at all, for as long as the closure of
/// `Environment.write` runs.
///
/// It reads its own changes.
///
/// After a call has failed for more than its arguments (a full map, a full disk, damage), nothing more
/// can be done in it; every later call and the end of the write report that first failure.
public struct WriteTransaction: ~Copyable, ReadableTransaction {
  /// LMDB's side of the transaction.
  public let core: TransactionCore

  init(_ core: TransactionCore) { self.core = core }

  /// Stores a value under a key, in place of the one there may be.
  ///
  /// - Throws: `tooLarge` for a key that is not 1 to 511 bytes or a value above 2,147,418,112;
  ///   `misuse` for another store's table; `mapFull` (which `Environment.write` answers by growing the
  ///   map and running its closure again); `diskFull`, `damaged`, `io`.
  public mutating func put(
    _ table: Table,
    _ key: [UInt8],
    _ value: [UInt8]
  ) throws(StoreError) {
    _ = try store(table, key.span, value.span, appending: false)
  }

  /// Stores a value under a key, both lent: nothing is copied before LMDB does.
  ///
  /// Throws as the other `put`.
  public mutating func put(
    _ table: Table,
    _ key: Span<UInt8>,
    _ value: Span<UInt8>
  ) throws(StoreError) {
    _ = try store(table, key, value, appending: false)
  }

  /// Stores a value under a key above all others of the table: no search, and full pages.
  ///
  /// - Throws: `misuse` if the table holds that key or a greater one, and the transaction is as
  ///   before; otherwise as `put`.
  public mutating func append(
    _ table: Table,
    key: [UInt8],
    value: [UInt8]
  ) throws(StoreError) {
    if try store(table, key.span, value.span, appending: true) { return }
    throw StoreError(
      .misuse,
      "A key appended to table '\(table.name)' is not above the last one in it.",
      hints: ["Append in ascending order of the key's bytes, or put instead."]
    )
  }

  /// Deletes a key with its value.
  ///
  /// - Returns: false if there was no such key.
  /// - Throws: as `put`; deleting needs pages too, so the map can be full.
  @discardableResult
  public mutating func delete(_ table: Table, _ key: [UInt8]) throws(StoreError) -> Bool {
    try delete(table, key.span)
  }

  /// Deletes a key, which is lent, with its value.
  ///
  /// Returns and throws as the other `delete`.
  @discardableResult
  public mutating func delete(_ table: Table, _ key: Span<UInt8>) throws(StoreError) -> Bool {
    try core.check(table, key)
    do {
      // One that deletes nothing may be a write that LMDB gives no number.
      let isDeleted = try core.handle.delete(table.number, key)
      if isDeleted { core.record?.delete(table, key) }
      return isDeleted
    } catch {
      throw core.failed(error)
    }
  }

  /// Deletes every entry of a table, in time proportional to its pages.
  ///
  /// Throws as `put`.
  public mutating func removeAll(of table: Table) throws(StoreError) {
    try core.check(table)
    core.record?.giveUp()
    do {
      try core.handle.empty(table.number)
    } catch {
      throw core.failed(error)
    }
  }

  /// Lends a cursor that can delete where it stands; no other can be alive meanwhile.
  ///
  /// - Throws: as `withCursor`, and what the closure throws.
  @inlinable
  public mutating func withWritableCursor<R>(
    over table: Table,
    _ body: (inout Cursor) throws -> R
  ) throws -> R {
    core.recordNoMore()
    var cursor = try core.openCursor(over: table, canDelete: true)
    defer { cursor.close() }
    return try body(&cursor)
  }

  private func store(
    _ table: Table,
    _ key: Span<UInt8>,
    _ value: Span<UInt8>,
    appending: Bool
  ) throws(StoreError) -> Bool {
    try core.check(table, key)
    guard value.count <= Table.maximumValueBytes else {
      throw StoreError(
        .tooLarge,
        "A value of \(value.count) bytes is above \(Table.maximumValueBytes).",
        hints: ["Cut it into pieces."]
      )
    }
    do {
      let isStored = try core.handle.put(table.number, key, value, appending: appending)
      if isStored { core.record?.store(table, key, value, appending: appending) }
      return isStored
    } catch {
      throw core.failed(error)
    }
  }
}
