internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

/// Entries to be put into a table and removed from it, written in the order of their keys.
struct KeyedChanges {
  private var keys = FlatKeys()
  /// For each key the record that is entered under it; nil where the entry is removed.
  private var ids: [Range<Int>?] = []
  private var idBytes: [UInt8] = []

  /// Whether there is nothing to change.
  var isEmpty: Bool { ids.isEmpty }

  /// Notes that an entry goes.
  mutating func remove(_ key: Span<UInt8>) {
    keys.append { $0.append(raw: key) }
    ids.append(nil)
  }

  /// Notes that a record is entered under a key.
  mutating func put(_ key: Span<UInt8>, _ id: Span<UInt8>) {
    keys.append { $0.append(raw: key) }
    ids.append(idBytes.count..<idBytes.count + id.count)
    idBytes.append(contentsOf: id)
  }

  /// Writes everything: all removals of a key come before it is put.
  func write(
    in transaction: inout WriteTransaction,
    remove: (Span<UInt8>, inout WriteTransaction) throws -> Void,
    put: (Span<UInt8>, _ id: Span<UInt8>, inout WriteTransaction) throws -> Void
  ) throws {
    let order = keys.order()
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, ByteOrder.compare(keys[order[end]], keys[order[start]]) == 0 {
        end += 1
      }
      for index in order[start..<end] where ids[index] == nil {
        try remove(keys[index], &transaction)
      }
      for index in order[start..<end] {
        guard let id = ids[index] else { continue }
        try put(keys[index], idBytes.span.extracting(id), &transaction)
      }
      start = end
    }
  }
}

extension ViewStore {
  /// Writes changes of the holders of unique values.
  func write(
    _ uniques: KeyedChanges,
    _ summaries: inout SummaryChanges,
    in transaction: inout WriteTransaction
  ) throws {
    let tables = tables
    var value = ByteWriter()
    // Records from elsewhere may share a value, of which one stands for all: what goes is what stood there.
    func takeOut(_ key: Span<UInt8>, _ transaction: borrowing WriteTransaction) throws {
      let known = try transaction.withChecked(of: tables.uniques, key) {
        ListSummary.digest(of: $0, under: key)
      }
      guard let known else { return }
      try summaries.change(ListKey.uniques(of: ListKey(key).type)) {
        $0.count -= 1
        $0.remove(known)
      }
    }
    try uniques.write(in: &transaction) { key, transaction in
      try takeOut(key, transaction)
      _ = try transaction.delete(tables.uniques, key)
    } put: { key, id, transaction in
      try takeOut(key, transaction)
      let entry = ListSummary.digest(of: id, under: key)
      try summaries.change(ListKey.uniques(of: ListKey(key).type)) {
        $0.count += 1
        $0.add(entry)
      }
      value.bytes.removeAll(keepingCapacity: true)
      value.append(id)
      try transaction.putChecked(tables.uniques, key, &value)
    }
  }
}
