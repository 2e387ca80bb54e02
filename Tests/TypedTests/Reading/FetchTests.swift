import Annals
import Foundation
import Testing

extension Person {
  /// No field, so what is sorted by it is sorted in memory.
  fileprivate var label: String { name }
}

private struct Letter: Record {
  var id: String
  var name: String
  var size: Int

  static let schema = Schema<Letter>("letter") {
    Field("name", \.name)
    Field("size", \.size)
    View("by-name", sortedBy: \.name)
    View("by-size", sortedBy: \.size)
  }
}

@Suite struct `Fetching` {
  private func number(_ people: [Person]) -> [String] { people.map(\.id) }

  @Test func `sorted, limited and passed over`() throws {
    try withPeople(.ann, .bob, .cid) { (store) throws in
      var descriptor = FetchDescriptor<Person>(sortBy: [SortDescriptor(\.age)])
      #expect(try number(store.fetch(descriptor)) == ["bob", "ann", "cid"])
      descriptor.fetchOffset = 1
      descriptor.fetchLimit = 1
      #expect(try number(store.fetch(descriptor)) == ["ann"])
      #expect(try store.fetchCount(descriptor) == 3)
      #expect(try store.fetchOne(descriptor)?.id == "ann")
      descriptor.fetchLimit = 0
      #expect(try store.fetch(descriptor).isEmpty)
      descriptor.fetchLimit = -1
      #expect(throws: StoreError.self) { try store.fetch(descriptor) }
    }
  }

  @Test func `by what is no field, in memory`() throws {
    try withPeople(.ann, .bob, .cid) { (store) throws in
      var descriptor = FetchDescriptor<Person>(
        predicate: #Predicate { $0.id != "bob" },
        sortBy: [SortDescriptor(\.id, order: .reverse)]
      )
      #expect(try number(store.fetch(descriptor)) == ["cid", "ann"])
      descriptor.fetchOffset = 1
      #expect(try number(store.fetch(descriptor)) == ["ann"])
      #expect(try store.fetchCount(descriptor) == 2)
    }
  }

  @Test func `nil comes last in memory as it does in views, whichever the direction`() throws {
    try withPeople(.ann, .bob, .cid) { (store) throws in
      for order in [SortOrder.forward, .reverse] {
        let here = FetchDescriptor<Person>(
          sortBy: [SortDescriptor(\.location, order: order), SortDescriptor(\.label)]
        )
        let there = FetchDescriptor<Person>(sortBy: [SortDescriptor(\.location, order: order)])
        #expect(try store.explain(here)?.needsSort == true)
        #expect(try number(store.fetch(here)) == number(store.fetch(there)))
        #expect(try store.fetch(here).last == .bob)
      }
    }
  }

  @Test func `existence, by id and by compound predicates`() throws {
    try withPeople(.ann, .bob) { (store) throws in
      let lives = try ["ann", "dan"].map { try store.exists(Person.self, $0) }
      #expect(lives == [true, false])
      let (age, name) = (20, "Nobody")
      #expect(try store.exists(Person.self, where: #Predicate { $0.age == age || $0.name == name }))
      #expect(try !store.exists(Person.self, where: #Predicate { $0.age == 21 && !$0.gender }))
    }
  }

