internal import EventLog
internal import PageStore
internal import StoreErrors
public import Records

extension Store {
  /// One page of a query's answer.
  ///
  /// - Parameters:
  ///   - query: what; a page token in it pins the revision of the first page.
  ///   - point: when.
  /// - Returns: the records in order, where the next page begins, and the point they are of.
  /// - Throws: `StoreError`: `usage` for an unknown type, field or view or a foreign page token; and as `resolve`.
  /// - Complexity: with a matching view O(page · log records), otherwise O(records), at the head and in the past alike;
  ///   O(events since a snapshot + records) only before `StoreStatistics.indexedSince`.
  public func fetch(_ query: Query, at point: Point = .head) throws -> Page {
    var window = QueryWindow(of: query)
    var records: [StoredRecord] = []
    var hasMore = false
    let run = try run(query, at: point, bound: window.bound(lookingAhead: 1)) {
      window = QueryWindow(of: query)
      records = []
      records.reserveCapacity(window.room)
      hasMore = false
    } takeList: { list in
      records = list.records(in: window.range(of: list.records.count))
      hasMore = window.bound().map { $0 < list.records.count } ?? false
    } _: { record in
      switch window.place() {
      case .before: return true
      case .inside:
        records.append(record)
        return true
      case .behind:
        hasMore = true
        return false
      }
    }
    let next = hasMore ? records.last.map { run.token(after: $0, of: identity) } : nil
    return Page(records: records, next: next, point: run.point)
  }

  /// Hands out a query's whole answer, record by record.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - point: when.
  ///   - body: called with each record, in order; returns false to stop. It must not write to the store.
  /// - Returns: the point that the records are of.
  /// - Throws: as `fetch`, and what `body` throws.
  @discardableResult
  public func forEach(
    _ query: Query,
    at point: Point = .head,
    _ body: (StoredRecord) throws -> Bool
  )
    throws
    -> ResolvedPoint
  {
    var window = QueryWindow(of: query)
    return try run(query, at: point, bound: window.bound()) {
      // What was handed out cannot be taken back.
      if window.hasBegun { throw Self.interrupted }
    } _: { record in
      switch window.place() {
      case .before: return true
      case .inside: return try body(record)
      case .behind: return false
      }
    }.point
  }

  private static let interrupted = StoreError(
    .busy,
    "the views had to be made anew in the middle of a read",
    hints: ["read again"]
  )

  /// How many records a query would give, whatever its limit, offset and order.
  ///
  /// - Throws: as `fetch`.
  /// - Complexity: without a condition O(log types) at the head and O(records) in the past; else as `fetch`.
  public func count(_ query: Query, at point: Point = .head) throws -> UInt64 {
    try checkBounds(of: query)
    if query.condition == nil {
      let wanted = point == .head ? nil : try resolve(point).revision
      let known: UInt64? = try views.read(at: wanted) { transaction, sight in
        let revision = wanted ?? sight.revision
        guard revision >= sight.applied.since else { return nil }
        let definition = try type(query.type, atRevision: revision)
        _ = try Planner(query, for: definition)
        return try ViewsAtPoint(sight, at: revision)
          .count(of: definition, in: transaction, limit: .max)
      }
      if let known { return known }
    }
    var count: UInt64 = 0
    let plain = Query(query.type, where: query.condition, view: query.view)
    _ = try run(plain, at: point, bound: nil) {
      count = 0
    } _: { _ in
      count += 1
      return true
    }
    return count
  }

  /// How a query would be answered.
  ///
  /// - Throws: as `fetch`.
  public func explain(_ query: Query, at point: Point = .head) throws -> Plan {
    try checkBounds(of: query)
    let wanted = point == .head ? nil : try resolve(point).revision
    return try views.read(at: wanted) { transaction, sight in
      let revision = wanted ?? sight.revision
      let definition = try type(query.type, atRevision: revision)
      if revision >= sight.applied.since {
        let views = ViewsAtPoint(sight, at: revision)
        return try Planner(query, for: definition, over: views).plan(over: views, in: transaction)
      }
      _ = try Planner(query, for: definition)
      let start = try snapshotFiles?.list().last { $0.revision <= revision }?.revision ?? .zero
      let events = try log.header(of: revision)?.asHead.eventCount ?? 0
      let spared = try log.header(of: start)?.asHead.eventCount ?? 0
      return Plan(
        source: .replay(from: start, to: revision),
        needsSort: true,
        needsFilter: query.condition != nil,
        estimate: events - min(spared, events)
      )
    }
  }

  /// A query that was run.
  struct Run {
    let planner: Planner
    let point: ResolvedPoint

    func token(after record: StoredRecord, of identity: LogIdentity) -> PageToken {
      planner.token(after: record, of: identity, at: point.revision)
    }
  }

  func checkBounds(of query: Query) throws {
    guard query.limit ?? 0 >= 0, query.offset >= 0 else {
      throw StoreError(.usage, "a limit or an offset cannot be negative")
    }
  }

  /// Runs a query over the views, or, at a point that they do not show, over a fold of the log.
  ///
  /// - Parameters:
  ///   - restart: called before the first record, each time that the run begins.
  ///   - takeList: gets a list that begins with all records up to the bound, where one is kept; nil to get them one by
  ///     one.
  ///   - emit: else gets the records in order; returns false when it wants no more.
  func run(
    _ query: Query,
    at point: Point,
    bound: Int?,
    restart: () throws -> Void,
    takeList: ((KeptList) throws -> Void)? = nil,
    _ emit: (StoredRecord) throws -> Bool
  ) throws -> Run {
    try checkBounds(of: query)
    let token = try query.after.map { try $0.content(identity: identity, of: query) }
    let wanted = try revision(for: point, token?.revision)
    let known: Run? = try views.read(at: wanted?.revision) { transaction, sight in
      let revision = wanted?.revision ?? sight.revision
      guard revision >= sight.applied.since else { return nil }
      // Views that turn out damaged are made anew and read once more.
      try restart()
      let definition = try type(query.type, atRevision: revision)
      let views = ViewsAtPoint(sight, at: revision)
      let planner = try Planner(query, for: definition, over: views)
      try planner.run(
        over: views,
        in: transaction,
        after: token,
        bound: bound,
        takeList: takeList,
        emit
      )
      return Run(planner: planner, point: try wanted ?? resolve(.revision(revision)))
    }
    if let known { return known }
    guard let wanted else { throw StoreError(.internal, "a query had no point to read at") }
    let definition = try type(query.type, atRevision: wanted.revision)
    let planner = try Planner(query, for: definition)
    let records = try pastRecords(under: definition, at: wanted.revision)
    // Views that were made anew from a snapshot may not reach back as far as those that turned out damaged.
    try restart()
    try planner.run(over: records, after: token, bound: bound, emit)
    return Run(planner: planner, point: wanted)
  }

  /// The point to read at; nil for the head, whatever it is by then.
  private func revision(for point: Point, _ pinned: Revision?) throws -> ResolvedPoint? {
    guard let pinned else { return point == .head ? nil : try resolve(point) }
    if point == .head { return try resolve(.revision(pinned)) }
    let asked = try resolve(point)
    guard asked.revision == pinned else {
      throw StoreError(
        .usage,
        "the page token is of \(pinned), and the point asked for is \(asked.revision)",
        hints: ["leave the point out: the token pins it"]
      )
    }
    return asked
  }
}
