import Annals
import Foundation
import Testing

/// A record that is named by a UUID.
private struct Token: Record, Equatable {
  var id: UUID
  var owner: String

  static let schema = Schema<Token>("token") { Field("owner", \.owner) }
}

@Suite struct `Fetching by id` {
  private func source(
    _ store: Store,
    _ predicate: Predicate<Person>
  ) throws -> Plan.Source? {
    try store.explain(FetchDescriptor(predicate: predicate))?.source
  }

  @Test func `looks one record up, or several`() throws {
    try withPeople(.ann, .bob, .cid) { (store) throws in
      let (id, ids) = ("bob", ["cid", "bob", "bob", "nobody"])
      let one = #Predicate<Person> { $0.id == id }
      #expect(try store.fetch(Person.self, where: one) == [.bob])
      #expect(try source(store, one) == .records(1))
      let some = #Predicate<Person> { ids.contains($0.id) }
      #expect(try store.fetch(Person.self, where: some) == [.bob, .cid])
      #expect(try source(store, some) == .records(3))
      let either = #Predicate<Person> { $0.age < 35 && ($0.id == "cid" || $0.id == "ann") }
      #expect(try store.fetch(Person.self, where: either) == [.ann])
      #expect(try source(store, either) == .records(2))
      let other = #Predicate<Person> { $0.id == "cid" || $0.age == 20 }
      #expect(try source(store, other) == .scan)
      #expect(try source(store, #Predicate { $0.id != "bob" }) == .scan)
      #expect(try source(store, #Predicate { $0.name == "bob" }) == .scan)
      var sorted = FetchDescriptor(
        predicate: some,
        sortBy: [SortDescriptor(\.age, order: .reverse)]
      )
      sorted.refusesScans = true
      #expect(try store.fetch(sorted) == [.cid, .bob])
      sorted.fetchLimit = 1
      #expect(try store.fetch(sorted) == [.cid])
      #expect(try store.fetchCount(sorted) == 2)
      #expect(try store.exists(Person.self, where: one))
    }
  }

  @Test func `sees what a commit changes, and the past as it was`() throws {
    try withPeople(.ann, .bob) { (store) throws in
      let one = #Predicate<Person> { $0.id == "bob" && $0.age < 50 }
      try store.write(by: "test") { transaction in
        try transaction.update(Person.self, "bob") { $0.age = 49 }
        let bob = try transaction.fetch(Person.self, where: one)
        #expect(bob.map(\.age) == [49])
        try transaction.delete(Person.self, "bob")
        let none = try transaction.fetch(Person.self, where: one)
        #expect(none.isEmpty)
      }
      #expect(try store.fetch(Person.self, where: one).isEmpty)
      #expect(try store.at(.revision(2)).fetch(Person.self, where: one) == [.bob])
      #expect(try store.explain(FetchDescriptor(predicate: one))?.estimate == 1)
    }
  }

  @Test func `finds all ids that Swift calls equal`() throws {
    let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
    let store = try Store.inMemory(for: Person.self)
    defer { store.close() }
    for id in [composed, decomposed, "cafe"] {
      try store.insert(Person(id: id, name: "C", age: 1), by: "test")
    }
    let both = #Predicate<Person> { $0.id == composed }
    #expect(try store.fetch(Person.self, where: both).count == 2)
    #expect(try source(store, both) == .records(3))
  }

  @Test func `knows ids of other types, but not those that are made of fields`() throws {
    let store = try Store.inMemory(for: Token.self, Owned.self)
    defer { store.close() }
    let token = Token(id: UUID(), owner: "ann")
    try store.insert(token, by: "test")
    let id = token.id
    let byToken = FetchDescriptor<Token>(predicate: #Predicate { $0.id == id })
    #expect(try store.fetch(byToken) == [token])
    #expect(try store.explain(byToken)?.source == .records(2))
    // A program without Swift types may have written it in capitals.
    let upper = ExactString(UUID().uuidString)
    _ = try store.write(by: "test", [.create(type: "token", id: upper, [("owner", .text("bob"))])])
    let other = try #require(UUID(uuidString: upper.text))
    #expect(
      try store.fetch(Token.self, where: #Predicate { $0.id == other }).map(\.owner) == ["bob"]
    )

    try store.insert(Owned(owner: "a", recordID: "1", name: "x", age: 1), by: "test")
    let byOwned = FetchDescriptor<Owned>(predicate: #Predicate { $0.id == "a/1" })
    #expect(try store.explain(byOwned)?.source == .scan)
    #expect(try store.fetch(byOwned).count == 1)
  }
}
