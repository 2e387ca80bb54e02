internal import Records

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// The sorts of expressions that may be true of few records only, which their ids tell.

extension PredicateExpressions.Equal {
  func ids(in names: Names, _ records: RecordNames) -> [ExactString]? {
    switch (names.meaning(of: lhs), names.meaning(of: rhs)) {
    case (.part(let path), .constant(let id)) where records.isID(path): records.texts(id)
    case (.constant(let id), .part(let path)) where records.isID(path): records.texts(id)
    default: nil
    }
  }
}

extension PredicateExpressions.SequenceContains {
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

extension PredicateExpressions.Disjunction {
  func ids(in names: Names, _ records: RecordNames) -> [ExactString]? {
    guard let left = lhs.node?.ids(in: names, records),
      let right = rhs.node?.ids(in: names, records)
    else { return nil }
    return left + right
  }
}

extension PredicateExpressions.Conjunction {
  func ids(in names: Names, _ records: RecordNames) -> [ExactString]? {
    lhs.node?.ids(in: names, records) ?? rhs.node?.ids(in: names, records)
  }
}
