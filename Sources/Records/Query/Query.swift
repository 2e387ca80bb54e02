public import EventLog

/// What to list of a type.
public struct Query: Sendable, Hashable {
  /// The type's name.
  public var type: ExactString
  /// What records must fulfil; nil for all.
  public var condition: Condition?
  /// The only records that are wanted, each looked up on its own; nil for all.
  public var ids: [ExactString]?
  /// The order; empty for the named view's order, or else by id.
  ///
  /// Ties are broken by id.
  public var sort: [SortKey]
  /// A view that must be used.
  public var view: ExactString?
  /// How many at most.
  public var limit: Int?
  /// How many to pass over first.
  public var offset: Int
  /// Where an earlier page ended.
  public var after: PageToken?

  /// Makes a query.
  public init(
    _ type: ExactString,
    where condition: Condition? = nil,
    ids: [ExactString]? = nil,
    sort: [SortKey] = [],
    view: ExactString? = nil,
    limit: Int? = nil,
    offset: Int = 0,
    after: PageToken? = nil
  ) {
    self.type = type
    self.condition = condition
    self.ids = ids
    self.sort = sort
    self.view = view
    self.limit = limit
    self.offset = offset
    self.after = after
  }
}

/// One page of a query's answer.
public struct Page: Sendable {
  /// The records, in order.
  public var records: [StoredRecord]
  /// Where the next page begins; nil after the last.
  public var next: PageToken?
  /// What the page is of.
  public var point: ResolvedPoint

  /// Makes a page.
  public init(records: [StoredRecord], next: PageToken?, point: ResolvedPoint) {
    self.records = records
    self.next = next
    self.point = point
  }
}

/// How a query is answered.
public struct Plan: Sendable, Hashable {
  /// Where the records are taken from.
  public enum Source: Sendable, Hashable {
    /// A view: how many of its filter and sort fields the condition fixes, and whether a range bounds the next.
    case view(name: ExactString, fixed: Int, isBounded: Bool)
    /// The records of so many ids, each looked up.
    case records(Int)
    /// All records of the type, in order of id.
    case scan
    /// A replay of the log to a past revision, from a snapshot or from the beginning, then all records.
    case replay(from: Revision, to: Revision)
  }

  /// Where the records are taken from.
  public var source: Source
  /// Whether the answer must be collected and sorted before the first record is known.
  public var needsSort: Bool
  /// Whether each record is still tested against the condition.
  public var needsFilter: Bool
  /// How many records or entries are looked at, at most.
  public var estimate: UInt64
  /// A view that would serve better, but does not show all records at the point: it came to records that were there
  /// already, and was not filled yet.
  public var unfilled: ExactString?

  /// Makes a plan.
  public init(
    source: Source,
    needsSort: Bool,
    needsFilter: Bool,
    estimate: UInt64,
    unfilled: ExactString? = nil
  ) {
    self.source = source
    self.needsSort = needsSort
    self.needsFilter = needsFilter
    self.estimate = estimate
    self.unfilled = unfilled
  }
}
