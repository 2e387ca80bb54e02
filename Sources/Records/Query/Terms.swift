extension Planner {
  /// What a condition says of single fields.
  struct Terms {
    /// A range of a field's values; nil for an open end.
    struct Range {
      var lowest: Value?
      var highest: Value?
    }

    /// The only values that a field may have, null standing for missing as well.
    private(set) var fixed: [UInt32: [Value]] = [:]
    /// The ranges of which one holds a field's value.
    private(set) var ranges: [UInt32: [Range]] = [:]
    /// Whether the condition says more than `fixed` does.
    private(set) var hasMore = false

    init(_ condition: Condition?) {
      if let condition { add(condition) }
    }

    private mutating func add(_ condition: Condition) {
      switch condition {
      case .all(let parts): for part in parts { add(part) }
      case .compare(let field, .equal, let value) where !value.isNull: fix(field, [value])
      case .among(let field, let values): fix(field, values.filter { !$0.isNull })
      case .isNull(let field): fix(field, [.null])
      case .compare(let field, let comparison, let value) where !value.isNull:
        hasMore = true
        narrow(field, comparison, value)
      case .like(let field, let pattern):
        hasMore = true
        let prefix = LikePattern.prefix(of: pattern)
        guard let end = TextPrefix.end(of: prefix) else { return }
        narrow(field, .greaterOrEqual, .text(prefix))
        narrow(field, .less, .text(end))
      case .any(let parts): add(anyOf: parts.map { Terms($0) })
      case .compare, .not: hasMore = true
      }
    }

    /// Takes the fewer values where a field is fixed twice.
    private mutating func fix(_ field: UInt32, _ values: [Value]) {
      if let known = fixed[field] {
        hasMore = true
        if known.count <= values.count { return }
      }
      fixed[field] = values
    }

    /// Narrows where the field has no more than one range so far.
    private mutating func narrow(
      _ field: UInt32,
      _ comparison: Condition.Comparison,
      _ value: Value
    ) {
      guard ranges[field]?.count ?? 1 == 1 else { return }
      var range = ranges[field]?.first ?? Range()
      switch comparison {
      case .greater, .greaterOrEqual:
        if let lowest = range.lowest, Value.order(lowest, value) >= 0 { return }
        range.lowest = value
      case .less, .lessOrEqual:
        if let highest = range.highest, Value.order(highest, value) <= 0 { return }
        range.highest = value
      case .equal, .notEqual: return
      }
      ranges[field] = [range]
    }

    /// Adds what alternatives that all speak of the same field say of it.
    private mutating func add(anyOf parts: [Terms]) {
      let fields = Set(parts.flatMap(\.fixed.keys) + parts.flatMap(\.ranges.keys))
      guard let field = fields.first, fields.count == 1 else {
        hasMore = true
        return
      }
      let values = parts.compactMap { $0.fixed[field] }
      if values.count == parts.count {
        fix(field, values.flatMap(\.self))
        hasMore = hasMore || parts.contains { $0.hasMore }
        return
      }
      hasMore = true
      let alternatives = parts.map { $0.alternatives(of: field) }
      guard ranges[field] == nil, !alternatives.contains(where: \.isEmpty) else { return }
      ranges[field] = alternatives.flatMap(\.self)
    }

    /// The ranges of a field, its values among them; none where something is not in a range.
    private func alternatives(of field: UInt32) -> [Range] {
      guard let values = fixed[field] else { return ranges[field] ?? [] }
      return values.contains(where: \.isNull)
        ? [] : values.map { Range(lowest: $0, highest: $0) }
    }

    /// Whether the fields that a view fixes are all that the condition asks for.
    func isCovered(by count: Int, of view: ViewDefinition?) -> Bool {
      guard !hasMore, let view else { return false }
      let components = view.filters + view.sorts.map(\.field)
      return Set(fixed.keys).isSubset(of: components.prefix(count))
    }
  }
}
