internal import EventLog
internal import OrderedBytes
internal import PageStore

extension ViewStore {
  /// Makes a type's view entries and unique values anew, from the records, after its definition changed.
  ///
  /// - Parameters:
  ///   - revision: the commit that changed it; until then the past keeps what the earlier definition gave.
  ///   - progress: told how many of the type's records are done.
  /// - Complexity: O(n log n) and memory for the keys of the type's n records.
  func reindex(
    _ definition: TypeDefinition,
    at revision: Revision,
    in transaction: inout WriteTransaction,
    _ progress: Progress?
  ) throws {
    var change = Reindexing()
    try change.takeOld(of: definition.number, in: self, transaction)
    try change.takeNew(of: definition, in: self, transaction, progress)
    let prefix = ViewKeys.count(of: definition.number)
    try transaction.removeAll(in: tables.entries, withPrefix: prefix)
    try transaction.removeAll(in: tables.uniques, withPrefix: prefix)
    try write(change.entries, change.uniques, in: &transaction)
    try change.writePast(of: definition.number, at: revision, in: self, &transaction)
  }
}

/// A type's entries before and after a change of its definition.
private struct Reindexing {
  private(set) var entries = KeyedChanges()
  private(set) var uniques = KeyedChanges()
  /// All keys, the old before the new.
  private var keys = FlatKeys()
  private var oldCount = 0
  /// Where in each new key the id begins.
  private var idOffsets: [Int] = []

  mutating func takeOld(
    of type: UInt32,
    in views: ViewStore,
    _ transaction: borrowing WriteTransaction
  ) throws {
    let prefix = ViewKeys.count(of: type)
    try views.forEachEntry(from: prefix, through: prefix, in: transaction) { entry in
      keys.append { $0.append(raw: entry.full) }
      return true
    }
    oldCount = keys.count
  }

  mutating func takeNew(
    of definition: TypeDefinition,
    in views: ViewStore,
    _ transaction: borrowing WriteTransaction,
    _ progress: Progress?
  ) throws {
    var placement = Placement()
    let total = try views.count(of: definition.number, in: transaction)
    var done: UInt64 = 0
    try views.forEachRecord(ofType: definition.number, in: transaction) { id, state in
      if state.isAlive { done += 1 }
      if done % 1024 == 0 { progress?(done, total) }
      let bytes = Array(id.text.utf8)
      try placement.set(state, bytes.span, under: definition)
      for index in placement.idOffsets.indices {
        entries.put(placement.keys[index], bytes.span)
        keys.append { $0.append(raw: placement.keys[index]) }
        idOffsets.append(placement.idOffsets[index])
      }
      for unique in try RecordIndexes.uniques(of: state, under: definition) {
        uniques.put(unique.span, bytes.span)
      }
      return true
    }
  }

  /// Ends what is no more, and begins what is new; what stays goes on.
  func writePast(
    of type: UInt32,
    at revision: Revision,
    in views: ViewStore,
    _ transaction: inout WriteTransaction
  ) throws {
    var changes: [UInt32: PastChanges] = [:]
    let order = keys.order()
    var next = 0
    while next < order.count {
      let index = order[next]
      next += 1
      if next < order.count, ByteOrder.compare(keys[index], keys[order[next]]) == 0 {
        // Both old and new.
        next += 1
        continue
      }
      var reader = ByteReader(keys[index], at: 4)
      let view = try reader.fixed32()
      let isNew = index >= oldCount
      changes[view, default: PastChanges()].append(
        keys[index],
        mark: isNew ? UInt32(idOffsets[index - oldCount]) : 0,
        at: revision,
        isInsertion: isNew
      )
    }
    for (view, changes) in changes.sorted(by: { $0.key < $1.key }) {
      try views.past.apply(changes, to: PastOfType.index(ofView: view, of: type), in: &transaction)
    }
  }
}
