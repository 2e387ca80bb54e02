@testable import Annals
import Foundation
import Records
import TestSupport
import Testing

/// Random predicates over random records: what the store finds is what `evaluate` accepts.
@Suite struct PredicatesPropertyTests {
  private static let predicateCount = 2000
  private static let recordCount = 60

  @Test func `a fetch finds what evaluate accepts`() throws {
    var generator = RandomPredicates(random: SeededGenerator())
    let store = try Store.inMemory(for: Thing.self)
    defer { store.close() }
    let binding = try store.binding(of: Thing.self)
    var counts = (pairs: 0, exact: 0, narrowed: 0, throwing: 0)
    var things: [Thing] = []
    for round in 0..<rounds(Self.predicateCount) {
      if round % 100 == 0 {
        things = (0..<Self.recordCount).map { Thing(id: "\($0)", &generator.random) }
        try store.write(by: "ann") { transaction in
          for thing in things { try transaction.save(thing) }
        }
      }
      let predicate = generator.predicate()
      let translation = PredicateTranslation(predicate) {
        binding.field($0, under: binding.definition)
      }
      let query = Query("thing", where: translation.condition)
      let reached = Set(try store.fetch(query).records.map(\.id.text))
      var wanted: Set<String> = []
      var mayThrow = false
      for thing in things {
        let truth = Result { try predicate.evaluate(thing) }
        let answer = Result {
          try reached.contains(thing.id) && (translation.remainder?(thing) ?? true)
        }
        switch (truth, answer) {
        case (.success(let truth), .success(let answer)) where truth == answer:
          if truth { wanted.insert(thing.id) }
        // A record for which the predicate throws is not found, whether or not it is looked at.
        case (.failure, .success(false)): break
        case (.failure, .failure): mayThrow = true
        default:
          Issue.record(
            "\(truth) became \(answer): \(predicate) as \(query) for \(thing)"
          )
        }
      }
      counts.pairs += things.count
      counts.exact += translation.remainder == nil ? 1 : 0
      counts.narrowed += translation.condition == nil ? 0 : 1
      counts.throwing += mayThrow ? 1 : 0
      if mayThrow {
        #expect(throws: (any Error).self) { _ = try store.fetch(Thing.self, where: predicate) }
      } else {
        let descriptor = FetchDescriptor(predicate: predicate)
        #expect(Set(try store.fetch(descriptor).map(\.id)) == wanted, "\(predicate)")
        #expect(try store.fetchCount(descriptor) == wanted.count, "\(predicate)")
      }
    }
    print(
      "\(counts.pairs) pairs; of \(rounds(Self.predicateCount)) predicates \(counts.exact) are exact, "
        + "\(counts.narrowed) narrowed, \(counts.throwing) throw"
    )
    #expect(counts.pairs >= 100_000 && counts.exact > 0 && counts.narrowed > counts.exact)
  }
}
