import Annals
import Foundation
import Testing

@Suite struct `Write transactions` {
  @Test func `a closure is one commit`() throws {
    try withPeople { store in
      let written = try store.write(by: "ann", because: "first") { transaction in
        let hadChanges = transaction.hasChanges
        try transaction.insert(Person.ann)
        let hasChanges = transaction.hasChanges
        #expect(!hadChanges && hasChanges)
        try transaction.insert(Person.bob)
        return try transaction.fetch(Person.self).count
      }
      #expect(written.value == 2)
      let commit = try store.commit(#require(written.revision))
      #expect(commit.header.actor == "ann" && commit.header.reason == "first")
      #expect(commit.events.count == 2)
      #expect(try store.fetch(Person.self) == [.ann, .bob])
    }
  }

  @Test func `a closure that throws or changes nothing writes nothing`() throws {
    try withPeople(.ann) { (store) throws in
      let head = try store.head().revision
      struct Stop: Error {}
      #expect(throws: Stop.self) {
        try store.write(by: "ann") { transaction in
          try transaction.delete(Person.ann)
          throw Stop()
        }
      }
      let nothing = try store.write(by: "ann") { try $0.save(Person.ann) }
      #expect(nothing.value == false && nothing.revision == nil)
      #expect(try store.head().revision == head)
    }
  }

  @Test func `reads within a closure see its own changes`() throws {
    try withPeople(.ann, .bob) { (store) throws in
      try store.write(by: "test") { transaction in
        try transaction.insert(Person.cid)
        try transaction.update(Person.self, "bob") { $0.age = 50 }
        try transaction.delete(Person.self, "ann")
        let byAge = FetchDescriptor<Person>(sortBy: [SortDescriptor(\.age, order: .reverse)])
        let ids = try transaction.fetch(byAge).map(\.id)
        let oldest = try transaction.fetchOne(byAge)
        let count = try transaction.fetchCount(FetchDescriptor<Person>())
        let annLives = try transaction.exists(Person.self, "ann")
        let bob = try transaction.get(Person.self, "bob")
        #expect(ids == ["bob", "cid"] && oldest?.age == 50 && count == 2)
        #expect(!annLives && bob?.age == 50)
        // The store itself shows what is committed.
        #expect(try store.get(Person.self, "ann") == .ann)
      }
      #expect(try store.get(Person.self, "ann") == nil)
    }
  }

  @Test func `an update writes only the properties that changed`() throws {
    try withPeople(.ann) { (store) throws in
      let written = try store.write(by: "test") {
        try $0.update(Person.self, "ann") { $0.age = 900 }
      }
      let revision = try #require(written.revision)
      let event = try #require(store.commit(revision).events.first)
      #expect(event.changes.map(\.field.name) == ["age"])
      #expect(event.changes.first?.old == .int(30) && event.changes.first?.new == .int(900))
    }
  }

  @Test func `nil is missing, and a property set to nil becomes missing`() throws {
    try withPeople(.ann, .bob) { (store) throws in
      try store.write(by: "test") { try $0.update(Person.self, "ann") { $0.location = nil } }
      for id in ["ann", "bob"] {
        #expect(try store.lookup("person", ExactString(id)).record?["location"] == nil)
      }
    }
  }

  @Test func `insert if absent, save, update and delete where present say what happened`() throws {
    try withPeople(.ann) { (store) throws in
      try store.write(by: "test") { transaction in
        let answers = [
          try transaction.insertIfAbsent(Person(id: "ann", name: "Other", age: 1)),
          try transaction.insertIfAbsent(Person.bob),
          try transaction.save(Person.cid),
          try transaction.save(Person.cid),
          try transaction.updateIfPresent(Person.self, "cid") { $0.age += 1 },
          try transaction.updateIfPresent(Person.self, "dan") { $0.age += 1 },
          try transaction.deleteIfPresent(Person.self, "bob"),
          try transaction.deleteIfPresent(Person.self, "bob"),
        ]
        #expect(answers == [false, true, true, false, true, false, true, false])
      }
      #expect(try store.fetch(Person.self).map(\.age) == [30, 41])
    }
  }

