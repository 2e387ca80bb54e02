internal import EventLog
internal import PageStore

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
  /// Whether a type was defined since: then the views must show it before the next write.
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

  /// Takes in what the log has beyond.
  ///
  /// - Parameter load: finds a record in the views.
  mutating func advance(
    to head: LogHead,
    of log: any EventLog,
    load: (RecordKey) throws -> RecordState?
  ) throws {
    guard head.revision > self.head.revision else { return }
    let known = catalog.types.map(\.count)
    try catalog.update(from: log, to: head.revision)
    if catalog.types.map(\.count) != known { hasNewDefinition = true }
    try log.scan(self.head.revision.next...head.revision) { header, position, bytes in
      guard let event = try StoredEvent(bytes) else { return true }
      let key = RecordKey(event.type, event.id)
      let before = try records[key] ?? load(key) ?? RecordState()
      var after = before
      try after.apply(event, at: position, time: header.time)
      set(key, from: before, to: after)
      return true
    }
    confirm(head)
  }

  /// Notes a record's new state; `cancel` takes it back.
  mutating func set(_ key: RecordKey, from before: RecordState, to after: RecordState) {
    undo.records.append((key, records.updateValue(after, forKey: key)))
    guard let definition = catalog.versions(of: key.type).last?.definition,
      !definition.uniqueFields.isEmpty
    else { return }
    let given = RecordIndexes.uniques(of: before, under: definition)
    let taken = RecordIndexes.uniques(of: after, under: definition)
    guard given != taken else { return }
    for unique in given { set(unique: unique, to: nil) }
    for unique in taken { set(unique: unique, to: key.id) }
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
