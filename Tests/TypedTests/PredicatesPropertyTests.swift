import Annals
import Foundation
import Records
import TestSupport
import Testing

/// Random predicates over random records: what the store finds with the translation is what `evaluate` accepts.
@Suite struct PredicatesPropertyTests {
  private static let predicateCount = 2000
  private static let recordCount = 60

  @Test func `a translated predicate accepts what evaluate accepts`() throws {
    var generator = RandomPredicates(random: SeededGenerator())
    let store = Store.inMemory()
    defer { store.close() }
    _ = try store.write(by: "ann", [.define(Thing.definition())])
    let definition = try store.type("thing")
    var exact = 0
    var narrowed = 0
    var pairs = 0
    var things: [ExactString: Thing] = [:]
    for round in 0..<rounds(Self.predicateCount) {
      if round % 100 == 0 {
        things = [:]
        for number in 0..<Self.recordCount {
          things[ExactString("\(number)")] = Thing(&generator.random)
        }
        _ = try store.write(
          by: "ann",
          things.map { .replace(type: "thing", id: $0.key, $0.value.stored(&generator.random)) }
        )
      }
      let predicate = generator.predicate()
      let translation = PredicateTranslation(predicate, field: Thing.field(definition))
      let found = try store.fetch(Query("thing", where: translation.condition)).records.map(\.id)
      let reached = Set(found)
      exact += translation.remainder == nil ? 1 : 0
      narrowed += translation.condition == nil ? 0 : 1
      for (id, thing) in things {
        let wanted = Result { try predicate.evaluate(thing) }
        let given = Result {
          try reached.contains(id) && (translation.remainder?(thing) ?? true)
        }
        pairs += 1
        switch (wanted, given) {
        case (.success(let wanted), .success(let given)) where wanted == given: break
        // A record for which the predicate throws is not found, whether or not it is looked at.
        case (.failure, .failure), (.failure, .success(false)): break
        default:
          Issue.record(
            """
            \(wanted) became \(given): \(predicate) as \(String(describing: translation.condition)) \
            of \(thing)
            """
          )
        }
      }
    }
    print(
      "\(pairs) pairs; \(exact) predicates exact, \(narrowed) narrowed of \(rounds(Self.predicateCount))"
    )
    #expect(pairs >= 100_000)
    #expect(exact > 0 && narrowed > exact)
  }
}
