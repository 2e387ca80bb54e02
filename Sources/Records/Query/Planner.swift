internal import PageStore
internal import StoreErrors

/// Decides how a query is answered: through the view that narrows it most, or by a scan.
package struct Planner {
  let definition: TypeDefinition
  /// The query with its values in their fields' kinds.
  let query: Query
  /// The query as it was asked.
  let asked: Query
  /// The order that the answer has.
  let order: SortOrder
  private(set) var path: Path
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
    func best(of candidates: [ViewDefinition]) -> Path {
      if let ids = query.ids { return Path(through: ids, in: order) }
      let paths = candidates.map { Path(through: $0, of: definition, terms, order) }
      guard let best = paths.max(by: { $0.rank < $1.rank }), named != nil || best.rank > 0 else {
        return Path(scanningIn: order)
      }
      return best
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

  /// The same plan without those of its ranges that are empty, where it may spare sorting.
  ///
  /// As a rule all but one of the spellings of a text are.
  func narrowed(
    over views: ViewsAtPoint,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Planner {
    guard let view = path.view, !path.isOrdered, path.isOrderedWithin else { return self }
    var planner = self
    planner.path.ranges = []
    for range in path.ranges {
      try views.forEachEntry(of: view, definition, range, in: transaction) { _ in
        planner.path.ranges.append(range)
        return false
      }
    }
    return planner
  }
}
