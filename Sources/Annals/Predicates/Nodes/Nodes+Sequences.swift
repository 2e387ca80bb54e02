internal import Records
internal import StoreErrors

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Membership in collections and ranges, and what texts and collections begin with and hold.

extension PredicateExpressions.SequenceContains: PredicateNode {
  /// A longer list is tested record by record.
  private static var maximumCount: Int { 1000 }

  func meaning(in names: Names) -> Meaning<Bool> {
    guard case .constant(let constants) = names.meaning(of: sequence),
      case .column(let column) = names.meaning(of: element)
    else { return .unknown }
    let first = Array(constants.prefix(Self.maximumCount + 1))
    guard first.count <= Self.maximumCount else { return .unknown }
    return .truth(column.among(first) { first.contains($0) })
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Bool {
    let sequence = scope.reader(of: sequence)
    let element = scope.reader(of: element)
    return { row in try sequence(row).contains(try element(row)) }
  }
}

extension PredicateExpressions.SequenceContainsWhere: PredicateNode {
  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Bool {
    let sequence = scope.reader(of: sequence)
    let test = InnerScope(outer: scope, variable: variable).reader(of: test)
    return { row in try sequence(row).contains { try test((row, $0)) } }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: PredicateNode {
  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Bool {
    let sequence = scope.reader(of: sequence)
    let test = InnerScope(outer: scope, variable: variable).reader(of: test)
    return { row in try sequence(row).allSatisfy { try test((row, $0)) } }
  }
}

extension PredicateExpressions.SequenceStartsWith: PredicateNode {
  func meaning(in names: Names) -> Meaning<Bool> {
    guard case .column(let column) = names.meaning(of: base),
      case .constant(let constant) = names.meaning(of: prefix),
      let text = constant as? String, Base.Output.self == String.self
    else { return .unknown }
    return .truth(column.starts(with: text) { $0.starts(with: constant) })
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Bool {
    let base = scope.reader(of: base)
    let prefix = scope.reader(of: prefix)
    return { row in try base(row).starts(with: prefix(row)) }
  }
}

extension PredicateExpressions.CollectionContainsCollection: PredicateNode {
  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Bool {
    let base = scope.reader(of: base)
    let other = scope.reader(of: other)
    return { row in try base(row).contains(other(row)) }
  }
}

extension PredicateExpressions.RangeExpressionContains: PredicateNode {
  func meaning(in names: Names) -> Meaning<Bool> {
    guard case .constant(let range) = names.meaning(of: range),
      case .column(let column) = names.meaning(of: element),
      let bounds = (range as? any Bounded<RangeExpression.Output.Bound>)?.bounds
    else { return .unknown }
    let isWithin = bounds.map { column.ordered($0.comparison, $0.bound) }
    return .truth(isWithin.reduce(Truth(always: true), &&))
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Bool {
    let range = scope.reader(of: range)
    let element = scope.reader(of: element)
    return { row in try range(row).contains(try element(row)) }
  }
}

extension PredicateExpressions.Range: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> {
    guard case .constant(let low) = names.meaning(of: lower),
      case .constant(let high) = names.meaning(of: upper), low <= high
    else { return .unknown }
    return .constant(low..<high)
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output {
    let lower = scope.reader(of: lower)
    let upper = scope.reader(of: upper)
    return { row in
      let (low, high) = (try lower(row), try upper(row))
      guard low <= high else { throw StoreError(reversedRangeFrom: low, to: high) }
      return low..<high
    }
  }
}

extension PredicateExpressions.ClosedRange: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> {
    guard case .constant(let low) = names.meaning(of: lower),
      case .constant(let high) = names.meaning(of: upper), low <= high
    else { return .unknown }
    return .constant(low...high)
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output {
    let lower = scope.reader(of: lower)
    let upper = scope.reader(of: upper)
    return { row in
      let (low, high) = (try lower(row), try upper(row))
      guard low <= high else { throw StoreError(reversedRangeFrom: low, to: high) }
      return low...high
    }
  }
}

extension StoreError {
  /// What Foundation would stop the program for.
  fileprivate init<Bound>(reversedRangeFrom low: Bound, to high: Bound) {
    self.init(
      .badData,
      "a predicate's range goes from \(low) down to \(high)",
      hints: ["compare with both ends instead: $0.low <= x && x <= $0.high"]
    )
  }
}

/// The standard library's ranges, as comparisons that all hold of what a range contains.
private protocol Bounded<Bound> {
  associatedtype Bound: Comparable
  var bounds: [(comparison: Condition.Comparison, bound: Bound)] { get }
}

extension Range: Bounded {
  fileprivate var bounds: [(comparison: Condition.Comparison, bound: Bound)] {
    [(.greaterOrEqual, lowerBound), (.less, upperBound)]
  }
}

extension ClosedRange: Bounded {
  fileprivate var bounds: [(comparison: Condition.Comparison, bound: Bound)] {
    [(.greaterOrEqual, lowerBound), (.lessOrEqual, upperBound)]
  }
}

extension PartialRangeFrom: Bounded {
  fileprivate var bounds: [(comparison: Condition.Comparison, bound: Bound)] {
    [(.greaterOrEqual, lowerBound)]
  }
}

extension PartialRangeUpTo: Bounded {
  fileprivate var bounds: [(comparison: Condition.Comparison, bound: Bound)] {
    [(.less, upperBound)]
  }
}

extension PartialRangeThrough: Bounded {
  fileprivate var bounds: [(comparison: Condition.Comparison, bound: Bound)] {
    [(.lessOrEqual, upperBound)]
  }
}
