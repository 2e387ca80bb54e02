internal import Records

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Variables, constants and key paths.

extension PredicateExpressions.Variable: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> { names.meaning(of: self) }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output {
    // A variable that nothing binds is an error to Foundation, too.
    scope.reader(of: self) ?? { row in try evaluate(scope.bindings(of: row)) }
  }
}

extension PredicateExpressions.Value: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> { .constant(value) }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output { { _ in value } }
}

extension PredicateExpressions.NilLiteral: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> { .constant(nil) }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output { { _ in nil } }
}

extension PredicateExpressions.KeyPath: PredicateNode {
  func meaning(in names: Names) -> Meaning<Output> {
    switch names.meaning(of: root) {
    case .constant(let value): .constant(value[keyPath: keyPath])
    case .record: names.meaning(of: keyPath, as: Output.self)
    case .part(let path):
      path.appending(path: keyPath).map { names.meaning(of: $0, as: Output.self) } ?? .unknown
    case .column(let column) where isRawValue:
      .column(column.replacingAbsent { .value($0[keyPath: keyPath]) })
    case .column, .truth, .unknown: .unknown
    }
  }

  /// Whether the key path leads from the cases of an enumeration to their raw values.
  ///
  /// Key paths do not tell their names, so all cases are tried.
  private var isRawValue: Bool {
    guard let cases = Root.Output.self as? any (CaseIterable & RawRepresentable).Type else {
      return false
    }
    return Self.leadsToRawValues(keyPath, of: cases)
  }

  private static func leadsToRawValues<Enumeration: CaseIterable & RawRepresentable>(
    _ path: AnyKeyPath,
    of type: Enumeration.Type
  ) -> Bool {
    guard let path = path as? Swift.KeyPath<Enumeration, Enumeration.RawValue>,
      let equals = Enumeration.RawValue.self as? any Equatable.Type
    else { return false }
    func areEqual<Raw: Equatable>(_ type: Raw.Type) -> Bool {
      Enumeration.allCases.allSatisfy { $0[keyPath: path] as? Raw == $0.rawValue as? Raw }
    }
    return areEqual(equals)
  }

  func reader<Place: Scope>(in scope: Place) -> (Place.Row) throws -> Output {
    let root = scope.reader(of: root)
    let path: Swift.KeyPath<Root.Output, Output> = keyPath
    return { row in try root(row)[keyPath: path] }
  }
}
