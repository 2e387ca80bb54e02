internal import Records

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// How a predicate's key paths and constants name the records of a type.
package struct RecordNames: Sendable {
  /// Whether a key path of the record leads to its id.
  let isID: @Sendable (AnyKeyPath) -> Bool
  /// The texts of all ids that equal a value; nil where they are not known.
  let texts: @Sendable (Any) -> [ExactString]?

  /// No key path is known.
  package static let unknown = RecordNames(isID: { _ in false }, texts: { _ in nil })
}

/// A sort of expression that may be true of few records only, which their ids tell.
protocol IDRestriction {
  /// The ids of all records that it may be true of; nil where that could be any.
  func ids(in names: Names, _ records: RecordNames) -> [ExactString]?
}

extension PredicateExpressions.Equal: IDRestriction {
  func ids(in names: Names, _ records: RecordNames) -> [ExactString]? {
    switch (names.meaning(of: lhs), names.meaning(of: rhs)) {
    case (.part(let path), .constant(let id)) where records.isID(path): records.texts(id)
    case (.constant(let id), .part(let path)) where records.isID(path): records.texts(id)
    default: nil
    }
  }
}

extension PredicateExpressions.SequenceContains: IDRestriction {
  func ids(in names: Names, _ records: RecordNames) -> [ExactString]? {
    guard case .constant(let ids) = names.meaning(of: sequence),
      case .part(let path) = names.meaning(of: element), records.isID(path)
    else { return nil }
    var all: [ExactString] = []
    for id in ids {
      guard let texts = records.texts(id) else { return nil }
      all += texts
    }
    return all
  }
}

extension PredicateExpressions.Disjunction: IDRestriction {
  func ids(in names: Names, _ records: RecordNames) -> [ExactString]? {
    guard let left = (lhs as? any IDRestriction)?.ids(in: names, records),
      let right = (rhs as? any IDRestriction)?.ids(in: names, records)
    else { return nil }
    return left + right
  }
}

extension PredicateExpressions.Conjunction: IDRestriction {
  func ids(in names: Names, _ records: RecordNames) -> [ExactString]? {
    (lhs as? any IDRestriction)?.ids(in: names, records)
      ?? (rhs as? any IDRestriction)?.ids(in: names, records)
  }
}