  @Test func `deleting by predicate`() throws {
    try withPeople(.ann, .bob, .cid) { (store) throws in
      let deleted = try store.write(by: "test") { transaction in
        try transaction.delete(Person.self, where: #Predicate { $0.age < 35 })
      }
      #expect(deleted.value == 2)
      #expect(try store.fetch(Person.self) == [.cid])
      let rest = try store.write(by: "test") { try $0.deleteAll(Person.self) }
      #expect(rest.value == 1)
      #expect(try store.fetchCount(FetchDescriptor<Person>()) == 0)
    }
  }

  @Test func `expected versions`() throws {
    try withPeople(.ann) { (store) throws in
      let version = try #require(try store.stored(Person.self, "ann")).version
      #expect(version == 1)
      try store.write(by: "test") {
        try $0.update(Person.self, "ann", ifVersion: version) { $0.age = 31 }
      }
      for write in [
        { (transaction: inout WriteTransaction) in
          try transaction.update(Person.self, "ann", ifVersion: version) { $0.age = 32 }
          return
        },
        { try $0.delete(Person.self, "ann", ifVersion: version) },
        { _ = try $0.save(Person.bob, ifVersion: version) },
      ] {
        let error = #expect(throws: StoreError.self) { try store.write(by: "test", write) }
        #expect(error?.code == .conflict)
      }
    }
  }

  @Test func `all that is wrong with a record is said at once, field by field`() throws {
    try withPeople { store in
      let error = #expect(throws: StoreError.self) {
        try store.write(by: "test") { try $0.insert(Person(id: "x", name: "", age: -1)) }
      }
      #expect(error?.violations.map(\.field) == ["name", "age"])
      #expect(error?.message(for: "name") == "name must not be empty")
      #expect(error?.message(for: "age")?.contains("minimum of 0") == true)
      #expect(error?.message(for: "location") == nil)
      let count = try store.fetchCount(FetchDescriptor<Person>())
      #expect(count == 0)
    }
  }

  @Test func `an id cannot be changed`() throws {
    let store = try Store.inMemory(for: Owned.self)
    let owned = Owned(owner: "xiaoli", recordID: "record_1000", name: "张0", age: 20)
    try store.write(by: "test") { try $0.insert(owned) }
    let error = #expect(throws: StoreError.self) {
      try store.write(by: "test") { try $0.update(Owned.self, owned.id) { $0.owner = "else" } }
    }
    #expect(error?.code == .badData && error?.field == "owner")
    #expect(try store.fetch(Owned.self) == [owned])
  }

  @Test func `an idempotency key runs a closure once`() throws {
    try withPeople { store in
      let first = try store.write(by: "test", key: "k") { transaction in
        try transaction.insert(Person.ann)
        return 1
      }
      #expect(first.value == 1 && !first.receipt.isRepeat)
      let again = try store.write(by: "test", key: "k") { _ -> Int in
        Issue.record("run again")
        return 2
      }
      #expect(again.value == nil && again.receipt.isRepeat)
      #expect(again.revision == first.revision)
      let error = #expect(throws: StoreError.self) {
        try store.write(by: "other", key: "k") { try $0.insert(Person.bob) }
      }
      #expect(error?.code == .keyReused)
    }
  }

  @Test func `a write within a write is refused, and the store still works`() throws {
    try withPeople { store in
      let error = #expect(throws: StoreError.self) {
        try store.write(by: "outer") { _ in
          try store.write(by: "inner") { try $0.insert(Person.ann) }
        }
      }
      #expect(error?.code == .misuse)
      try store.write(by: "test") { try $0.insert(Person.ann) }
      #expect(try store.fetch(Person.self) == [.ann])
    }
  }

  @Test func `a dry run and an expected head`() throws {
    try withPeople(.ann) { (store) throws in
      let head = try store.head().revision
      let rehearsed = try store.write(by: "test", isDryRun: true) { try $0.deleteAll(Person.self) }
      #expect(rehearsed.value == 1 && rehearsed.revision == nil)
      #expect(try store.fetch(Person.self) == [.ann])
      try store.write(by: "test", expecting: .head(head)) { try $0.insert(Person.bob) }
      let error = #expect(throws: StoreError.self) {
        try store.write(by: "test", expecting: .head(head)) { try $0.insert(Person.cid) }
      }
      #expect(error?.code == .conflict)
    }
  }
}
