internal import Records

/// A condition that is true of every record for which a statement holds, and maybe of more.
///
/// Conditions are only ever asked whether they are true, so what SQL's logic calls unknown counts as false here.
struct Bound {
  let condition: Condition
  /// Whether the condition is true of no other records.
  let isExact: Bool
  /// How many tests the condition has.
  private let size: Int

  /// A bound with more tests than this says nothing any more: nested choices may double them with each level.
  private static let maximumSize = 1000

  private init(_ condition: Condition, isExact: Bool, size: Int) {
    self.condition = condition
    self.isExact = isExact
    self.size = size
  }

  /// A condition that is true of just the records for which the statement holds.
  static func exactly(_ condition: Condition) -> Bound {
    Bound(condition, isExact: true, size: 1)
  }

  /// A condition that is true of them and maybe of others.
  static func within(_ condition: Condition) -> Bound {
    Bound(condition, isExact: false, size: 1)
  }

  /// True of all records.
  static let always = exactly(.all([]))
  /// True of none.
  static let never = exactly(.any([]))
  /// Nothing is known.
  static let unknown = within(.all([]))

  private var isEverything: Bool { condition == .all([]) }

  /// Whether no record fulfils it.
  var isNever: Bool { condition == .any([]) }

  static func && (left: Bound, right: Bound) -> Bound {
    if left.isNever || right.isNever { return .never }
    let isExact = left.isExact && right.isExact
    let size = left.size + right.size
    guard size <= maximumSize else { return .unknown }
    let parts = left.conjuncts + right.conjuncts
    return Bound(parts.count == 1 ? parts[0] : .all(parts), isExact: isExact, size: size)
  }

  static func || (left: Bound, right: Bound) -> Bound {
    if left.isNever { return right }
    if right.isNever { return left }
    if left.isEverything || right.isEverything {
      let isAlways = left.isEverything && left.isExact || right.isEverything && right.isExact
      return isAlways ? .always : .unknown
    }
    let size = left.size + right.size
    guard size <= maximumSize else { return .unknown }
    return Bound(
      .any(left.disjuncts + right.disjuncts),
      isExact: left.isExact && right.isExact,
      size: size
    )
  }

  private var conjuncts: [Condition] {
    if case .all(let parts) = condition { parts } else { [condition] }
  }

  private var disjuncts: [Condition] {
    if case .any(let parts) = condition { parts } else { [condition] }
  }
}
