internal import Records

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Optional chaining (which the macro writes as a flat map), `if let`, `??` and `!`.

extension PredicateExpressions.OptionalFlatMap: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> {
    switch names.meaning(of: wrapped) {
    case .constant(nil): .constant(nil)
    case .constant(let value?): result(for: .constant(value), in: names)
    case .column(let column):
      result(of: column, in: names.naming(variable, .column(column.whenPresent())))
    case .record, .part, .truth, .unknown: .unknown
    }
  }

  /// The result where the wrapped value is a constant.
  private func result(for value: Meaning<Wrapped>, in names: Names) -> Meaning<Output> {
    switch names.naming(variable, value).meaning(of: transform) {
    case .constant(let constant): (constant as? Result?).map { .constant($0) } ?? .unknown
    case .truth(let truth): .truth(truth)
    case .record, .part, .column, .unknown: .unknown
    }
  }

  /// The result where the wrapped value is a field.
  private func result(of column: Column<Wrapped?>, in names: Names) -> Meaning<Output> {
    // Whatever stands in for the field would have to be put through the closure.
    guard column.isNilWhenAbsent() else { return .unknown }
    switch names.meaning(of: transform) {
    // The field itself, or its raw value.
    case .column(let inner) where inner.field.number == column.field.number:
      return .column(Column<Result?>(field: column.field, absent: .value(nil)))
    case let meaning where Result.self == Bool.self:
      return .truth(column.flatMap(meaning.truth))
    default: return .unknown
    }
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output {
    let wrapped = scope.reader(of: wrapped)
    let transform = InnerScope(outer: scope, variable: variable).reader(of: transform)
    return { row in
      // The transform may give an optional, which is not wrapped once more.
      try wrapped(row).flatMap { try transform((row, $0)) as? Result? ?? nil }
    }
  }
}

extension PredicateExpressions.NilCoalesce: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> {
    switch (names.meaning(of: lhs), names.meaning(of: rhs)) {
    case (.constant(let left?), _): .constant(left)
    case (.constant(nil), let right): right
    case (.column(let column), .constant(let right)):
      .column(column.replacingAbsent { .value($0 ?? right) })
    case (let left, let right) where Output.self == Bool.self:
      .truth(left.truth.or(right.truth))
    default: .unknown
    }
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output {
    let left = scope.reader(of: lhs)
    let right = scope.reader(of: rhs)
    return { row in try left(row) ?? right(row) }
  }
}

extension PredicateExpressions.ForcedUnwrap: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> {
    switch names.meaning(of: inner) {
    case .constant(let value?): .constant(value)
    case .column(let column):
      .column(column.replacingAbsent { $0.map { .value($0) } ?? .failure })
    case .truth(let truth): .truth(truth.unwrapped)
    case .constant(nil), .record, .part, .unknown: .unknown
    }
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output {
    let inner = scope.reader(of: inner)
    return { row in
      guard let value = try inner(row) else {
        // Gives Foundation's own error.
        return try evaluate(scope.bindings(of: row))
      }
      return value
    }
  }
}
