extension Planner {
  /// What a condition says of single fields.
  struct Terms {
    /// A range of a field's values; nil for an open end.
    struct Range {
      var lowest: Value?
      var highest: Value?

      /// What is in both; nil where that is nothing.
      func intersection(_ other: Range) -> Range? {
        var both = self
        if let low = other.lowest, lowest.map({ Value.order($0, low) < 0 }) ?? true {
          both.lowest = low
        }
        if let high = other.highest, highest.map({ Value.order($0, high) > 0 }) ?? true {
          both.highest = high
        }
        guard let low = both.lowest, let high = both.highest else { return both }
        return Value.order(low, high) <= 0 ? both : nil
      }
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

    private mutating func narrow(
      _ field: UInt32,
      _ comparison: Condition.Comparison,
      _ value: Value
    ) {
      switch comparison {
      case .greater, .greaterOrEqual: narrow(field, to: [Range(lowest: value)])
      case .less, .lessOrEqual: narrow(field, to: [Range(highest: value)])
      case .equal, .notEqual: break
      }
    }

    /// Where there were more pairs of ranges to compare, the fewer ranges are taken as they are.
    private static let mostPairs = 5000

    /// Leaves what is in one of some ranges as well; nothing changes where that would be nothing, which the filter finds.
    private mutating func narrow(_ field: UInt32, to others: [Range]) {
      guard let known = ranges[field] else {
        ranges[field] = others
        return
      }
      guard known.count * others.count <= Self.mostPairs else {
        if others.count < known.count { ranges[field] = others }
        return
      }
      let both = known.flatMap { range in others.compactMap { range.intersection($0) } }
      if !both.isEmpty { ranges[field] = both }
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
      guard !alternatives.contains(where: \.isEmpty) else { return }
      narrow(field, to: alternatives.flatMap(\.self))
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
