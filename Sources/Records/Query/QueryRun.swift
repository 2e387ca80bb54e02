internal import PageStore
internal import StoreErrors

/// One run of a query: takes records from where the plan says, and hands them out in the query's order.
struct QueryRun {
  private let planner: Planner
  private let filter: Filter
  /// Where the page before ended.
  private let after: PageToken.Content?
  /// How many records are wanted at most, passed ones included; spares memory where all must be sorted.
  private let bound: Int?

  init(_ planner: Planner, after: PageToken.Content?, bound: Int?) {
    self.planner = planner
    self.after = after
    self.bound = bound
    filter = Filter(planner.needsFilter ? planner.query.condition : nil, for: planner.definition)
  }

  /// Runs over the views at a point.
  ///
  /// - Parameters:
  ///   - takeList: gets a list that begins with all records that are wanted, where one is kept.
  ///   - emit: else gets the records in order; returns false when it wants no more.
  func run(
    over views: ViewsAtPoint,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    takeList: ((KeptList) throws -> Void)? = nil,
    _ emit: (StoredRecord) throws -> Bool
  ) throws {
    if planner.path.isOrdered {
      if let takeList, let list = keptList(of: views) { return try takeList(list) }
      try forEach(of: views, in: transaction) { record in
        guard filter.accepts(record), try isAfterToken(record) else { return true }
        return try emit(record)
      }
    } else {
      var sorter = Sorter(planner.order, after: after?.key, bound: bound)
      try forEach(of: views, in: transaction) { record in
        if filter.accepts(record) { sorter.add(record) }
        return true
      }
      try sorter.finish(emit)
    }
  }

  /// A list that begins with the whole answer, up to the bound, if it is kept.
  private func keptList(of views: ViewsAtPoint) -> KeptList? {
    let path = planner.path
    guard !planner.needsFilter, after == nil, let view = path.view, path.ranges.count == 1,
      path.ranges[0].isPrefix,
      let list = views.keptList(
        of: view,
        under: planner.definition,
        behind: path.ranges[0].lower
      ), list.holds(first: bound)
    else { return nil }
    return list
  }

  /// Runs over records that were gathered elsewhere, in any order.
  func run(over records: some Sequence<StoredRecord>, _ emit: (StoredRecord) throws -> Bool) throws
  {
    let filter = Filter(planner.query.condition, for: planner.definition)
    let ids = planner.query.ids.map { Set($0) }
    var sorter = Sorter(planner.order, after: after?.key, bound: bound)
    for record in records where ids?.contains(record.id) ?? true && filter.accepts(record) {
      sorter.add(record)
    }
    try sorter.finish(emit)
  }

  /// How many records or entries the views would make this run look at, counted up to a limit.
  func estimate(
    over views: ViewsAtPoint,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    limit: UInt64
  ) throws -> UInt64 {
    let all = try views.count(of: planner.definition, in: transaction, limit: limit)
    let path = planner.path
    if let ids = path.ids { return min(UInt64(ids.count), all) }
    guard let view = path.view, path.fixed > 0 || path.isBounded else { return all }
    var count: UInt64 = 0
    for range in path.ranges where count < limit {
      try views.forEachEntry(of: view, planner.definition, range, in: transaction) { _ in
        count += 1
        return count < limit
      }
    }
    return count < limit ? count : all
  }

  private func isAfterToken(_ record: StoredRecord) throws -> Bool {
    guard let after, !planner.path.isSeekable else { return true }
    return after.key.lexicographicallyPrecedes(planner.order.key(of: record))
  }

  /// Hands out the records of the plan's path, in its order, from the token on where the path can seek.
  private func forEach(
    of views: ViewsAtPoint,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (StoredRecord) throws -> Bool
  ) throws {
    let definition = planner.definition
    let path = planner.path
    guard let view = path.view else {
      let start = path.isSeekable ? after?.id : nil
      if let ids = path.ids {
        for id in ids where start.map({ id > $0 }) ?? true {
          guard let record = try views.record(id, under: definition, in: transaction) else {
            continue
          }
          guard try body(record) else { return }
        }
        return
      }
      return try views.forEachRecord(under: definition, after: start, in: transaction, body)
    }
    var goesOn = true
    for range in path.ranges where goesOn {
      var range = range
      var isExclusive = false
      if path.isSeekable, let after {
        // A bound narrows the field that the key begins with, so the later of both is where to begin.
        let resumed = Array(range.lower.prefix(range.fixedLength)) + after.key
        if range.lower.lexicographicallyPrecedes(resumed) {
          range.lower = resumed
          isExclusive = true
        }
      }
      try views.forEachRecord(
        of: view,
        under: definition,
        in: range,
        isBehind: isExclusive,
        in: transaction
      ) { record in
        goesOn = try body(record)
        return goesOn
      }
    }
  }
}

extension ViewsAtPoint {
  /// Hands out the entries of a view that lie in a range, in their order.
  func forEachEntry(
    of view: ViewDefinition,
    _ definition: TypeDefinition,
    _ range: KeyRange,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: (EntryKey) throws -> Bool
  ) throws {
    try forEachEntry(
      of: view,
      definition,
      from: range.lower,
      through: range.upper,
      in: transaction,
      body
    )
  }
}
