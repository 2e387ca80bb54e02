internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Which sorts of expressions are looked into.
///
/// Swift takes microseconds to find out whether a generic type conforms to a protocol, and programs make the same
/// predicates with other constants again and again: so each type is asked once.
private enum PredicateSorts {
  private static let known = Mutex<[ObjectIdentifier: (any PredicateNode.Type)?]>([:])

  static func sort(of type: any PredicateExpression.Type) -> (any PredicateNode.Type)? {
    let key = ObjectIdentifier(type)
    if let known = known.withLock({ $0[key] }) { return known }
    let sort = type as? any PredicateNode.Type
    known.withLock { $0[key] = sort }
    return sort
  }
}

extension PredicateExpression {
  /// The expression as one that is looked into; nil for others.
  var node: (any PredicateNode)? {
    func node<Node: PredicateNode>(_: Node.Type) -> (any PredicateNode)? { self as? Node }
    return PredicateSorts.sort(of: Self.self).flatMap { node($0) }
  }
}
