internal import OrderedBytes

/// Puts records into an order; where only the first are wanted, it keeps no more than about twice as many.
struct Sorter {
  private let order: SortOrder
  private let after: [UInt8]?
  private let bound: Int?
  private var records: [(key: [UInt8], record: StoredRecord)] = []

  init(_ order: SortOrder, after: [UInt8]?, bound: Int?) {
    self.order = order
    self.after = after
    self.bound = bound
  }

  mutating func add(_ record: StoredRecord) {
    let key = order.key(of: record)
    if let after, !after.lexicographicallyPrecedes(key) { return }
    records.append((key, record))
    if let bound, records.count > 1024, records.count / 2 >= bound {
      sort()
      records.removeSubrange(min(bound, records.count)...)
    }
  }

  /// Hands out the records in order until `emit` wants no more.
  mutating func finish(_ emit: (StoredRecord) throws -> Bool) throws {
    sort()
    for (_, record) in records {
      if try !emit(record) { return }
    }
  }

  private mutating func sort() { records.sort { ByteOrder.precedes($0.key, $1.key) } }
}
