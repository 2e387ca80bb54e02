package import EventLog
package import PageStore

extension ViewStore {
  /// Where an event of a record stands in the log.
  package func position(
    ofVersion version: UInt64,
    of key: RecordKey,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> EventPosition? {
    try transaction.withValue(of: tables.history, ViewKeys.history(key, version: version)) {
      value in
      var reader = ByteReader(value)
      let revision = Revision(try reader.varint())
      return EventPosition(revision, UInt32(clamping: try reader.varint()))
    }
  }

  /// The last version that a record had reached at a revision, found by halving; 0 where it had none.
  ///
  /// - Parameter count: how many versions the record has.
  package func version(
    of key: RecordKey,
    at revision: Revision,
    among count: UInt64,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> UInt64 {
    var known: UInt64 = 0
    var beyond = count + 1
    while beyond - known > 1 {
      let middle = known + (beyond - known) / 2
      guard let position = try position(ofVersion: middle, of: key, in: transaction) else {
        throw ByteReader.damaged("version \(middle) of '\(key.id)' is missing in the views")
      }
      if position.revision <= revision { known = middle } else { beyond = middle }
    }
    return known
  }

  /// Who holds a unique value.
  ///
  /// - Parameter unique: its key, `ViewKeys.unique`.
  func holder(
    of unique: [UInt8],
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> ExactString? {
    try transaction.withValue(of: tables.uniques, unique) {
      ExactString(try ByteReader.text($0))
    }
  }
}
