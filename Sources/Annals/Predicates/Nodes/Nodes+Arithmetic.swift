internal import StoreErrors

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Sums, differences, products, whole quotients and remainders, and changed signs.

extension PredicateExpressions.Arithmetic: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> { names.meaning(of: lhs, calculation, rhs) }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output {
    scope.reader(of: lhs, calculation, rhs)
      ?? { row in try evaluate(scope.bindings(of: row)) }
  }

  private var calculation: Calculation? {
    switch op {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    @unknown default: nil
    }
  }
}

extension PredicateExpressions.IntDivision: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> { names.meaning(of: lhs, .divide, rhs) }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output {
    scope.reader(of: lhs, .divide, rhs) ?? { row in try evaluate(scope.bindings(of: row)) }
  }
}

extension PredicateExpressions.IntRemainder: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> { names.meaning(of: lhs, .remainder, rhs) }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output {
    scope.reader(of: lhs, .remainder, rhs) ?? { row in try evaluate(scope.bindings(of: row)) }
  }
}

extension PredicateExpressions.UnaryMinus: PredicateNode {
  private var zero: PredicateExpressions.Value<Output> { PredicateExpressions.Value(.zero) }

  func meaning(in names: Names) -> Meaning<Output> {
    names.meaning(of: zero, .subtract, wrapped)
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output {
    scope.reader(of: zero, .subtract, wrapped)
      ?? { row in try evaluate(scope.bindings(of: row)) }
  }
}

/// A calculation that fails where Foundation's would stop the program: a whole number that does not fit, a division by
/// zero.
private enum Calculation {
  case add, subtract, multiply, divide, remainder

  /// The calculation on numbers of a type, which gives nil where it fails; nil where the type has none such.
  func function<Number: Numeric>() -> ((Number, Number) -> Number?)? {
    if let type = Number.self as? any FixedWidthInteger.Type {
      return function(onWhole: type) as? (Number, Number) -> Number?
    }
    return switch self {
    case .add: { $0 + $1 }
    case .subtract: { $0 - $1 }
    case .multiply: { $0 * $1 }
    case .divide, .remainder: nil
    }
  }

  private func function<Whole: FixedWidthInteger>(onWhole: Whole.Type) -> Any {
    let function: (Whole, Whole) -> Whole? = { left, right in
      let (result, isWrong) =
        switch self {
        case .add: left.addingReportingOverflow(right)
        case .subtract: left.subtractingReportingOverflow(right)
        case .multiply: left.multipliedReportingOverflow(by: right)
        case .divide: left.dividedReportingOverflow(by: right)
        case .remainder: left.remainderReportingOverflow(dividingBy: right)
        }
      return isWrong ? nil : result
    }
    return function
  }
}

extension Names {
  fileprivate func meaning<Left: PredicateExpression, Right: PredicateExpression>(
    of left: Left,
    _ calculation: Calculation?,
    _ right: Right
  ) -> Meaning<Left.Output> where Left.Output == Right.Output, Left.Output: Numeric {
    guard case .constant(let left) = meaning(of: left),
      case .constant(let right) = meaning(of: right),
      let result = calculation?.function().flatMap({ $0(left, right) })
    else { return .unknown }
    return .constant(result)
  }
}

extension Scope {
  fileprivate func reader<Left: PredicateExpression, Right: PredicateExpression>(
    of left: Left,
    _ calculation: Calculation?,
    _ right: Right
  ) -> ((Row) throws -> Left.Output)? where Left.Output == Right.Output, Left.Output: Numeric {
    guard let function: (Left.Output, Left.Output) -> Left.Output? = calculation?.function() else {
      return nil
    }
    let left = reader(of: left)
    let right = reader(of: right)
    return { row in
      let (left, right) = (try left(row), try right(row))
      guard let result = function(left, right) else {
        throw StoreError(
          .badData,
          "a predicate's calculation with \(left) and \(right) has no result of its type",
          hints: ["test the numbers first: $0.count != 0 && $0.sum / $0.count > 5"]
        )
      }
      return result
    }
  }
}
