internal import OrderedBytes
internal import EventLog
internal import PageStore

/// A run of commits on its way into the views: folded in memory first, so that the trees are changed in the
/// order of their keys and each page once.
struct CatchUpBatch {
  /// One record that the batch touches.
  ///
  /// A class, so that sorting moves no states and folding copies none.
  private final class Touched {
    let before: RecordState
    var after: RecordState

    init(_ state: RecordState) {
      before = state
      after = state
    }
  }

  /// The definitions at the beginning of the batch.
  private let before: Catalog
  /// The definitions so far.
  private(set) var catalog: Catalog
  private var records: [RecordKey: Touched] = [:]
  private var history: [(key: [UInt8], value: [UInt8])] = []
  private var redefined: Set<UInt32> = []

  /// The last commit taken in.
  private(set) var last: CommitHeader?
  /// How many events were taken in.
  private(set) var eventCount = 0

  init(_ catalog: Catalog) {
    before = catalog
    self.catalog = catalog
  }

  /// Takes in the next event of the log.
  ///
  /// - Parameter load: finds a record's state in the views.
  mutating func take(
    _ header: CommitHeader,
    _ position: EventPosition,
    _ bytes: Span<UInt8>,
    load: (RecordKey) throws -> RecordState?
  ) throws {
    last = header
    eventCount += 1
    guard let event = try StoredEvent(bytes) else {
      guard let definition = try TypeDefinition(bytes) else { return }
      try catalog.add(definition, at: position)
      redefined.insert(definition.number)
      return
    }
    let key = RecordKey(event.type, event.id)
    let record: Touched
    if let known = records[key] {
      record = known
    } else {
      // A first event has nothing before it: no need to look.
      record = Touched(event.version == 1 ? RecordState() : try load(key) ?? RecordState())
      records[key] = record
    }
    try record.after.apply(event, at: position, time: header.time)
    history.append(ViewStore.historyEntry(of: key, version: event.version, at: position))
  }

  /// Writes everything, table by table, each in the order of its keys.
  mutating func write(to views: ViewStore, in transaction: inout WriteTransaction) throws {
    let touched = Array(records)
    let states = touched.map { (key: ViewKeys.record($0.key), record: $0.value) }
    for (key, record) in KeySort.sorted(states, by: \.key) {
      try transaction.put(views.tables.records, key, record.after.bytes)
    }
    for (key, value) in KeySort.sorted(history, by: \.key) {
      try transaction.put(views.tables.history, key, value)
    }
    try writeIndexes(of: touched, to: views, in: &transaction)
    try writeCounts(of: touched, to: views, in: &transaction)
    for type in redefined.sorted() {
      guard let definition = catalog.versions(of: type).last?.definition else { continue }
      try views.reindex(definition, in: &transaction)
    }
  }

  private func writeIndexes(
    of touched: [(key: RecordKey, value: Touched)],
    to views: ViewStore,
    in transaction: inout WriteTransaction
  ) throws {
    var entries: [(key: [UInt8], value: [UInt8]?)] = []
    var uniques: [(key: [UInt8], value: [UInt8]?)] = []
    for (key, record) in touched where !redefined.contains(key.type) {
      guard let definition = before.versions(of: key.type).last?.definition else { continue }
      if !RecordIndexes.areSame(record.before, record.after, under: definition) {
        let old = RecordIndexes.entries(of: record.before, key.id, under: definition)
        let new = RecordIndexes.entries(of: record.after, key.id, under: definition)
        // View by view: only a creation or a deletion leaves one side empty.
        for index in 0..<max(old.count, new.count) {
          let was = index < old.count ? old[index] : nil
          let becomes = index < new.count ? new[index] : nil
          guard was?.full != becomes?.full else { continue }
          if let was { entries.append((was.stored, nil)) }
          if let becomes { entries.append((becomes.stored, becomes.value)) }
        }
      }
      guard !definition.uniqueFields.isEmpty else { continue }
      let given = RecordIndexes.uniques(of: record.before, under: definition)
      let taken = RecordIndexes.uniques(of: record.after, under: definition)
      guard given != taken else { continue }
      for unique in given { uniques.append((unique, nil)) }
      for unique in taken { uniques.append((unique, Array(key.id.text.utf8))) }
    }
    // No entry is both removed and inserted. A unique value may be, as it passes from one record to another: all
    // removals come first.
    try Self.write(entries, to: views.tables.entries, in: &transaction)
    try Self.write(uniques.filter { $0.value == nil }, to: views.tables.uniques, in: &transaction)
    try Self.write(uniques.filter { $0.value != nil }, to: views.tables.uniques, in: &transaction)
  }

  /// Puts values and removes keys without one, in the order of keys.
  private static func write(
    _ changes: [(key: [UInt8], value: [UInt8]?)],
    to table: Table,
    in transaction: inout WriteTransaction
  ) throws {
    for (key, value) in KeySort.sorted(changes, by: \.key) {
      if let value {
        try transaction.put(table, key, value)
      } else {
        _ = try transaction.delete(table, key)
      }
    }
  }

  private func writeCounts(
    of touched: [(key: RecordKey, value: Touched)],
    to views: ViewStore,
    in transaction: inout WriteTransaction
  ) throws {
    var changes: [UInt32: Int64] = [:]
    for (key, record) in touched {
      changes[key.type, default: 0] +=
        (record.after.isAlive ? 1 : 0) - (record.before.isAlive ? 1 : 0)
    }
    for (type, change) in changes.sorted(by: { $0.key < $1.key }) where change != 0 {
      try views.addToCount(change, of: type, in: &transaction)
    }
  }
}
