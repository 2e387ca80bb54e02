/// For which records a true-or-false expression of a predicate comes out as what.
///
/// Both sides are kept from the start, since a bound cannot be turned around: what is not among too many
/// records is among too few.
struct Truth {
  var whenTrue: Bound
  var whenFalse: Bound
  /// Only an optional comes out as nil.
  var whenNil = Bound.never
  /// Whether there may be records for which the expression throws an error instead.
  var mayThrow = false

  /// Nothing is known.
  static let unknown = Truth(
    whenTrue: .unknown,
    whenFalse: .unknown,
    whenNil: .unknown,
    mayThrow: true
  )

  /// What comes out the same for every record.
  init(always constant: Bool?) {
    whenTrue = constant == true ? .always : .never
    whenFalse = constant == false ? .always : .never
    whenNil = constant == nil ? .always : .never
  }

  init(whenTrue: Bound, whenFalse: Bound, whenNil: Bound = .never, mayThrow: Bool = false) {
    self.whenTrue = whenTrue
    self.whenFalse = whenFalse
    self.whenNil = whenNil
    self.mayThrow = mayThrow
  }

  static prefix func ! (truth: Truth) -> Truth {
    Truth(
      whenTrue: truth.whenFalse,
      whenFalse: truth.whenTrue,
      whenNil: truth.whenNil,
      mayThrow: truth.mayThrow
    )
  }

  static func && (left: Truth, right: Truth) -> Truth {
    // Where the left side may throw, the right one decides only behind it.
    let rightDecides = left.mayThrow ? left.whenTrue && right.whenFalse : right.whenFalse
    return Truth(
      whenTrue: left.whenTrue && right.whenTrue,
      whenFalse: left.whenFalse || rightDecides,
      mayThrow: left.mayThrow || right.mayThrow
    )
  }

  static func || (left: Truth, right: Truth) -> Truth { !(!left && !right) }

  /// Whether both come out the same.
  static func == (left: Truth, right: Truth) -> Truth {
    let same =
      left.whenTrue && right.whenTrue || left.whenFalse && right.whenFalse
      || left.whenNil && right.whenNil
    let different =
      left.whenTrue && (right.whenFalse || right.whenNil)
      || left.whenFalse && (right.whenTrue || right.whenNil)
      || left.whenNil && (right.whenTrue || right.whenFalse)
    return Truth(
      whenTrue: same,
      whenFalse: different,
      mayThrow: left.mayThrow || right.mayThrow
    )
  }

  /// This, or another where it is nil.
  func or(_ other: Truth) -> Truth {
    Truth(
      whenTrue: whenTrue || whenNil && other.whenTrue,
      whenFalse: whenFalse || whenNil && other.whenFalse,
      whenNil: whenNil && other.whenNil,
      mayThrow: mayThrow || other.mayThrow
    )
  }

  /// One or another, as this comes out true or false.
  func choosing(_ one: Truth, or other: Truth) -> Truth {
    Truth(
      whenTrue: whenTrue && one.whenTrue || whenFalse && other.whenTrue,
      whenFalse: whenTrue && one.whenFalse || whenFalse && other.whenFalse,
      whenNil: whenTrue && one.whenNil || whenFalse && other.whenNil,
      mayThrow: mayThrow || one.mayThrow || other.mayThrow
    )
  }

  /// This where it is not nil, an error elsewhere.
  var unwrapped: Truth {
    Truth(whenTrue: whenTrue, whenFalse: whenFalse, mayThrow: mayThrow || !whenNil.isNever)
  }
}
