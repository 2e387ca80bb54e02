import Annals
import Foundation
import Records
import Synchronization

/// How many people live, and the sum of their ages by place: told from the events alone, whatever the state of the
/// store.
struct Census: Projection, Equatable {
  static let name = "census"
  static let version = 2
  static let former: FormerProjection<Census>? = FormerProjection(OldCensus.self) {
    Census(living: $0.living)
  }
  static let snapshotPolicy = SnapshotPolicy(everyEvents: 10, keep: 3)

  var living = 0
  var ages = 0
  /// Numbers that JSON must keep exactly.
  var exact: [Double] = [0.1, .infinity, -0.0]
  var byGender: [Bool: Int] = [:]

  init() {}
  init(living: Int) { self.living = living }

  mutating func apply(_ event: Event) throws {
    Gate.pass()
    if let age = try event.change(of: \Person.age) { ages += (age.new ?? 0) - (age.old ?? 0) }
    if let gender = try event.change(of: \Person.gender) {
      if let old = gender.old { byGender[old, default: 0] -= 1 }
      if let new = gender.new { byGender[new, default: 0] += 1 }
    }
    guard event.definition.name == "person" else { return }
    if event.op == .create { living += 1 }
    if event.op == .delete { living -= 1 }
  }

  /// The same, from the people themselves.
  init(of people: [Person]) {
    living = people.count
    ages = people.reduce(0) { $0 + $1.age }
    byGender = people.reduce(into: [:]) { $0[$1.gender, default: 0] += 1 }
  }

  /// Whether both say the same: nobody is as good as zero.
  static func == (left: Census, right: Census) -> Bool {
    left.living == right.living && left.ages == right.ages && left.exact == right.exact
      && left.byGender.filter { $0.value != 0 } == right.byGender.filter { $0.value != 0 }
  }
}

/// The version before, which only counted.
struct OldCensus: Projection {
  static let name = "census"
  static let version = 1
  static let snapshotPolicy = SnapshotPolicy(everyEvents: 10, keep: 3)

  var living = 0

  mutating func apply(_ event: Event) throws {
    guard event.definition.name == "person" else { return }
    if event.op == .create { living += 1 }
    if event.op == .delete { living -= 1 }
  }
}

/// Counts the events that `Census` folds, and holds them up where a test wants that.
enum Gate {
  private static let state = Mutex((count: 0, isShut: false))
  static var count: Int { state.withLock { $0.count } }
  static func shut() { state.withLock { $0.isShut = true } }
  static func open() { state.withLock { $0.isShut = false } }

  static func pass() {
    state.withLock { $0.count += 1 }
    while state.withLock({ $0.isShut }) { Thread.sleep(forTimeInterval: 0.001) }
  }
}

/// A fold that cannot go on behind r3.
struct Stumbling: Projection {
  static let name = "stumbling"
  static let version = 1
  struct Stone: Error {}
  var count = 0

  mutating func apply(_ event: Event) throws {
    count += 1
    if event.position.revision > 3, !Self.isRepaired.withLock({ $0 }) { throw Stone() }
  }

  static let isRepaired = Mutex(false)
}
