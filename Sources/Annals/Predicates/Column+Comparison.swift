internal import Records

extension Column {
  /// The truth of a comparison with a constant.
  ///
  /// - Parameter test: the comparison itself, for what stands in for an absent field.
  func compared(
    _ comparison: Condition.Comparison,
    with constant: Any,
    _ test: (Output) -> Bool
  ) -> Truth {
    truth(of: present(comparison, constant), test)
  }

  /// The truth of whether the field is one of some constants.
  func among(_ constants: some Sequence, _ test: (Output) -> Bool) -> Truth {
    var values: [Records.Value] = []
    for constant in constants {
      guard let constant = unwrapped(constant) else { continue }
      guard let equals = Comparand(constant, in: field.kind)?.equals else { return .unknown }
      values += equals
    }
    return truth(of: equal(toOneOf: values), test)
  }

  /// The truth of whether the field, a text, starts with a constant.
  ///
  /// Swift compares character by character, so more must be tested than bytes: `e` with an accent of its own does not
  /// start with `e`.
  func starts(with prefix: String, _ test: (Output) -> Bool) -> Truth {
    guard field.kind == .text else { return .unknown }
    let forms = CanonicalForms.all(of: prefix) ?? [CanonicalForms.commonPrefix(of: prefix)]
    let ranges = forms.map { range(from: .text($0), to: TextPrefix.end(of: $0).map { .text($0) }) }
    return truth(of: Truth(whenTrue: ranges.reduce(.never, ||), whenFalse: somewhere), test)
  }

  /// The truth of a comparison for records that have the field.
  private func present(_ comparison: Condition.Comparison, _ constant: Any) -> Truth {
    if comparison == .notEqual { return !present(.equal, constant) }
    // Only equality takes optionals, and nothing that is there equals nil.
    guard let constant = unwrapped(constant) else { return nowhere }
    if comparison != .equal, field.kind == .text, let text = constant as? String {
      return ordered(comparison, text)
    }
    guard let comparand = Comparand(constant, in: field.kind) else {
      return Truth(whenTrue: somewhere, whenFalse: somewhere)
    }
    return comparison == .equal ? equal(to: comparand) : ordered(comparison, comparand)
  }

  private func equal(to comparand: Comparand) -> Truth {
    switch comparand {
    case .value(let value): equal(toOneOf: [value])
    case .oneOf(let values): equal(toOneOf: values)
    case .near(let lowest, let highest):
      Truth(
        whenTrue: near(.greaterOrEqual, lowest) && near(.lessOrEqual, highest),
        whenFalse: somewhere
      )
    case .within(let lowest, let end):
      Truth(whenTrue: range(from: lowest, to: end), whenFalse: somewhere)
    case .incomparable: nowhere
    }
  }

  private func equal(toOneOf values: [Records.Value]) -> Truth {
    guard !values.isEmpty else { return nowhere }
    let condition: Condition =
      values.count == 1
      ? .compare(field: field.number, .equal, values[0])
      : .among(field: field.number, values)
    return Truth(whenTrue: .exactly(condition), whenFalse: .exactly(.not(condition)))
  }

  private func ordered(_ comparison: Condition.Comparison, _ comparand: Comparand) -> Truth {
    let truth: Truth
    switch comparand {
    case .value(let value):
      truth = Truth(
        whenTrue: exactly(comparison, value),
        whenFalse: exactly(comparison.opposite, value)
      )
    case .near(let lowest, let highest):
      let upward = Truth(
        whenTrue: near(.greaterOrEqual, lowest),
        whenFalse: near(.lessOrEqual, highest)
      )
      truth = comparison.isUpward ? upward : !upward
    case .oneOf, .within: return Truth(whenTrue: somewhere, whenFalse: somewhere)
    case .incomparable: return nowhere
    }
    guard field.kind == .double, comparison.isUpward else { return truth }
    // To the store NaN is the greatest number, to Swift it is not greater than any.
    return Truth(
      whenTrue: truth.whenTrue && exactly(.lessOrEqual, .double(.infinity)),
      whenFalse: truth.whenFalse || exactly(.greater, .double(.infinity))
    )
  }

  /// The truth of an order of texts, of which the store knows more or less where they stand; `TextOrder` says why.
  private func ordered(_ comparison: Condition.Comparison, _ text: String) -> Truth {
    let truth = Truth(
      whenTrue: within(TextOrder.ranges(upTo: text)),
      whenFalse: within(TextOrder.ranges(from: text))
    )
    return comparison.isUpward ? !truth : truth
  }

  /// The records that have a text in one of some ranges, or any where there are none.
  private func within(_ ranges: [TextOrder.Range]) -> Bound {
    guard !ranges.isEmpty else { return somewhere }
    return ranges.reduce(.never) { bound, range in
      let start = range.start.map { near(.greaterOrEqual, .text($0)) }
      let end = range.end.map { near(.less, .text($0)) }
      return bound || (start.map { start in end.map { start && $0 } ?? start } ?? end ?? somewhere)
    }
  }

  /// Never true.
  private var nowhere: Truth { Truth(whenTrue: .never, whenFalse: isPresent) }

  /// Any records that have the field.
  private var somewhere: Bound { .within(.not(.isNull(field: field.number))) }

  private func exactly(_ comparison: Condition.Comparison, _ value: Records.Value) -> Bound {
    .exactly(.compare(field: field.number, comparison, value))
  }

  private func near(_ comparison: Condition.Comparison, _ value: Records.Value) -> Bound {
    .within(.compare(field: field.number, comparison, value))
  }

  private func range(from lowest: Records.Value, to end: Records.Value?) -> Bound {
    let start = near(.greaterOrEqual, lowest)
    return end.map { start && exactly(.less, $0) } ?? start
  }
}

extension Condition.Comparison {
  /// What holds of two values that are in an order where this does not.
  fileprivate var opposite: Self {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  fileprivate var isUpward: Bool { self == .greater || self == .greaterOrEqual }
}

/// A value without the optionals around it; nil where one of them is.
private func unwrapped(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.content.flatMap { unwrapped($0) }
}
