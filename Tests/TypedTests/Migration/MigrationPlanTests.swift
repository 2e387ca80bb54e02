import Annals
import Foundation
import Testing

@Suite struct `A migration plan` {
  private func plan<T: Record>(_ folder: String, _ type: T.Type) throws -> MigrationPlan {
    try Store.migrationPlan(at: folder, for: type)
  }

  @Test func `says what would happen, and does nothing`() throws {
    try withFirstItems { folder in
      #expect(try plan(folder, First.Item.self).isEmpty)
      #expect(try plan(folder, Person.self).description == "person: define the type")
      #expect(
        try plan(folder, Renamed.Item.self).description == """
          item: rename field name to title
          item: drop field age
          item: drop field size
          """
      )
      #expect(
        try plan(folder, Filled.Item.self).description == """
          item: change the rules of field size
          item: fill field size with 7 where it has no value
          item: add field isOpen
          item: fill field isOpen with true where it has no value
          item: add field note
          item: add view by-size
          2 records get new values
          """
      )
      #expect(
        try plan(folder, Converted.Item.self).description == """
          item: convert name (text) to field initial
          item: convert age (text) to field age
          item: widen field size from int
          item: add view by-age
          item: drop view by-name
          2 records get new values
          """
      )
      try opened(folder, for: First.Item.self) { (store) throws in
        #expect(try store.head().revision == 4)
        #expect(try store.migrationPlan().isEmpty)
        #expect(try store.migrationPlan(for: Renamed.Item.self).steps.count == 3)
      }
    }
  }

  @Test func `tries every record, and lists the first hundred problems`() throws {
    try withFirstItems { folder in
      let needy = try plan(folder, Needy.Item.self)
      #expect(needy.problems.map(\.field) == ["weight", "weight"])
      #expect(needy.problems.last?.message == "item/b: weight would have no value")
      #expect(needy.description.hasSuffix("problem: item/b: weight would have no value"))
      try opened(folder, for: First.Item.self) { (store) throws in
        try store.write(by: "test") { transaction in
          for number in 1...150 {
            try transaction.insert(First.Item(id: "x\(number)", name: "x", age: "x"))
          }
        }
      }
      #expect(try plan(folder, Converted.Item.self).problems.count == 100)
    }
  }

  @Test func `names a kind that does not fit`() throws {
    struct Item: Record {
      var id: String
      var name: Int
      static let schema = Schema<Item>("item") {
        Field("name", \.name)
        Dropped("age", "size")
      }
    }
    try withFirstItems { folder in
      let problems = try plan(folder, Item.self).problems
      #expect(problems.map(\.field) == ["name"])
      #expect(problems.first?.message.contains("stores 'name' as text") == true)
      let error = #expect(throws: StoreError.self) { try opened(folder, for: Item.self) }
      #expect(error == problems.first)
    }
  }

  @Test func `is what a store opened for reading would need, and reads without`() throws {
    try withFirstItems { folder in
      try opened(folder, for: Converted.Item.self, options { $0.isReadOnly = true }) {
        (store) throws in
        #expect(try store.fetch(Converted.Item.self).map(\.age) == [41, nil])
        #expect(try store.fetch(Converted.Item.self).map(\.size) == [5, 3])
        let old = FetchDescriptor<Converted.Item>(predicate: #Predicate { ($0.age ?? 0) > 40 })
        #expect(try store.fetch(old).map(\.initial) == ["A"])
        #expect(try store.migrationPlan().recordCount == 2)
      }
      try opened(folder, for: Renamed.Item.self, options { $0.isReadOnly = true }) {
        (store) throws in
        #expect(try store.fetch(Renamed.Item.self).map(\.title) == ["Ann", "Bob"])
      }
      try opened(folder, for: Filled.Item.self, options { $0.isReadOnly = true }) {
        (store) throws in
        let open = FetchDescriptor<Filled.Item>(predicate: #Predicate { $0.isOpen })
        #expect(try store.fetchCount(open) == 2)
        #expect(try store.head().revision == 4)
      }
    }
  }

  @Test func `is an error where the store must stay as it is`() throws {
    try withFirstItems { folder in
      let error = #expect(throws: StoreError.self) {
        try opened(folder, for: Renamed.Item.self, options { $0.migratesTypes = false })
      }
      #expect(error?.code == .usage)
      #expect(error?.message.contains("rename field name to title; item: drop field age") == true)
      // A type that is new changes nothing.
      try opened(folder, for: Person.self, options { $0.migratesTypes = false })
    }
  }

  @Test func `is carried out once, whoever opens the store first`() throws {
    try withFirstItems { folder in
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do { try opened(folder, for: Converted.Item.self) } catch { Issue.record(error) }
      }
      try opened(folder, for: Converted.Item.self) { (store) throws in
        #expect(try store.head().revision == 5)
      }
    }
  }
}
