internal import Records

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What an expression of a predicate is in terms of the store.
enum Meaning<Output> {
  /// The same value for every record.
  case constant(Output)
  /// The record itself.
  case record
  /// A part of it that is no field.
  case part(AnyKeyPath)
  /// A field's value.
  case column(Column<Output>)
  /// True or false (or nil), each for records that are more or less known.
  case truth(Truth)
  /// Anything else: it must be computed.
  case unknown

  /// A truth, or nil, as an truth.
  var truth: Truth {
    switch self {
    case .constant(let value): Truth(always: value as? Bool)
    case .column(let column): column.truth
    case .truth(let truth): truth
    case .record, .part, .unknown: .unknown
    }
  }
}

/// What the variables of a predicate mean, and which key paths are fields.
struct Names {
  private let field: (AnyKeyPath) -> FieldDefinition?
  private var variables: [PredicateExpressions.VariableID: Any] = [:]

  init(_ field: @escaping (AnyKeyPath) -> FieldDefinition?) { self.field = field }

  /// These names and one more.
  func naming<Output>(
    _ variable: PredicateExpressions.Variable<Output>,
    _ meaning: Meaning<Output>
  ) -> Names {
    var names = self
    names.variables[variable.key] = meaning
    return names
  }

  func meaning<Output>(of variable: PredicateExpressions.Variable<Output>) -> Meaning<Output> {
    variables[variable.key] as? Meaning<Output> ?? .unknown
  }

  /// What an expression means; unknown where it is of a sort that is not looked into.
  func meaning<Expression: PredicateExpression>(of expression: Expression)
    -> Meaning<Expression.Output>
  {
    func meaning(of node: some PredicateNode) -> Meaning<Expression.Output>? {
      node.meaning(in: self) as? Meaning<Expression.Output>
    }
    return expression.node.flatMap { meaning(of: $0) } ?? .unknown
  }

  /// What a key path of the record means.
  func meaning<Output>(of path: AnyKeyPath, as: Output.Type) -> Meaning<Output> {
    guard let field = field(path) else { return .part(path) }
    // A field that must not be nil is there in every record that can be read.
    let absent = (Output.self as? any Nillable.Type).flatMap { $0.none as? Output }
    return .column(Column(field: field, absent: absent.map { .value($0) } ?? .impossible))
  }
}

/// Optionals of any type.
private protocol Nillable {
  static var none: Self { get }
}

extension Optional: Nillable {}
