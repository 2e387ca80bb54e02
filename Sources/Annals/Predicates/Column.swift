internal import Records

/// A field as an expression of a predicate reads it.
struct Column<Output> {
  /// What the expression gives where the field is null or missing.
  enum Absent {
    case value(Output)
    /// An error: a nil was unwrapped by force.
    case failure
    /// The field cannot be absent here.
    case impossible
  }

  let field: FieldDefinition
  let absent: Absent

  var isAbsent: Bound { .exactly(.isNull(field: field.number)) }
  var isPresent: Bound { .exactly(.not(.isNull(field: field.number))) }

  /// The same field, with what stands in for its absence taken over into another type.
  ///
  /// - Parameter convert: gives nil where the value is nil.
  func replacingAbsent<Other>(_ convert: (Output) -> Column<Other>.Absent) -> Column<Other> {
    switch absent {
    case .value(let value): Column<Other>(field: field, absent: convert(value))
    case .failure: Column<Other>(field: field, absent: .failure)
    case .impossible: Column<Other>(field: field, absent: .impossible)
    }
  }

  /// The same field where it is known to be there, as an optional's own value.
  func whenPresent<Wrapped>() -> Column<Wrapped> where Output == Wrapped? {
    Column<Wrapped>(field: field, absent: .impossible)
  }

  /// Whether nothing but nil stands in for the field's absence.
  func isNilWhenAbsent<Wrapped>() -> Bool where Output == Wrapped? {
    if case .value(nil) = absent { true } else { false }
  }

  /// The truth of a test, where it is known for records that have the field.
  ///
  /// - Parameters:
  ///   - present: the truth for records that have the field; its conditions are never true of others.
  ///   - test: the test itself, for what stands in for an absent field.
  func truth(of present: Truth, _ test: (Output) -> Bool?) -> Truth {
    var truth = present
    switch absent {
    case .value(let value):
      switch test(value) {
      case true?: truth.whenTrue = truth.whenTrue || isAbsent
      case false?: truth.whenFalse = truth.whenFalse || isAbsent
      case nil: truth.whenNil = truth.whenNil || isAbsent
      }
    case .failure: truth.mayThrow = true
    case .impossible: break
    }
    return truth
  }

  /// The truth of a field that holds true or false.
  var truth: Truth {
    guard field.kind == .bool else { return .unknown }
    func holds(_ flag: Bool) -> Bound {
      .exactly(.compare(field: field.number, .equal, .bool(flag)))
    }
    let present = Truth(whenTrue: holds(true), whenFalse: holds(false))
    return truth(of: present) { $0 as? Bool }
  }

  /// The truth for an expression over the field's value, nil where the field is absent.
  func flatMap(_ truth: Truth) -> Truth {
    Truth(
      whenTrue: isPresent && truth.whenTrue,
      whenFalse: isPresent && truth.whenFalse,
      whenNil: isAbsent || isPresent && truth.whenNil,
      mayThrow: truth.mayThrow
    )
  }
}
