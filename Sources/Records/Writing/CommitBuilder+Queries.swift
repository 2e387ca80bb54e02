internal import ByteCoding
internal import EventLog
internal import OrderedBytes
internal import PageStore
internal import StoreErrors

// Queries within a commit: what the views show, and in its place what was changed since.

extension CommitBuilder {
  /// Hands out a query's answer in its order, whatever its limit and offset.
  ///
  /// - Parameters:
  ///   - bound: how many records are wanted at most; nil for all.
  ///   - emit: gets each record; returns false when it wants no more.
  /// - Throws: `StoreError`: `usage` for an unknown type, field or view; `io`, `damaged`, `closed`; and what `emit`
  ///   throws.
  /// - Complexity: as outside of a commit, and O(records of the type that the views do not show yet). Where this very
  ///   commit, or one that shares its flush, changed the type's definition: O(records of the type).
  package func forEach(_ query: Query, bound: Int?, _ emit: (StoredRecord) throws -> Bool) throws {
    let definition = try catalog.require(query.type)
    let planner = try Planner(query, for: definition)
    if let ids = query.ids {
      let found = try Set(ids).compactMap { try record(query.type, $0) }
      return try planner.run(over: found, after: nil, bound: bound, emit)
    }
    let changed = try changedRecords(of: definition.number)
    let own = try changed.compactMap { try record(query.type, $0) }
    let isAnswered = try views.environment.read { transaction in
      let applied = try views.applied(in: transaction)
      let shown = head.catalog.definition(of: definition.number, at: applied.revision)
      guard let shown, shown.version == definition.version else { return false }
      let present = ViewsAtPoint(views, at: applied.revision, of: applied)
      let planner = try Planner(query, for: shown, over: present)
      var merge = Merge(planner, changed, own)
      // Of the first records in the views as many may be out of date.
      let bound = bound.map { $0.addingReportingOverflow(changed.count) }
      try planner.run(
        over: present,
        in: transaction,
        after: nil,
        bound: bound.flatMap { $0.overflow ? nil : $0.partialValue }
      ) { try merge.take($0, emit) }
      try merge.finish(emit)
      return true
    }
    if isAnswered { return }
    let all = try candidates(definition, nil).compactMap { try record(query.type, $0) }
    try planner.run(over: all, after: nil, bound: bound, emit)
  }

  /// The ids of a type's records that are not as the views show them, or need not be.
  private func changedRecords(of type: UInt32) throws -> Set<ExactString> {
    let shown = try views.environment.read { try views.applied(in: $0).revision }
    var ids: Set<ExactString> = []
    try head.records.forEachID(ofType: type, changedAfter: shown) {
      ids.insert(ExactString(try ByteReader.text($0)))
    }
    return ids
  }

  /// Puts records that were changed into the answer of the views, which may show them as they were.
  private struct Merge {
    private let order: SortOrder
    private let changed: Set<ExactString>
    /// Those of the changed records that belong into the answer, in its order.
    private let own: [(key: [UInt8], record: StoredRecord)]
    private var next = 0
    private var isStopped = false

    init(_ planner: Planner, _ changed: Set<ExactString>, _ own: [StoredRecord]) {
      let filter = Filter(planner.query.condition, for: planner.definition)
      let order = planner.order
      self.order = order
      self.changed = changed
      self.own = own.filter(filter.accepts).map { (order.key(of: $0), $0) }
        .sorted { ByteOrder.precedes($0.key, $1.key) }
    }

    /// Takes the next record of the views, and hands out what comes up to it.
    ///
    /// - Returns: whether more is wanted.
    mutating func take(_ record: StoredRecord, _ emit: (StoredRecord) throws -> Bool) throws -> Bool
    {
      if changed.contains(record.id) { return true }
      if next < own.count { try handOut(before: order.key(of: record), emit) }
      if !isStopped { isStopped = try !emit(record) }
      return !isStopped
    }

    /// Hands out what comes behind all records of the views.
    mutating func finish(_ emit: (StoredRecord) throws -> Bool) throws {
      try handOut(before: nil, emit)
    }

    private mutating func handOut(before key: [UInt8]?, _ emit: (StoredRecord) throws -> Bool)
      throws
    {
      while !isStopped, next < own.count, key.map({ ByteOrder.precedes(own[next].key, $0) }) ?? true
      {
        isStopped = try !emit(own[next].record)
        next += 1
      }
    }
  }
}
