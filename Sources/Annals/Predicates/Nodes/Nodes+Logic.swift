#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// And, or, not, and the choice between two.

extension PredicateExpressions.Conjunction: PredicateNode {
  func meaning(in names: Names) -> Meaning<Bool> {
    .truth(names.meaning(of: lhs).truth && names.meaning(of: rhs).truth)
  }

  var conjuncts: [any PredicateExpression<Bool>] { [lhs, rhs] }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Bool {
    let left = scope.reader(of: lhs)
    let right = scope.reader(of: rhs)
    return { row in try left(row) && right(row) }
  }
}

extension PredicateExpressions.Disjunction: PredicateNode {
  func meaning(in names: Names) -> Meaning<Bool> {
    .truth(names.meaning(of: lhs).truth || names.meaning(of: rhs).truth)
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Bool {
    let left = scope.reader(of: lhs)
    let right = scope.reader(of: rhs)
    return { row in try left(row) || right(row) }
  }
}

extension PredicateExpressions.Negation: PredicateNode {
  func meaning(in names: Names) -> Meaning<Bool> { .truth(!names.meaning(of: wrapped).truth) }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Bool {
    let inner = scope.reader(of: wrapped)
    return { row in try !inner(row) }
  }
}

extension PredicateExpressions.Conditional: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> {
    guard Output.self == Bool.self || Output.self == Bool?.self else { return .unknown }
    let test = names.meaning(of: test).truth
    let one = names.meaning(of: trueBranch).truth
    return .truth(test.choosing(one, or: names.meaning(of: falseBranch).truth))
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output {
    let test = scope.reader(of: test)
    let one = scope.reader(of: trueBranch)
    let other = scope.reader(of: falseBranch)
    return { row in try test(row) ? one(row) : other(row) }
  }
}