  @Test func `plans, and scans that are refused`() throws {
    try withPeople(.ann, .bob) { (store) throws in
      var byAge = FetchDescriptor<Person>(predicate: #Predicate { $0.age > 25 })
      byAge.refusesScans = true
      let plan = try store.explain(byAge)
      #expect(plan?.source == .view(name: "by-age", fixed: 0, isBounded: true))
      #expect(try number(store.fetch(byAge)) == ["ann"])
      var byName = FetchDescriptor<Person>(predicate: #Predicate { $0.name == "Ann" })
      #expect(try store.explain(byName)?.source == .scan)
      #expect(try number(store.fetch(byName)) == ["ann"])
      byName.refusesScans = true
      let error = #expect(throws: StoreError.self) { try store.fetch(byName) }
      #expect(error?.code == .usage)
      // All of them, by id, is what is asked for.
      var all = FetchDescriptor<Person>()
      all.refusesScans = true
      #expect(try store.fetch(all).count == 2)
    }
  }

  @Test func `texts up to some text through a view`() throws {
    try withFirstItems { folder in
      try opened(folder, for: First.Item.self) { (store) throws in
        let early = FetchDescriptor<First.Item>(
          predicate: #Predicate { $0.name < "B" },
          sortBy: [SortDescriptor(\.name)]
        )
        let plan = try store.explain(early)
        #expect(plan?.source == .view(name: "by-name", fixed: 0, isBounded: true))
        #expect(plan?.needsSort == false && plan?.needsFilter == true)
        #expect(try store.fetch(early).map(\.name) == ["Ann"])
      }
    }
  }

  @Test func `texts from some text on, and between two, through a view`() throws {
    try withLetters { store in
      let (low, high) = ("F", "H")
      let last = ["Wa", "Xa", "Ya", "Za"]
      try expect(store, #Predicate { $0.name > "W" }, by: "by-name", last, of: 4)
      try expect(store, #Predicate { "W" <= $0.name }, by: "by-name", last, of: 4)
      // Each of two bounds alone would leave many to look at. Those at the bounds are looked at.
      let between = #Predicate<Letter> { $0.name > low && $0.name < high }
      try expect(store, between, by: "by-name", ["Fa", "Ga"], of: 3)
      let turned = #Predicate<Letter> { high > $0.name && low < $0.name }
      try expect(store, turned, by: "by-name", ["Fa", "Ga"], of: 3)
    }
  }

  @Test func `numbers between two bounds through a view`() throws {
    try withLetters { store in
      let (low, high) = (5, 8)
      let between = #Predicate<Letter> { $0.size > low && $0.size < high }
      try expect(store, between, by: "by-size", ["Ga", "Ha"], of: 4)
      let inner = #Predicate<Letter> {
        $0.size >= low && $0.size >= low + 1 && $0.size <= high && $0.size < high - 1
      }
      try expect(store, inner, by: "by-size", ["Ga"], of: 2)
      let never = #Predicate<Letter> { $0.size > high && $0.size < low }
      #expect(try store.fetch(Letter.self, where: never).isEmpty)
    }
  }

  /// A store of records named `Aa` to `Za`, and numbered from 0 on.
  private func withLetters(_ body: (Store) throws -> Void) throws {
    let store = try Store.inMemory(for: Letter.self)
    defer { store.close() }
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { "\($0)a" }
    try store.write(by: "test") { transaction in
      for (size, name) in letters.enumerated() {
        try transaction.insert(Letter(id: "\(size)", name: name, size: size))
      }
    }
    try body(store)
  }

  /// What a fetch finds, through which view, and how many it looks at for that at most.
  private func expect(
    _ store: Store,
    _ predicate: Predicate<Letter>,
    by view: ExactString,
    _ names: [String],
    of estimate: UInt64
  ) throws {
    var descriptor = FetchDescriptor(predicate: predicate)
    descriptor.refusesScans = true
    let plan = try #require(try store.explain(descriptor))
    #expect(plan.source == .view(name: view, fixed: 0, isBounded: true), "\(predicate)")
    #expect(plan.estimate == estimate, "\(predicate)")
    #expect(try store.fetch(descriptor).map(\.name).sorted() == names, "\(predicate)")
  }

  @Test func `a read transaction sees one revision`() throws {
    try withPeople(.ann) { (store) throws in
      try store.read { transaction in
        let before = try transaction.fetch(Person.self)
        try store.insert(Person.bob, by: "other")
        let after = try transaction.fetch(Person.self)
        let count = try transaction.fetchCount(FetchDescriptor<Person>())
        let bob = try transaction.get(Person.self, "bob")
        #expect(before == after && count == 1 && bob == nil)
      }
      #expect(try store.fetch(Person.self).count == 2)
    }
  }

  @Test func `tasks read without blocking`() async throws {
    let store = try Store.inMemory(for: Person.self)
    try await store.write(by: "test") { try $0.insert([Person.ann, .bob]) }
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<64 {
        group.addTask { try await store.read { try $0.fetch(Person.self).map(\.age).reduce(0, +) } }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 64 * 50)
    let past = try store.at(.head)
    let ann = try await past.get(Person.self, "ann")
    #expect(ann == .ann)
  }

  @Test func `a type that is not in the store says how to open it`() throws {
    let store = Store.inMemory()
    let error = #expect(throws: StoreError.self) { try store.fetch(Person.self) }
    #expect(error?.code == .usage)
  }
}
