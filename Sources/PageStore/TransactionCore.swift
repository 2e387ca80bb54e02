internal import StoreErrors

/// What read and write transactions share: LMDB's handle, and how a failure becomes an error.
///
/// Opaque outside this module. Read transactions are reused, and this with them, so that beginning one
/// allocates nothing.
public final class TransactionCore {
  let environment: Environment
  let environmentNumber: UInt64
  let handle: TransactionHandle
  let isWriting: Bool
  /// The first failure in a write.
  ///
  /// LMDB ends such a transaction for good: every later call, commit included, only says
  /// `MDB_BAD_TXN`, so that this one is what there is to tell.
  private(set) var firstFailure: CallFailure?
  /// What a write has done so far, where a journal may keep it.
  var record: RedoRecord?

  init(_ environment: Environment, _ handle: TransactionHandle, isWriting: Bool) {
    self.environment = environment
    environmentNumber = environment.number
    self.handle = handle
    self.isWriting = isWriting
  }

  /// Finds a value.
  @usableFromInline
  func bytes(of table: Table, _ key: Span<UInt8>) throws(StoreError) -> StoredBytes? {
    try check(table, key)
    do {
      return try handle.value(table.number, key)
    } catch {
      throw failed(error)
    }
  }

  /// Opens a cursor, to be closed before the transaction ends.
  @usableFromInline
  func openCursor(over table: Table, canDelete: Bool) throws(StoreError) -> Cursor {
    try check(table)
    do {
      return Cursor(try handle.cursor(table.number), in: self, canDelete: canDelete)
    } catch {
      throw failed(error)
    }
  }

  /// Says that a write does what a journal cannot keep.
  @usableFromInline
  func recordNoMore() { record?.giveUp() }

  /// Refuses a table of another environment.
  func check(_ table: Table) throws(StoreError) {
    guard table.environment == environmentNumber else {
      throw StoreError(
        .misuse,
        "Table '\(table.name)' belongs to another store than '\(environment.path)'.",
        hints: ["Ask this store for its own table."]
      )
    }
  }

  /// Refuses a table of another environment, and a key no table can hold.
  func check(_ table: Table, _ key: Span<UInt8>) throws(StoreError) {
    try check(table)
    try check(key)
  }

  /// Refuses a key that no table can hold.
  func check(_ key: Span<UInt8>) throws(StoreError) {
    if (1...Table.maximumKeyBytes).contains(key.count) { return }
    throw StoreError(
      .tooLarge,
      "A key of \(key.count) bytes cannot be stored: 1 to \(Table.maximumKeyBytes) can.",
      hints: ["Use a shorter key, or a digest of it."]
    )
  }

  /// Turns a failure into the error to throw, and remembers the first one of a write.
  func failed(_ failure: CallFailure) -> StoreError {
    if isWriting, firstFailure == nil { firstFailure = failure }
    return environment.error(firstFailure ?? failure, while: isWriting ? .writing : .reading)
  }
}
