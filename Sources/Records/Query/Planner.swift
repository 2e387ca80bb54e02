internal import OrderedBytes
internal import StoreErrors

/// Decides how a query is answered: through the view that narrows it most, or by a scan.
package struct Planner {
  /// Where the records come from, and in which order.
  struct Path {
    /// The view; nil for a scan of the type in order of id.
    var view: ViewDefinition?
    /// How many of the view's leading fields the condition fixes.
    var fixed = 0
    /// How many bytes of an entry's key the view and these fields take.
    var fixedLength = 0
    /// What every entry's full key begins with, or the first and last such beginnings where a range bounds the
    /// next field.
    var lower: [UInt8] = []
    var upper: [UInt8] = []
    var isBounded = false
    /// Whether the records come in the wanted order.
    var isOrdered = false
    /// Whether the entries' keys after the fixed fields are just the order's keys, so that a page can be begun
    /// in the middle.
    var isSeekable = false
  }

  let definition: TypeDefinition
  /// The query with its values in their fields' kinds.
  let query: Query
  /// The query as it was asked.
  let asked: Query
  /// The order that the answer has.
  let order: SortOrder
  let path: Path
  /// Whether the path leaves something of the condition to be tested.
  let needsFilter: Bool
  /// A view that would be better than the path, but does not show all records at the point.
  let unusable: ViewDefinition?

  /// Plans a query.
  ///
  /// - Parameter views: the views at the point, which may not be whole there; nil where none will be read.
  package init(_ query: Query, for definition: TypeDefinition, over views: ViewsAtPoint? = nil)
    throws
  {
    asked = query
    var query = query
    query.condition = try query.condition?.checked(for: definition)
    for key in query.sort where definition.index(ofNumber: key.field) == nil {
      throw StoreError(.usage, "\(definition.name) has no field number \(key.field) to sort by")
    }
    self.query = query
    self.definition = definition
    let named = try query.view.map { name in
      guard let view = definition.view(name) else { throw Self.unknownView(name, of: definition) }
      return view
    }
    let order =
      query.sort.isEmpty
      ? named.map { $0.filters.map { SortKey(field: $0) } + $0.sorts } ?? [] : query.sort
    self.order = SortOrder(order)
    let terms = Terms(query.condition)
    let candidates = named.map { [$0] } ?? definition.views
    let scan = Path(isOrdered: order.isEmpty, isSeekable: order.isEmpty)
    func best(of candidates: [ViewDefinition]) -> Path {
      let paths = candidates.map { Self.path(through: $0, terms, order, definition) }
      guard let best = paths.max(by: { Self.rank($0) < Self.rank($1) }) else { return scan }
      return named != nil || Self.rank(best) > 0 ? best : scan
    }
    let wanted = best(of: candidates)
    if let views, let view = wanted.view, !views.isWhole(view, of: definition) {
      path = best(of: candidates.filter { views.isWhole($0, of: definition) })
      unusable = view
    } else {
      path = wanted
      unusable = nil
    }
    needsFilter =
      path.view == nil ? query.condition != nil : !terms.isCovered(by: path.fixed, of: path.view)
  }

  /// Narrowing counts most, then an order that needs no sorting.
  private static func rank(_ path: Path) -> Int {
    path.fixed * 4 + (path.isBounded ? 2 : 0) + (path.isOrdered ? 1 : 0)
  }

  private static func unknownView(_ name: ExactString, of definition: TypeDefinition) -> StoreError
  {
    let names = definition.views.map(\.name.text)
    let close = Suggestion.closest(to: name.text, among: names)
    return StoreError(
      .usage,
      "\(definition.name) has no view '\(name)'",
      hints: [
        close.map { "did you mean \($0)?" }
          ?? (names.isEmpty ? "it has no views" : "it has " + names.joined(separator: ", "))
      ]
    )
  }

  private static func path(
    through view: ViewDefinition,
    _ terms: Terms,
    _ order: [SortKey],
    _ definition: TypeDefinition
  ) -> Path {
    let components = view.filters.map { SortKey(field: $0) } + view.sorts
    var prefix = ViewKeys.view(view.number, of: definition.number)
    let fixed = components.prefix { terms.fixed[$0.field] != nil }
    for component in fixed {
      terms.fixed[component.field]?.appendKey(to: &prefix, descending: component.isDescending)
    }
    var path = Path(
      view: view,
      fixed: fixed.count,
      fixedLength: prefix.count,
      lower: prefix.bytes,
      upper: prefix.bytes
    )
    let rest = components.dropFirst(fixed.count)
    if let next = rest.first, let range = terms.ranges[next.field] {
      path.bound(next, range, after: prefix)
    }
    // What the condition fixes cannot change the order.
    func unfixed(_ keys: some Sequence<SortKey>) -> [SortKey] {
      keys.filter { terms.fixed[$0.field] == nil }
    }
    path.isOrdered = unfixed(rest) == unfixed(order)
    path.isSeekable = path.isOrdered && Array(rest) == order
    return path
  }
}

extension Planner.Path {
  /// Narrows to the entries whose next field lies in a range.
  ///
  /// The bounds themselves stay in: the filter decides.
  fileprivate mutating func bound(
    _ component: SortKey,
    _ range: Planner.Terms.Range,
    after prefix: KeyBytes
  ) {
    func end(_ value: Value?) -> [UInt8] {
      var key = prefix
      if let value {
        value.appendKey(to: &key, descending: component.isDescending)
      } else {
        // Nulls, which stand last, fulfil no range.
        key.append(isPresent: true)
      }
      return key.bytes
    }
    let (first, last) =
      component.isDescending ? (range.highest, range.lowest) : (range.lowest, range.highest)
    lower = end(first)
    upper = end(last)
    isBounded = true
  }
}

extension Planner {
  /// What the conjunction at the top of a condition says of single fields.
  struct Terms {
    /// A range of a field's values; nil for an open end.
    struct Range {
      var lowest: Value?
      var highest: Value?
    }

    private(set) var fixed: [UInt32: Value] = [:]
    private(set) var ranges: [UInt32: Range] = [:]
    /// Whether there is more than equalities.
    private(set) var hasMore = false

    init(_ condition: Condition?) {
      if let condition { add(condition) }
    }

    private mutating func add(_ condition: Condition) {
      switch condition {
      case .all(let parts): for part in parts { add(part) }
      case .compare(let field, .equal, let value) where fixed[field] == nil && !value.isNull:
        fixed[field] = value
      case .compare(let field, let comparison, let value) where !value.isNull:
        hasMore = true
        narrow(field, comparison, value)
      default: hasMore = true
      }
    }

    private mutating func narrow(
      _ field: UInt32,
      _ comparison: Condition.Comparison,
      _ value: Value
    ) {
      var range = ranges[field] ?? Range()
      switch comparison {
      case .greater, .greaterOrEqual:
        if let lowest = range.lowest, Value.order(lowest, value) >= 0 { return }
        range.lowest = value
      case .less, .lessOrEqual:
        if let highest = range.highest, Value.order(highest, value) <= 0 { return }
        range.highest = value
      case .equal, .notEqual: return
      }
      ranges[field] = range
    }

    /// Whether the fields that a view fixes are all that the condition asks for.
    func isCovered(by count: Int, of view: ViewDefinition?) -> Bool {
      guard !hasMore, let view else { return false }
      let components = view.filters + view.sorts.map(\.field)
      return Set(fixed.keys).isSubset(of: components.prefix(count))
    }
  }
}
