package import EventLog
package import PageStore
internal import StoreErrors

extension Planner {
  /// How many entries an estimate counts before it takes the size of the type.
  private static let estimateLimit: UInt64 = 10_000

  /// What the plan is called when it is shown.
  package func plan(
    over views: ViewsAtPoint,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Plan {
    let planner = try narrowed(over: views, in: transaction)
    let path = planner.path
    let run = QueryRun(planner, after: nil, bound: nil)
    return Plan(
      source: path.source,
      needsSort: !path.isOrdered,
      needsFilter: needsFilter,
      estimate: try run.estimate(over: views, in: transaction, limit: Self.estimateLimit),
      unfilled: unusable?.name
    )
  }

  /// Answers the query from the views.
  ///
  /// - Parameters:
  ///   - after: where an earlier page ended.
  ///   - bound: how many records are wanted at most; nil for all.
  ///   - takeList: gets a list that begins with all records that are wanted, where one is kept; nil to get them one by
  ///     one.
  ///   - emit: else gets the records in order; returns false when it wants no more.
  package func run(
    over views: ViewsAtPoint,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    after: PageToken.Content?,
    bound: Int?,
    takeList: ((KeptList) throws -> Void)? = nil,
    _ emit: (StoredRecord) throws -> Bool
  ) throws {
    let planner = try narrowed(over: views, in: transaction)
    try QueryRun(planner, after: after, bound: bound)
      .run(over: views, in: transaction, takeList: takeList, emit)
  }

  /// Answers the query from records that were gathered elsewhere.
  package func run(
    over records: some Sequence<StoredRecord>,
    after: PageToken.Content?,
    bound: Int?,
    _ emit: (StoredRecord) throws -> Bool
  ) throws {
    try QueryRun(self, after: after, bound: bound).run(over: records, emit)
  }

  /// Names the place behind a record.
  package func token(after record: StoredRecord, of identity: LogIdentity, at revision: Revision)
    -> PageToken
  {
    PageToken(
      PageToken.Content(
        identity: identity,
        query: asked.fingerprint,
        revision: revision,
        key: order.key(of: record),
        id: record.id
      )
    )
  }
}

extension Planner.Path {
  /// What it is called when it is shown.
  fileprivate var source: Plan.Source {
    if let ids { return .records(ids.count) }
    return view.map { .view(name: $0.name, fixed: fixed, isBounded: isBounded) } ?? .scan
  }
}
