import EventLog
import Foundation
import Records
import TestSupport

private typealias Build = PredicateExpressions
private typealias Expression<Output> = any StandardPredicateExpression<Output>

/// Random predicates over things, of all sorts of expressions that the macro writes.
struct RandomPredicates {
  var random: SeededGenerator

  mutating func predicate() -> Predicate<Thing> {
    Predicate<Thing> { thing in truth(thing, depth: random.index(below: 5)) }
  }

  private mutating func truth(_ thing: Build.Variable<Thing>, depth: Int) -> Expression<Bool> {
    guard depth > 0 else { return leaf(thing) }
    let one = truth(thing, depth: depth - 1)
    func two() -> Expression<Bool> { truth(thing, depth: random.index(below: depth)) }
    switch random.index(below: 9) {
    case 0, 1: return and(one, two())
    case 2, 3: return or(one, two())
    case 4, 5: return not(one)
    case 6: return choice(one, two(), two())
    case 7: return random.oneIn(2) ? equal(one, two()) : notEqual(one, two())
    default: return equal(one, Build.Value(random.oneIn(2)))
    }
  }

  private mutating func leaf(_ thing: Build.Variable<Thing>) -> Expression<Bool> {
    func path<Output>(_ path: any KeyPath<Thing, Output> & Sendable)
      -> Build.KeyPath<Build.Variable<Thing>, Output>
    {
      Build.build_KeyPath(root: thing, keyPath: path)
    }
    switch random.index(below: 24) {
    case 0: return ordered(path(\.name), Samples.texts)
    case 1: return ordered(maybe(path(\.nick), Samples.texts), Samples.texts)
    case 2: return ordered(sum(path(\.age)), Samples.ints)
    case 3: return ordered(maybe(path(\.level), Samples.levels), Samples.levels)
    case 4: return ordered(path(\.score), Samples.doubles)
    case 5: return ordered(maybe(path(\.ratio), Samples.floats), Samples.floats)
    case 6: return ordered(maybe(path(\.price), Samples.decimals), Samples.decimals)
    case 7: return ordered(maybe(path(\.date), Samples.dates), Samples.dates)
    case 8: return ordered(path(\.key), Samples.keys)
    case 9: return optional(path(\.nick), Samples.texts)
    case 10: return optional(path(\.level), Samples.levels)
    case 11: return optional(path(\.ratio), Samples.floats)
    case 12: return optional(path(\.data), Samples.data)
    case 13: return optional(path(\.rank), Samples.ranks)
    case 14: return optional(path(\.date), Samples.dates)
    case 15: return optional(path(\.flag), [true, false])
    case 16: return random.oneIn(2) ? path(\.isOn) : maybe(path(\.flag), [true, false])
    case 17:
      let raw = Build.build_KeyPath(root: path(\.color), keyPath: \Thing.Color.rawValue)
      return random.oneIn(2)
        ? same(path(\.color), Thing.Color.allCases) : same(raw, ["red", "K", "\u{212A}", "green"])
    case 18:
      return random.oneIn(2)
        ? starts(path(\.name)) : starts(maybe(path(\.nick), Samples.texts))
    case 19:
      let nick = path(\.nick)
      if random.oneIn(2) {
        // Optional chaining: `$0.nick?.starts(with: "a") == true`.
        let chained = Build.build_flatMap(nick) {
          Build.build_starts($0, with: Build.Value(random.pick(Samples.texts)))
        }
        let flag: Bool? = random.pick([true, false, nil])
        return Build.build_Equal(lhs: chained, rhs: Build.Value(flag))
      }
      let count = random.index(below: 3)
      let chained = Build.build_flatMap(nick) { Build.build_KeyPath(root: $0, keyPath: \.count) }
      return Build.build_Equal(lhs: chained, rhs: Build.Value(Optional(count)))
    case 20:
      // `$0.tags.contains { $0 == … && $0 == nick }`, which has a variable of its own.
      let wanted = random.pick(Samples.texts)
      let age = random.pick(Samples.ints)
      return Build.build_contains(path(\.tags)) { tag in
        Build.build_Conjunction(
          lhs: Build.build_NotEqual(lhs: tag, rhs: Build.Value(wanted)),
          rhs: Build.build_Comparison(lhs: path(\.age), rhs: Build.Value(age), op: .lessThan)
        )
      }
    case 21: return ordered(path(\.moment), Samples.instants)
    case 22: return ordered(maybe(path(\.day), Samples.days), Samples.days)
    default:
      let city = Build.build_flatMap(path(\.place)) {
        Build.build_KeyPath(root: $0, keyPath: \.city)
      }
      return random.oneIn(2)
        ? Build.build_Equal(lhs: path(\.place), rhs: Build.build_NilLiteral())
        : Build.build_Equal(lhs: city, rhs: Build.Value(Optional("Oslo")))
    }
  }
}

// Expressions over one value.
extension RandomPredicates {
  private mutating func ordered<Item: Comparable & Codable & Sendable>(
    _ item: Expression<Item>,
    _ samples: [Item]
  ) -> Expression<Bool> {
    switch random.index(below: 6) {
    case 0, 1: return same(item, samples)
    case 2:
      let (one, other) = (random.pick(samples), random.pick(samples))
      // NaN bounds no range.
      guard one <= other else { return same(item, samples) }
      return within(one, other, item)
    default:
      let bound = Build.Value(random.pick(samples))
      let order = random.pick(
        [.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual]
          as [Build.ComparisonOperator]
      )
      return random.oneIn(3) ? compare(bound, item, order) : compare(item, bound, order)
    }
  }

