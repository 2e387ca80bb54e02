internal import OrderedBytes

extension Planner {
  /// Where the records come from, and in which order.
  struct Path {
    /// The view; nil for records in order of id.
    let view: ViewDefinition?
    /// The only records to look up, in order; nil for those of the view, or for a scan of the type.
    private(set) var ids: [ExactString]?
    /// How many of the view's leading fields the condition fixes.
    let fixed: Int
    /// Whether ranges of values bound the next field.
    let isBounded: Bool
    /// Which entries of the view are looked at: apart from each other, and in order.
    var ranges: [KeyRange]
    /// Whether the records come in the wanted order within each range.
    let isOrderedWithin: Bool
    /// Whether they do so from range to range as well.
    private let isOrderedThroughout: Bool
    /// Whether the entries' keys after the fixed fields are just the order's keys.
    private let isKeyedAsOrder: Bool

    /// More ranges than this are not looked at one by one.
    private static let maximumRanges = 100

    /// A scan of all records, in order of id.
    init(scanningIn order: [SortKey]) {
      view = nil
      fixed = 0
      isBounded = false
      ranges = []
      isOrderedWithin = order.isEmpty
      isOrderedThroughout = order.isEmpty
      isKeyedAsOrder = order.isEmpty
    }

    /// Some records, in order of id.
    init(through ids: [ExactString], in order: [SortKey]) {
      self.init(scanningIn: order)
      self.ids = Set(ids).sorted()
    }

    /// The way through a view.
    init(
      through view: ViewDefinition,
      of definition: TypeDefinition,
      _ terms: Terms,
      _ order: [SortKey]
    ) {
      self.view = view
      let components = view.filters.map { SortKey(field: $0) } + view.sorts
      var keys = [ViewKeys.view(view.number, of: definition.number)]
      var fixed = 0
      for component in components {
        guard let values = terms.fixed[component.field],
          keys.count * values.count <= Self.maximumRanges
        else { break }
        keys = keys.flatMap { key in values.map { key.adding($0, component) } }
        fixed += 1
      }
      let rest = components.dropFirst(fixed)
      if let next = rest.first, let bounds = terms.ranges[next.field],
        keys.count * bounds.count <= Self.maximumRanges
      {
        isBounded = true
        ranges = keys.flatMap { key in bounds.map { KeyRange(of: $0, next, behind: key) } }
      } else {
        isBounded = false
        ranges = keys.map { KeyRange(behind: $0) }
      }
      self.fixed = fixed
      ranges = KeyRange.apart(ranges)
      // What the condition fixes cannot change the order.
      func sorts(_ keys: some Sequence<SortKey>) -> [SortKey] {
        keys.filter { terms.fixed[$0.field]?.count != 1 }
      }
      let known = Set(components.prefix(fixed).map(\.field))
      isOrderedWithin = sorts(rest) == sorts(order).filter { !known.contains($0.field) }
      isOrderedThroughout = sorts(components) == sorts(order)
      isKeyedAsOrder = Array(rest) == order
    }

    /// Whether the records come in the wanted order.
    var isOrdered: Bool { ranges.count > 1 ? isOrderedThroughout : isOrderedWithin }

    /// Whether a page can be begun in the middle, since the order's keys tell the place.
    var isSeekable: Bool { isOrdered && isKeyedAsOrder && ranges.count <= 1 }

    /// Narrowing counts most, then an order that needs no sorting.
    var rank: Int {
      fixed * 4 + (isBounded ? 2 : 0) + (isOrderedWithin ? 1 : 0)
    }
  }
}

/// Entries of a view whose full keys begin with bytes from some to others.
struct KeyRange {
  /// What the first entry begins with, or comes after.
  var lower: [UInt8]
  /// What the last entry begins with, or comes before.
  private(set) var upper: [UInt8]
  /// How many bytes of an entry's key the view and the fixed fields take.
  let fixedLength: Int

  /// Whether it holds all entries that begin with some bytes, which are `lower`.
  var isPrefix: Bool { lower == upper }

  /// All entries that begin with a key.
  init(behind key: KeyBytes) {
    lower = key.bytes
    upper = key.bytes
    fixedLength = key.count
  }

  /// The entries that begin with a key and whose next field lies in a range.
  ///
  /// The bounds themselves stay in: the filter decides.
  init(of range: Planner.Terms.Range, _ component: SortKey, behind key: KeyBytes) {
    func end(_ value: Value?) -> [UInt8] {
      if let value { return key.adding(value, component).bytes }
      // Nulls, which stand last, fulfil no range.
      var key = key
      key.append(isPresent: true)
      return key.bytes
    }
    lower = end(component.isDescending ? range.highest : range.lowest)
    upper = end(component.isDescending ? range.lowest : range.highest)
    fixedLength = key.count
  }

  /// Ranges in order, those that overlap made into one.
  static func apart(_ ranges: [KeyRange]) -> [KeyRange] {
    var result: [KeyRange] = []
    for range in ranges.sorted(by: { ByteOrder.precedes($0.lower, $1.lower) }) {
      if let last = result.last, !ByteOrder.isBeyond(range.lower.span, last.upper.span) {
        result[result.count - 1].upper = later(last.upper, range.upper)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// Which of two ends takes in more: of two of which one begins the other, it is the shorter one.
  private static func later(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] {
    if ByteOrder.isBeyond(one.span, other.span) { return one }
    if ByteOrder.isBeyond(other.span, one.span) { return other }
    return one.count < other.count ? one : other
  }
}

extension KeyBytes {
  /// These bytes and the key of a value behind them.
  fileprivate func adding(_ value: Value, _ component: SortKey) -> KeyBytes {
    var key = self
    value.appendKey(to: &key, descending: component.isDescending)
    return key
  }
}
