internal import Records

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Equality and order.

extension PredicateExpressions.Equal: PredicateNode {
  func meaning(in names: Names) -> Meaning<Bool> { .truth(names.equality(of: lhs, rhs)) }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Bool {
    let left = scope.reader(of: lhs)
    let right = scope.reader(of: rhs)
    return { row in try left(row) == right(row) }
  }
}

extension PredicateExpressions.NotEqual: PredicateNode {
  func meaning(in names: Names) -> Meaning<Bool> { .truth(!names.equality(of: lhs, rhs)) }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Bool {
    let left = scope.reader(of: lhs)
    let right = scope.reader(of: rhs)
    return { row in try left(row) != right(row) }
  }
}

extension Names {
  fileprivate func equality<Left: PredicateExpression, Right: PredicateExpression>(
    of left: Left,
    _ right: Right
  ) -> Truth where Left.Output == Right.Output, Left.Output: Equatable {
    switch (meaning(of: left), meaning(of: right)) {
    case (let left, let right)
    where Left.Output.self == Bool.self || Left.Output.self == Bool?.self:
      left.truth == right.truth
    case (.constant(let left), .constant(let right)): Truth(always: left == right)
    case (.column(let column), .constant(let constant)),
      (.constant(let constant), .column(let column)):
      column.compared(.equal, with: constant) { $0 == constant }
    default: .unknown
    }
  }
}

extension PredicateExpressions.Comparison: PredicateNode {
  func meaning(in names: Names) -> Meaning<Bool> {
    guard let comparison = op.comparison else { return .unknown }
    return switch (names.meaning(of: lhs), names.meaning(of: rhs)) {
    case (.constant(let left), .constant(let right)):
      .truth(Truth(always: comparison.holds(left, right)))
    case (.column(let column), .constant(let bound)):
      .truth(column.ordered(comparison, bound))
    case (.constant(let bound), .column(let column)):
      .truth(column.ordered(comparison.mirrored, bound))
    default: .unknown
    }
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Bool {
    guard let comparison = op.comparison else {
      return { row in try evaluate(scope.bindings(of: row)) }
    }
    let left = scope.reader(of: lhs)
    let right = scope.reader(of: rhs)
    return { row in comparison.holds(try left(row), try right(row)) }
  }
}

extension Column where Output: Comparable {
  /// The truth of a comparison with a bound.
  func ordered(_ comparison: Condition.Comparison, _ bound: Output) -> Truth {
    compared(comparison, with: bound) { comparison.holds($0, bound) }
  }
}

extension PredicateExpressions.ComparisonOperator {
  fileprivate var comparison: Condition.Comparison? {
    switch self {
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    @unknown default: nil
    }
  }
}

extension Condition.Comparison {
  /// The same comparison, with the sides changed.
  fileprivate var mirrored: Self {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// Whether it holds of two values, as Swift compares them.
  fileprivate func holds<Item: Comparable>(_ left: Item, _ right: Item) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}
