import Annals
import Foundation
import TestSupport
import Testing

/// A person that counts how often one is made.
private struct Counted: Record {
  @TaskLocal static var made = Counter()

  final class Counter: @unchecked Sendable { var count = 0 }

  var id: String
  var age: Int

  static let schema = Schema<Counted>("counted") {
    Field("age", \.age)
    View("by-age", sortedBy: \.age)
  }

  init(id: String, age: Int) { (self.id, self.age) = (id, age) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    age = try container.decode(Int.self, forKey: .age)
    Self.made.count += 1
  }
}

@Suite struct `Fetching within a write` {
  private func expected(_ people: [String: Person], _ least: Int, _ limit: Int) -> [Person] {
    let sorted = people.values.filter { $0.age >= least }.sorted {
      ($0.age, $0.id) < ($1.age, $1.id)
    }
    return Array(sorted.prefix(limit))
  }

  @Test func `shows what the commit has made of the store so far`() throws {
    var generator = SeededGenerator()
    let store = try Store.inMemory(for: Person.self)
    defer { store.close() }
    var people: [String: Person] = [:]
    for _ in 0..<rounds(60) {
      let before = people
      var answers: [(found: [Person], wanted: [Person])] = []
      let isRolledBack = generator.oneIn(5)
      _ = try? store.write(by: "test") { transaction in
        for _ in 0..<generator.index(below: 6) {
          let id = "p\(generator.index(below: 20))"
          if generator.oneIn(3) {
            try transaction.deleteIfPresent(Person.self, id)
            people[id] = nil
          } else {
            people[id] = Person(id: id, name: "P", age: generator.index(below: 10))
            if let person = people[id] { try transaction.save(person) }
          }
          let (least, limit) = (generator.index(below: 10), generator.index(below: 8))
          var descriptor = FetchDescriptor<Person>(sortBy: [SortDescriptor(\.age)])
          // With a view that fits, without one, and with a condition that is tested in Swift.
          switch generator.index(below: 3) {
          case 0: descriptor.predicate = #Predicate { $0.age >= least }
          case 1: descriptor.predicate = #Predicate { $0.name == "P" && $0.age >= least }
          default: descriptor.predicate = #Predicate { $0.age + 0 >= least }
          }
          descriptor.fetchLimit = limit
          answers.append((try transaction.fetch(descriptor), expected(people, least, limit)))
        }
        if isRolledBack { throw StoreError(.cancelled, "on purpose") }
      }
      if isRolledBack { people = before }
      for answer in answers { #expect(answer.found == answer.wanted) }
      // At times the views take in what was written, at others they are behind.
      if generator.oneIn(4) { _ = try store.catchUp() }
    }
  }

  @Test func `stops at the limit`() throws {
    let store = try Store.inMemory(for: Counted.self)
    defer { store.close() }
    try store.write(by: "test") { try $0.insert((0..<500).map { Counted(id: "c\($0)", age: $0) }) }
    _ = try store.catchUp()
    try Counted.$made.withValue(Counted.Counter()) {
      try store.write(by: "test") { transaction in
        var first = FetchDescriptor<Counted>(
          predicate: #Predicate { $0.age % 2 == 0 },
          sortBy: [SortDescriptor(\.age)]
        )
        first.fetchLimit = 3
        let found = try transaction.fetch(first)
        #expect(found.map(\.age) == [0, 2, 4])
        #expect(Counted.made.count == 5)
      }
    }
  }
}
