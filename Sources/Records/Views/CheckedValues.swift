internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

// LMDB has no checksums. Each value of the views ends with one over its key and itself, so that a flipped bit in
// either makes the views damaged once the entry is read, and no answer wrong. Only a search for the key as it was
// does not meet an entry whose key is another. Where much hangs on an absence, as a record's first event does, the
// entries beside the place are checked; elsewhere a verification finds what is missing.

/// The checksum at the end of a value: the low half of its XXH3, seeded with the key's.
private func checksum(of value: Span<UInt8>, under key: Span<UInt8>) -> UInt32 {
  UInt32(truncatingIfNeeded: Checksum.of(value, seed: Checksum.of(key)))
}

/// How many bytes the checksum has.
private let checksumBytes = 4

/// A value without its checksum, once that is found right.
@_lifetime(copy value)
func checked(_ value: Span<UInt8>, under key: Span<UInt8>) throws -> Span<UInt8> {
  let count = value.count - checksumBytes
  guard count >= 0 else { throw ByteReader.damaged("a value of the views is too short") }
  let content = value.extracting(first: count)
  var reader = ByteReader(value, at: count)
  guard try reader.fixed32() == checksum(of: content, under: key) else {
    throw ByteReader.damaged("a value of the views is not what was written")
  }
  return content
}

extension ReadableTransaction where Self: ~Copyable {
  /// Lends the value of a key, as `withValue` does, once its checksum is found right.
  func withChecked<R>(
    of table: Table,
    _ key: Span<UInt8>,
    _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    try withValue(of: table, key) { try body(checked($0, under: key)) }
  }

  /// The same with a key that is an array.
  func withChecked<R>(
    of table: Table,
    _ key: [UInt8],
    _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    try withChecked(of: table, key.span, body)
  }
}

extension ReadableTransaction where Self: ~Copyable {
  /// Lends the value of a key, as `withChecked` does; that it is not there is believed only if both entries beside its
  /// place are right, since one of them might be the one, with a flipped bit in its key.
  func withProven<R>(
    of table: Table,
    _ key: [UInt8],
    _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    if let found = try withChecked(of: table, key, body) { return found }
    try withCursor(over: table) { try $0.proveAbsence(of: key) }
    return nil
  }
}

extension Cursor {
  /// Does what `withProven` does with a table that the cursor walks: many keys cost no cursor each.
  mutating func withProven<R>(_ key: [UInt8], _ body: (Span<UInt8>) throws -> R) throws -> R? {
    if try seek(atOrAfter: key) {
      let found = try withChecked { found, value in
        ByteOrder.compare(found, key.span) == 0 ? try body(value) : nil
      }
      if let found { return found }
    }
    try checkPrevious()
    return nil
  }

  /// Checks the entries between which a key would stand.
  fileprivate mutating func proveAbsence(of key: [UInt8]) throws {
    if try seek(atOrAfter: key) { try withChecked { _, _ in } }
    try checkPrevious()
  }

  private mutating func checkPrevious() throws {
    // From behind the last entry this leads to the last.
    if try previous() { try withChecked { _, _ in } }
  }

  /// Lends the key and value under the cursor, as `withEntry` does, once the value's checksum is found right.
  func withChecked<R>(_ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> R) throws -> R {
    try withEntry { key, value in try body(key, checked(value, under: key)) }
  }
}

extension WriteTransaction {
  /// Stores a value with its checksum, which is added to the writer.
  mutating func putChecked(
    _ table: Table,
    _ key: Span<UInt8>,
    _ value: inout ByteWriter
  ) throws(StoreError) {
    value.appendFixed(checksum(of: value.bytes.span, under: key))
    try put(table, key, value.bytes.span)
  }
}
