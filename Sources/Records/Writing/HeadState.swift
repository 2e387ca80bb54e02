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
  /// Records without events after this revision need not be kept here: views that show it have them.
  private(set) var base: Revision
  private(set) var catalog: Catalog
  private(set) var records = WaitingRecords()
  private var holders: [[UInt8]: Holder] = [:]

  /// Who holds a unique value since some revision; nil for one that was given up.
  private struct Holder {
    let id: ExactString?
    let since: Revision
  }

  /// Whether a type was defined here: then the views must show it before the next group of writes.
  private(set) var hasNewDefinition = false

  /// What was there before the changes that the log has not confirmed.
  private var undo = Undo()

  private struct Undo {
    var holders: [(unique: [UInt8], holder: Holder?)] = []
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
      let before = try records.state(of: key) ?? load(key) ?? RecordState()
      var after = before
      try after.apply(event, bytes, at: position, time: header.time)
      try set([key: (before, after)])
      return true
    }
    confirm(head)
  }

  /// Who holds a unique value, as far as it is known here: `.some(nil)` where nobody does.
  func holder(of unique: [UInt8]) -> ExactString?? { holders[unique].map(\.id) }

  /// Lets go of what views that show a revision have, once it has become much.
  mutating func leave(toViewsAt applied: Revision) {
    guard applied > base, records.count + holders.count > Self.mostKept else { return }
    records = records.changed(after: applied)
    holders = holders.filter { $0.value.since > applied }
    base = applied
  }

  /// What was read or written lately is often wanted again, so that so much is kept beyond what waits for the views.
  private static let mostKept = 20_000

  /// Notes a record's new state; `cancel` takes it back.
  mutating func set(_ key: RecordKey, to after: RecordState) {
    records.set(key, to: after)
  }

  /// Takes back what became of records since a mark of them was taken.
  mutating func takeBack(to mark: Int) { records.takeBack(to: mark) }

  /// Notes the records of a commit, and who holds their unique values; `cancel` takes it back.
  mutating func set(_ changes: [RecordKey: (before: RecordState, after: RecordState)]) throws {
    var taken: [(unique: [UInt8], id: ExactString, since: Revision)] = []
    for (key, change) in changes {
      set(key, to: change.after)
      guard let definition = catalog.versions(of: key.type).last?.definition,
        !definition.uniqueFields.isEmpty
      else { continue }
      let given = try RecordIndexes.uniques(of: change.before, under: definition)
      let since = change.after.position.revision
      for unique in given { set(unique: unique, to: nil, since: since) }
      taken += try RecordIndexes.uniques(of: change.after, under: definition)
        .map { ($0, key.id, since) }
    }
    // All are given up before one is taken: a value may pass from record to record.
    for (unique, id, since) in taken { set(unique: unique, to: id, since: since) }
  }

  /// Notes who holds a unique value, nil for nobody; `cancel` takes it back.
  ///
  /// - Parameter since: the revision from which on that is so, or a later one.
  mutating func set(unique: [UInt8], to id: ExactString?, since: Revision) {
    let holder = Holder(id: id, since: since)
    undo.holders.append((unique, holders.updateValue(holder, forKey: unique)))
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
    records.confirm()
    undo = Undo()
  }

  /// Takes the noted changes back: the log refused them.
  mutating func cancel() {
    records.takeBack(to: 0)
    for (unique, holder) in undo.holders.reversed() { holders[unique] = holder }
    if let catalog = undo.catalog { self.catalog = catalog }
    undo = Undo()
  }
}
