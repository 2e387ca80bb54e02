public import StoreErrors

/// Walks the entries of a table in the order of their keys' bytes.
///
/// It stands on an entry, before the first, after the last, or, at the start, nowhere. From nowhere and
/// from before the first, `next` goes to the first; from nowhere and from after the last, `previous`
/// goes to the last. So `previous` after a `seek(atOrAfter:)` that found nothing lands on the last
/// entry. A step costs what LMDB's own does and allocates nothing.
public struct Cursor: ~Copyable {
  private enum Place { case nowhere, beforeFirst, onEntry, onDeleted, afterLast }

  private let handle: CursorHandle
  private let core: TransactionCore
  private let canDelete: Bool
  private var place = Place.nowhere
  @usableFromInline var entry: StoredEntry?

  init(_ handle: CursorHandle, in core: TransactionCore, canDelete: Bool) {
    self.handle = handle
    self.core = core
    self.canDelete = canDelete
  }

  @usableFromInline
  func close() { handle.close() }

  /// Goes to the first entry; false if the table is empty.
  public mutating func first() throws(StoreError) -> Bool {
    try move(.first, otherwise: .afterLast)
  }

  /// Goes to the last entry; false if the table is empty.
  public mutating func last() throws(StoreError) -> Bool {
    try move(.last, otherwise: .beforeFirst)
  }

  /// Goes to the next entry; false if there is none, and then the cursor stands after the last.
  public mutating func next() throws(StoreError) -> Bool {
    switch place {
    case .onEntry, .onDeleted: try move(.next, otherwise: .afterLast)
    case .nowhere, .beforeFirst: try move(.first, otherwise: .afterLast)
    case .afterLast: false
    }
  }

  /// Goes to the previous entry; false if there is none, and then the cursor stands before the first.
  public mutating func previous() throws(StoreError) -> Bool {
    switch place {
    case .onEntry, .onDeleted: try move(.previous, otherwise: .beforeFirst)
    case .nowhere, .afterLast: try move(.last, otherwise: .beforeFirst)
    case .beforeFirst: false
    }
  }

  /// Goes to the entry of this key or else to the next one above; false if there is none, and then
  /// the cursor stands after the last.
  ///
  /// A key not of 1 to 511 bytes is `tooLarge`.
  public mutating func seek(atOrAfter key: [UInt8]) throws(StoreError) -> Bool {
    try seek(atOrAfter: key.span)
  }

  /// Goes to the entry of this key, which is lent, or else to the next one above, as the other `seek` does.
  public mutating func seek(atOrAfter key: Span<UInt8>) throws(StoreError) -> Bool {
    try core.check(key)
    do {
      return arrive(at: try handle.seek(atOrAfter: key), otherwise: .afterLast)
    } catch {
      throw core.failed(error)
    }
  }

  /// Goes to the last entry below this key; false if there is none, and then the cursor stands
  /// before the first.
  ///
  /// A key not of 1 to 511 bytes is `tooLarge`.
  public mutating func seek(before key: [UInt8]) throws(StoreError) -> Bool {
    _ = try seek(atOrAfter: key)
    return try previous()
  }

  /// Lends the key and value of the entry under the cursor.
  ///
  /// - Throws: `misuse` if it stands on none, and what the closure throws.
  @inlinable
  public func withEntry<R>(
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> R
  ) throws -> R {
    guard let entry else { throw StoreError.cursorOnNoEntry }
    return try entry.key.withSpan { key in try entry.value.withSpan { try body(key, $0) } }
  }

  /// Deletes the entry under the cursor; `next` then goes to the one that followed it, `previous` to
  /// the one before.
  ///
  /// - Throws: `misuse` if it stands on none or does not come from `withWritableCursor`; otherwise as
  ///   `WriteTransaction.put`.
  public mutating func delete() throws(StoreError) {
    guard canDelete else {
      throw StoreError(
        .misuse,
        "A cursor for reading cannot delete.",
        hints: ["Use withWritableCursor."]
      )
    }
    guard entry != nil else { throw .cursorOnNoEntry }
    entry = nil
    place = .onDeleted
    do {
      try handle.delete()
    } catch {
      throw core.failed(error)
    }
  }

  private mutating func move(
    _ move: CursorHandle.Move,
    otherwise: Place
  ) throws(StoreError) -> Bool {
    do {
      return arrive(at: try handle.move(move), otherwise: otherwise)
    } catch {
      entry = nil
      throw core.failed(error)
    }
  }

  private mutating func arrive(at entry: StoredEntry?, otherwise: Place) -> Bool {
    self.entry = entry
    place = entry == nil ? otherwise : .onEntry
    return entry != nil
  }
}

extension StoreError {
  @usableFromInline static var cursorOnNoEntry: StoreError {
    StoreError(
      .misuse,
      "The cursor stands on no entry.",
      hints: ["Move it first, and look at what the move returns."]
    )
  }
}
