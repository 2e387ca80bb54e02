internal import EventLog
internal import PageStore
internal import StoreErrors

extension ViewStore {
  /// Hands out the living records of a view whose full keys begin alike, in the order of these keys.
  ///
  /// - Parameters:
  ///   - prefix: what the keys begin with.
  ///   - revision: what the views show in the transaction.
  ///   - body: gets each record, and its full key where it asks for it.
  func forEachListed(
    behind prefix: [UInt8],
    under definition: TypeDefinition,
    at revision: Revision,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (_ record: StoredRecord, _ key: () -> [UInt8]) throws -> Bool
  ) throws {
    let known = lists.find(prefix, at: revision, under: definition)
    if let known {
      for place in known.records.indices {
        guard try body(known.records[place], { known.keys[place] }) else { return }
      }
      if known.isWhole { return }
    }
    var list = known.map { KeptList(continuing: $0) } ?? KeptList(under: definition)
    let last = list.keys.last
    var goesOn = true
    try forEachEntry(from: last ?? prefix, through: prefix, in: transaction) { entry in
      if entry.full == last { return true }
      let record = try listed(entry, under: definition, in: transaction)
      list.add(record, entry.full)
      goesOn = try body(record) { entry.full }
      return goesOn
    }
    if goesOn { list.finish() }
    if !environment.isUnlocked { lists.keep(list, prefix, at: revision) }
  }

  /// The living record that an entry names.
  ///
  /// The list is kept as a whole, so that its records need no place among those that were read one by one.
  ///
  /// - Throws: `damaged` where there is none.
  private func listed(
    _ entry: EntryKey,
    under definition: TypeDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> StoredRecord {
    let key = RecordKey(definition.number, entry.id)
    guard let record = try readRecord(of: key, under: definition, in: transaction) else {
      throw StoreError(.damaged, "a view names '\(entry.id)', which is not there")
    }
    return record
  }
}
