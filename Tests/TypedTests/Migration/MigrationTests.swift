import Annals
import Foundation
import Testing

@Suite struct `Types evolve between programs` {
  @Test func `a renamed field keeps its values, its history and its views`() throws {
    try withFirstItems { folder in
      try opened(folder, for: Renamed.Item.self) { (store) throws in
        #expect(try store.head().revision == 5)
        #expect(try store.commit(5).events.map(\.op) == [.define])
        let byTitle = FetchDescriptor<Renamed.Item>(
          predicate: #Predicate { $0.title == "Bob" },
          sortBy: [SortDescriptor(\.title)]
        )
        #expect(try store.fetch(byTitle) == [Renamed.Item(id: "b", title: "Bob")])
        #expect(
          try store.explain(byTitle)?.source == .view(name: "by-name", fixed: 1, isBounded: false)
        )
        try store.update(Renamed.Item.self, "a", by: "test") { $0.title = "Anna" }
        #expect(try store.at(.revision(2)).get(Renamed.Item.self, "a")?.title == "Ann")
        #expect(try store.at(.revision(3)).fetch(byTitle).map(\.title) == ["Bob"])
        let history = try store.history(of: Renamed.Item.self, "a")
        #expect(history.map(\.new?.title) == ["Ann", "Ann", "Anna"])
        #expect(try store.type("item").field("title")?.number == 1)
      }
      try opened(folder, for: Renamed.Item.self) { (store) throws in
        #expect(try store.head().revision == 6)
      }
    }
  }

  @Test func `a name that the schema still has is not taken over`() throws {
    struct Item: Record {
      var id: String
      var name: String
      var title: String?
      static let schema = Schema<Item>("item") {
        Field("name", \.name)
        Field("title", \.title, .renamed(from: "name"))
        Dropped("age", "size")
      }
    }
    try withFirstItems { folder in
      try opened(folder, for: Item.self) { (store) throws in
        #expect(try store.get(Item.self, "a")?.name == "Ann")
        #expect(try store.get(Item.self, "a")?.title == nil)
      }
    }
  }

  @Test func `defaults are filled in once, and views serve the property from then on`() throws {
    try withFirstItems { folder in
      try opened(folder, for: First.Item.self) { (store) throws in
        try store.insert(First.Item(id: "c", name: "Cy"), by: "test")
      }
      try opened(folder, for: Filled.Item.self) { (store) throws in
        let migration = try store.commit(6)
        #expect(migration.header.actor == "annals")
        #expect(migration.events.map(\.op) == [.define, .update, .update, .update])
        #expect(migration.events[1].changes.map(\.field.name) == ["isOpen"])
        #expect(migration.events[3].changes.map(\.new) == [.int(7), .bool(true)])
        var bySize = FetchDescriptor<Filled.Item>(
          predicate: #Predicate { $0.size >= 5 },
          sortBy: [SortDescriptor(\.size)]
        )
        bySize.refusesScans = true
        #expect(try store.fetch(bySize).map(\.id) == ["a", "c"])
        #expect(
          try store.explain(bySize)?.source == .view(name: "by-size", fixed: 0, isBounded: true)
        )
        // Before, the store did not know the default; the answers are as the type reads now all the same.
        bySize.refusesScans = false
        #expect(try store.at(.revision(3)).fetch(bySize).map(\.id) == ["a"])
        #expect(try store.at(.revision(5)).fetch(bySize).map(\.id) == ["a", "c"])
        // Nobody takes such a value away.
        for value in [nil, Value.null] {
          let emptying = RecordOperation.update(type: "item", id: "a", [("size", value)])
          let error = #expect(throws: StoreError.self) { try store.write(by: "test", [emptying]) }
          #expect(error?.code == .badData && error?.field == "size")
        }
      }
    }
  }

  @Test func `text without a value is left as it is, and reads as the default`() throws {
    try withFirstItems { folder in
      try opened(folder, for: Filled.Item.self) { (store) throws in
        #expect(try store.lookup("item", "a").record?["note"] == nil)
        let none = FetchDescriptor<Filled.Item>(predicate: #Predicate { $0.note == "none" })
        #expect(try store.fetchCount(none) == 2)
        try store.update(Filled.Item.self, "a", by: "test") { $0.note = "" }
        #expect(try store.fetch(none).map(\.id) == ["b"])
      }
    }
  }

  @Test func `values are converted and widened, at the head and in the past`() throws {
    try withFirstItems { folder in
      try opened(folder, for: Converted.Item.self) { (store) throws in
        let ann = Converted.Item(id: "a", name: "Ann", initial: "A", age: 41, size: 5)
        #expect(try store.get(Converted.Item.self, "a") == ann)
        #expect(try store.commit(5).events.map(\.op) == [.define, .update, .update])
        let byAge = FetchDescriptor<Converted.Item>(predicate: #Predicate { $0.age == 41 })
        #expect(try store.fetch(byAge) == [ann])
        #expect(
          try store.explain(byAge)?.source == .view(name: "by-age", fixed: 1, isBounded: false)
        )
        try store.update(Converted.Item.self, "a", by: "test") {
          $0.age = nil
          $0.size = 2.5
        }
        #expect(try store.at(.revision(3)).fetch(byAge).map(\.initial) == ["A"])
        let history = try store.history(of: Converted.Item.self, "a")
        #expect(history.map(\.new?.age) == [41, 41, 41, nil])
        #expect(history.map(\.new?.size) == [nil, 5, 5, 2.5])
        #expect(history.map(\.new?.initial) == ["A", "A", "A", "A"])
        let changes = try store.changes(of: Converted.Item.self, from: .revision(2))
        #expect(changes.map(\.old?.age) == [41, nil] && changes.map(\.new?.age) == [nil, nil])
        // The text is still what it was.
        #expect(try store.lookup("item", "a", at: .revision(4)).record?["age"] == .text("41"))
      }
    }
  }

  @Test func `a value that cannot be converted keeps the store as it is`() throws {
    try withFirstItems { folder in
      try opened(folder, for: First.Item.self) { (store) throws in
        try store.insert(First.Item(id: "c", name: "Cy", age: "old"), by: "test")
        try store.insert(First.Item(id: "d", name: "Di", age: "-1"), by: "test")
      }
      let error = #expect(throws: StoreError.self) { try opened(folder, for: Converted.Item.self) }
      #expect(error?.code == .badData && error?.field == "age")
      #expect(error?.message == "item/c: age cannot be made from the age 'old': NoNumber()")
      #expect(
        error?.others.map(\.message) == ["item/d: age with -1 is under the minimum of 0"]
      )
      try opened(folder, for: First.Item.self) { (store) throws in
        #expect(try store.head().revision == 6)
        try store.update(First.Item.self, "c", by: "test") { $0.age = "" }
        try store.update(First.Item.self, "d", by: "test") { $0.age = "1" }
      }
      try opened(folder, for: Converted.Item.self) { (store) throws in
        #expect(try store.fetch(Converted.Item.self).map(\.age) == [41, nil, nil, 1])
      }
    }
  }

  @Test func `a property that must have a value needs a default where records are`() throws {
    try withFirstItems { folder in
      let error = #expect(throws: StoreError.self) { try opened(folder, for: Needy.Item.self) }
      #expect(error?.message == "item/a: weight would have no value" && error?.field == "weight")
      try opened(folder, for: First.Item.self) { (store) throws in
        #expect(try store.head().revision == 4)
        try store.write(by: "test") { try $0.deleteAll(First.Item.self) }
      }
      try opened(folder, for: Needy.Item.self)
    }
  }
}
