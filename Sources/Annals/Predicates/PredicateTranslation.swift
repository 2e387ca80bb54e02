internal import Records

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A predicate as the store can use it: a condition for its planner, and a test for what the condition leaves open.
///
/// The condition and the test together accept exactly the records for which `Predicate.evaluate` gives true. The
/// condition alone accepts all of these, so no view that it is answered from loses a record:
///
/// - Swift's nil equals nil and differs from any value, where SQL's logic calls both unknown; `?.`, `??`, `!`,
///   `if let` and `flatMap` keep their meaning.
/// - Swift compares text by canonical equivalence, the store by bytes. An equality with a text becomes one among all
///   spellings of it; an order of texts is left to the test, and so is all of `starts(with:)` but the bytes it needs.
/// - NaN is equal to nothing and less or greater than nothing.
/// - Enumerations are compared by raw value. An enumeration must not define an equality of its own; its `.rawValue`
///   itself is known where it is `CaseIterable`.
/// - A `Date` is compared by the test; the condition leaves some microseconds of room.
///
/// For a record that the condition rules out the predicate is not run. One that would throw there, since it unwraps nil
/// by force, does not throw; one that throws for a record that the condition lets through does. Whole numbers that
/// overflow, divisions by zero and reversed ranges, for which Foundation stops the program, throw
/// `StoreError` (`badData`) where they are made of the record's values.
package struct PredicateTranslation<Model> {
  /// True of every record that the predicate accepts; nil where nothing is known.
  package let condition: Condition?
  /// The ids of all records that the predicate may accept; nil where that could be any.
  package let ids: [ExactString]?
  /// What the condition leaves open; nil where it says all.
  ///
  /// It throws what the predicate throws.
  package let remainder: ((Model) throws -> Bool)?

  /// Translates a predicate.
  ///
  /// - Parameters:
  ///   - predicate: the predicate. Constants in it are read now, so calculations and key paths among them run once.
  ///   - records: how it names single records.
  ///   - field: the field that a key path of the record leads to; nil where it leads to none.
  /// - Complexity: O(expressions in the predicate).
  package init(
    _ predicate: Predicate<Model>,
    naming records: RecordNames = .unknown,
    field: @escaping (AnyKeyPath) -> FieldDefinition?
  ) {
    let names = Names(field).naming(predicate.variable, .record)
    let scope = RecordScope(variable: predicate.variable)
    var bound = Bound.always
    var tests: [(Model) throws -> Bool] = []
    for part in conjuncts(of: predicate.expression) {
      let part = Self.translate(part, names, scope)
      bound = bound && part.bound
      if let test = part.test { tests.append(test) }
    }
    // A part that names records by id is left to the test.
    ids = tests.isEmpty ? nil : predicate.expression.node?.ids(in: names, records)
    condition = bound.condition == .all([]) ? nil : bound.condition
    remainder =
      switch tests.count {
      case 0: nil
      case 1: tests[0]
      default: { record in try tests.allSatisfy { try $0(record) } }
      }
  }

  private static func translate(
    _ part: some PredicateExpression<Bool>,
    _ names: Names,
    _ scope: RecordScope<Model>
  ) -> (bound: Bound, test: ((Model) throws -> Bool)?) {
    let bound = names.meaning(of: part).truth.whenTrue
    return (bound, bound.isExact ? nil : scope.reader(of: part))
  }
}

/// The parts of a predicate that all must hold, in order.
private func conjuncts(of expression: any PredicateExpression<Bool>)
  -> [any PredicateExpression<Bool>]
{
  let parts = expression.node?.conjuncts ?? []
  return parts.isEmpty ? [expression] : parts.flatMap(conjuncts)
}
