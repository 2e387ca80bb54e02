internal import Records

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A sort of expression within a predicate that is looked into: each can be compiled into a closure, and some have
/// a meaning to the store.
///
/// Other sorts are evaluated as Foundation does it, which is right and slow.
protocol PredicateNode<Output>: PredicateExpression, SendableMetatype {
  /// What the expression is in terms of the store.
  func meaning(in names: Names) -> Meaning<Output>

  /// The ids of all records that it may be true of; nil where that could be any.
  func ids(in names: Names, _ records: RecordNames) -> [ExactString]?

  /// The parts that all must hold for it to be true; none where it is not made of such.
  var conjuncts: [any PredicateExpression<Bool>] { get }

  /// A closure that computes the expression.
  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output
}

extension PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> { .unknown }

  func ids(in names: Names, _ records: RecordNames) -> [ExactString]? { nil }

  var conjuncts: [any PredicateExpression<Bool>] { [] }
}

/// Where a compiled expression takes its variables from.
///
/// The row is the record, or within an inner closure the row outside together with the closure's argument, so that
/// variables are found when the expression is compiled and no table of them is needed when it runs.
protocol Scope {
  associatedtype Row

  /// A closure that reads a variable; nil where there is none such.
  func reader<Output>(of variable: PredicateExpressions.Variable<Output>) -> ((Row) -> Output)?

  /// The variables as Foundation wants them.
  func bindings(of row: Row) -> PredicateBindings
}

extension Scope {
  /// A closure that computes an expression.
  func reader<Expression: PredicateExpression>(of expression: Expression)
    -> (Row) throws -> Expression.Output
  {
    // Not through `node`: a closure that is cast is slower each time that it runs.
    if let node = expression as? any PredicateNode<Expression.Output> {
      return node.reader(in: self)
    }
    return { row in try expression.evaluate(bindings(of: row)) }
  }
}

/// A predicate's own variable: the record.
struct RecordScope<Row>: Scope {
  let variable: PredicateExpressions.Variable<Row>

  func reader<Output>(of variable: PredicateExpressions.Variable<Output>) -> ((Row) -> Output)? {
    guard variable.key == self.variable.key else { return nil }
    return { (row: Row) in row } as? (Row) -> Output
  }

  func bindings(of row: Row) -> PredicateBindings { PredicateBindings((variable, row)) }
}

/// The argument of a closure within a predicate, and the variables around it.
struct InnerScope<Outer: Scope, Argument>: Scope {
  let outer: Outer
  let variable: PredicateExpressions.Variable<Argument>

  func reader<Output>(of variable: PredicateExpressions.Variable<Output>)
    -> (((Outer.Row, Argument)) -> Output)?
  {
    if variable.key == self.variable.key {
      return { (row: (Outer.Row, Argument)) in row.1 } as? ((Outer.Row, Argument)) -> Output
    }
    return outer.reader(of: variable).map { reader in { row in reader(row.0) } }
  }

  func bindings(of row: (Outer.Row, Argument)) -> PredicateBindings {
    outer.bindings(of: row.0).binding(variable, to: row.1)
  }
}
