internal import EventLog
internal import StoreErrors

/// What the writer must know of the log's head: the latest state of the records whose events the
/// views may not show yet.
///
/// Everything else the views have.
///
/// The times in these states are not the commits' times; nobody reads them here.
struct HeadState {
  /// The log up to here is taken in.
  private(set) var head: LogHead
  /// Records without events after this revision are not kept here: views that show it have them.
  let base: Revision
  private(set) var catalog: Catalog
  private(set) var records: [RecordKey: RecordState] = [:]
  /// Who holds a unique value; nil for one that was given up.
  private(set) var uniques: [[UInt8]: ExactString?] = [:]
  /// Whether a type was defined here: then the views must show it before the next group of writes.
  private(set) var hasNewDefinition = false

  /// What was there before the changes that the log has not confirmed.
  private var undo = Undo()

  private struct Undo {
    var records: [(key: RecordKey, state: RecordState?)] = []
    var uniques: [(key: [UInt8], holder: ExactString??)] = []
    var catalog: Catalog?
  }

  /// Begins where the views stand.
  init(at applied: ViewStore.Applied, catalog: Catalog) {
    self.catalog = catalog
    base = applied.revision
    head = LogHead(
      revision: applied.revision,
      time: .distantPast,
      eventCount: applied.eventCount,
      chain: applied.chain
    )
  }

  /// Takes in what the log has beyond, which must define no type: the views must show that first.
  ///
  /// - Parameter load: finds a record in the views.
  mutating func advance(
    to head: LogHead,
    of log: any EventLog,
    load: (RecordKey) throws -> RecordState?
  ) throws {
    guard head.revision > self.head.revision else { return }
    try catalog.update(from: log, to: head.revision)
    try log.scan(self.head.revision.next...head.revision) { header, position, bytes in
      guard let event = try StoredEvent.Head(bytes) else { return true }
      let key = try event.key(in: bytes)
      let before = try records[key] ?? load(key) ?? RecordState()
      var after = before
      try after.apply(event, bytes, at: position, time: header.time)
      try set([key: (before, after)])
      return true
    }
    confirm(head)
  }

  /// Notes a record's new state; `cancel` takes it back.
  mutating func set(_ key: RecordKey, to after: RecordState) {
    undo.records.append((key, records.updateValue(after, forKey: key)))
  }

  /// Notes the records of a commit, and who holds their unique values; `cancel` takes it back.
  mutating func set(_ changes: [RecordKey: (before: RecordState, after: RecordState)]) throws {
    var taken: [(unique: [UInt8], id: ExactString)] = []
    for (key, change) in changes {
      set(key, to: change.after)
      guard let definition = catalog.versions(of: key.type).last?.definition,
        !definition.uniqueFields.isEmpty
      else { continue }
      let given = try RecordIndexes.uniques(of: change.before, under: definition)
      for unique in given { set(unique: unique, to: nil) }
      taken += try RecordIndexes.uniques(of: change.after, under: definition).map { ($0, key.id) }
    }
    // All are given up before one is taken: a value may pass from record to record.
    for (unique, id) in taken { set(unique: unique, to: id) }
  }

  /// Notes who holds a unique value, nil for nobody; `cancel` takes it back.
  mutating func set(unique: [UInt8], to id: ExactString?) {
    undo.uniques.append((unique, uniques.updateValue(id, forKey: unique)))
  }

  /// Notes new definitions; `cancel` takes them back.
  mutating func set(_ catalog: Catalog) {
    if undo.catalog == nil { undo.catalog = self.catalog }
    self.catalog = catalog
    hasNewDefinition = true
  }

  /// Makes the noted changes final: the log has them.
  mutating func confirm(_ head: LogHead) {
    self.head = head
    undo = Undo()
  }

  /// Takes the noted changes back: the log refused them.
  mutating func cancel() {
    for (key, state) in undo.records.reversed() { records[key] = state }
    for (key, holder) in undo.uniques.reversed() { uniques[key] = holder }
    if let catalog = undo.catalog { self.catalog = catalog }
    undo = Undo()
  }
}
