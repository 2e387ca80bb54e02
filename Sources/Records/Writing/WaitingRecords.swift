internal import EventLog

/// The latest states of records, as far as the writer knows them; what is set can be taken back.
struct WaitingRecords: Sendable {
  /// A change that can be taken back.
  private struct Step {
    let table: Int
    let record: Int
    /// Nil where the record was not there.
    let before: RecordState?
  }

  /// By type, in the order in which the types came: few are written to at once.
  private var types: [UInt32] = []
  private var tables: [StateTable] = []
  private var steps: [Step] = []

  /// How many records there are.
  var count: Int { tables.reduce(0) { $0 + $1.count } }

  /// A record's state; nil where it is not known here.
  func state(of key: RecordKey) -> RecordState? {
    guard let table = types.firstIndex(of: key.type) else { return nil }
    let id = key.id.text.utf8Span.span
    return tables[table].find(id, hash: StateTable.hash(id)).map { tables[table].state($0) }
  }

  /// Whether a record's state is known here.
  func contains(_ key: RecordKey) -> Bool {
    guard let table = types.firstIndex(of: key.type) else { return false }
    let id = key.id.text.utf8Span.span
    return tables[table].find(id, hash: StateTable.hash(id)) != nil
  }

  /// Sets a record's state.
  mutating func set(_ key: RecordKey, to state: RecordState) {
    let table = table(of: key.type)
    let id = key.id.text.utf8Span.span
    let hash = StateTable.hash(id)
    if let record = tables[table].find(id, hash: hash) {
      let before = tables[table].exchange(record, with: state)
      steps.append(Step(table: table, record: record, before: before))
    } else {
      let record = tables[table].add(id, hash: hash, state)
      steps.append(Step(table: table, record: record, before: nil))
    }
  }

  private mutating func table(of type: UInt32) -> Int {
    if let known = types.firstIndex(of: type) { return known }
    types.append(type)
    tables.append(StateTable())
    return types.count - 1
  }

  /// What was set so far, for `takeBack`.
  var mark: Int { steps.count }

  /// Takes back what was set since a mark was taken.
  mutating func takeBack(to mark: Int) {
    while steps.count > mark {
      let step = steps.removeLast()
      if let before = step.before {
        _ = tables[step.table].exchange(step.record, with: before)
      } else {
        // It was added last: what came after it is taken back already.
        tables[step.table].removeLast()
      }
    }
  }

  /// Makes what was set final.
  mutating func confirm() { steps.removeAll(keepingCapacity: steps.count < Self.keptSteps) }

  /// The memory of a large commit is given back.
  private static let keptSteps = 1024

  /// The records with events after a revision.
  func changed(after revision: Revision) -> WaitingRecords {
    var changed = WaitingRecords()
    changed.types = types
    changed.tables = tables.map { table in
      var kept = StateTable()
      for record in 0..<table.count where table.state(record).position.revision > revision {
        let id = table.id(record)
        kept.add(id, hash: StateTable.hash(id), table.state(record))
      }
      return kept
    }
    return changed
  }

  /// Hands out the ids of a type's records.
  ///
  /// - Parameter revision: leaves out those without an event after it; nil for none.
  func forEachID(
    ofType type: UInt32,
    changedAfter revision: Revision? = nil,
    _ body: (Span<UInt8>) throws -> Void
  ) rethrows {
    guard let place = types.firstIndex(of: type) else { return }
    let table = tables[place]
    for record in 0..<table.count {
      if let revision, table.state(record).position.revision <= revision { continue }
      try body(table.id(record))
    }
  }
}