  private mutating func same<Item: Equatable & Codable & Sendable>(
    _ item: Expression<Item>,
    _ samples: [Item]
  ) -> Expression<Bool> {
    let constant = Build.Value(random.pick(samples))
    switch random.index(below: 4) {
    case 0: return equal(item, constant)
    case 1: return equal(constant, item)
    case 2: return notEqual(item, constant)
    default: return contains((0...random.index(below: 3)).map { _ in random.pick(samples) }, item)
    }
  }

  private mutating func optional<Item: Equatable & Codable & Sendable>(
    _ item: Build.KeyPath<Build.Variable<Thing>, Item?>,
    _ samples: [Item]
  ) -> Expression<Bool> {
    let some = samples.map(Optional.some)
    switch random.index(below: 5) {
    case 0: return Build.build_Equal(lhs: item, rhs: Build.build_NilLiteral())
    case 1: return Build.build_NotEqual(lhs: item, rhs: Build.build_NilLiteral())
    case 2:
      // `if let x = $0.item { x == … } else { … }`.
      let value = Build.Value(random.pick(samples))
      return Build.build_NilCoalesce(
        lhs: Build.build_flatMap(item) { Build.build_NotEqual(lhs: $0, rhs: value) },
        rhs: Build.Value(random.oneIn(2))
      )
    default: return same(item, some + [nil])
    }
  }

  /// An optional as a value: with a default, or unwrapped by force.
  private mutating func maybe<Item: Codable & Sendable>(
    _ item: Build.KeyPath<Build.Variable<Thing>, Item?>,
    _ samples: [Item]
  ) -> Expression<Item> {
    random.oneIn(3)
      ? Build.build_ForcedUnwrap(item)
      : Build.build_NilCoalesce(lhs: item, rhs: Build.Value(random.pick(samples)))
  }

  /// A number, sometimes in a calculation that does not overflow.
  private mutating func sum(_ number: Build.KeyPath<Build.Variable<Thing>, Int>) -> Expression<Int>
  {
    guard random.oneIn(4) else { return number }
    return Build.build_Arithmetic(
      lhs: Build.build_Remainder(lhs: number, rhs: Build.Value(7)),
      rhs: Build.build_UnaryMinus(
        Build.build_Arithmetic(lhs: Build.Value(1), rhs: Build.Value(2), op: .add)
      ),
      op: random.oneIn(2) ? .multiply : .subtract
    )
  }

  private mutating func starts(_ text: Expression<String>) -> Expression<Bool> {
    func open(_ text: some StandardPredicateExpression<String>) -> Expression<Bool> {
      let part = Build.Value(random.pick(Samples.texts))
      return random.oneIn(4)
        ? Build.build_contains(text, part) : Build.build_starts(text, with: part)
    }
    return open(text)
  }
}

// Each takes its parts as what they are, so that the tree has the types the macro would give it.

private func and(
  _ left: some StandardPredicateExpression<Bool>,
  _ right: some StandardPredicateExpression<Bool>
) -> Expression<Bool> { Build.build_Conjunction(lhs: left, rhs: right) }

private func or(
  _ left: some StandardPredicateExpression<Bool>,
  _ right: some StandardPredicateExpression<Bool>
) -> Expression<Bool> { Build.build_Disjunction(lhs: left, rhs: right) }

private func not(_ part: some StandardPredicateExpression<Bool>) -> Expression<Bool> {
  Build.build_Negation(part)
}

private func choice(
  _ test: some StandardPredicateExpression<Bool>,
  _ one: some StandardPredicateExpression<Bool>,
  _ other: some StandardPredicateExpression<Bool>
) -> Expression<Bool> { Build.build_Conditional(test, one, other) }

private func equal<Item: Equatable>(
  _ left: some StandardPredicateExpression<Item>,
  _ right: some StandardPredicateExpression<Item>
) -> Expression<Bool> { Build.build_Equal(lhs: left, rhs: right) }

private func notEqual<Item: Equatable>(
  _ left: some StandardPredicateExpression<Item>,
  _ right: some StandardPredicateExpression<Item>
) -> Expression<Bool> { Build.build_NotEqual(lhs: left, rhs: right) }

private func compare<Item: Comparable>(
  _ left: some StandardPredicateExpression<Item>,
  _ right: some StandardPredicateExpression<Item>,
  _ order: Build.ComparisonOperator
) -> Expression<Bool> { Build.build_Comparison(lhs: left, rhs: right, op: order) }

private func contains<Item: Equatable & Codable & Sendable>(
  _ items: [Item],
  _ item: some StandardPredicateExpression<Item>
) -> Expression<Bool> { Build.build_contains(Build.Value(items), item) }

private func within<Item: Comparable & Codable & Sendable>(
  _ low: Item,
  _ high: Item,
  _ item: some StandardPredicateExpression<Item>
) -> Expression<Bool> {
  Build.build_contains(
    Build.build_ClosedRange(lower: Build.Value(low), upper: Build.Value(high)),
    item
  )
}
