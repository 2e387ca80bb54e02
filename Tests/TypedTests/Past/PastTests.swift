import Annals
import Foundation
import Testing

@Suite struct `The past, typed` {
  /// A store in which Ann and Bob come (r2), Ann grows older (r3), Bob goes (r4) and Cid comes (r5).
  private func withHistory(_ body: (Store) throws -> Void) throws {
    try withPeople(.ann, .bob) { (store) throws in
      try store.update(Person.self, "ann", by: "ann", because: "birthday") { $0.age = 31 }
      try store.delete(Person.self, "bob", by: "bob")
      try store.insert(Person.cid, by: "cid")
      try body(store)
    }
  }

  @Test func `a store at a point answers as it did then`() throws {
    try withHistory { (store) throws in
      let byAge = FetchDescriptor<Person>(sortBy: [SortDescriptor(\.age)])
      let past = try store.at(.revision(2))
      #expect(try past.fetch(byAge) == [.bob, .ann])
      #expect(try past.fetchCount(byAge) == 2)
      #expect(try past.get(Person.self, "ann")?.age == 30)
      #expect(try past.get(Person.self, "cid") == nil)
      #expect(try store.at(.revision(3)).stored(Person.self, "ann")?.version == 2)
      #expect(try store.at(.revision(4)).fetch(byAge).map(\.id) == ["ann"])
      #expect(try store.at(.now).fetch(byAge).map(\.id) == ["ann", "cid"])
      #expect(try store.at(Date.distantFuture).point.revision == 5)
      // Before the type was there, there was nothing.
      let empty = try store.at(.revision(.zero))
      #expect(try empty.fetch(byAge).isEmpty)
      #expect(try empty.fetchCount(byAge) == 0)
      #expect(try empty.get(Person.self, "ann") == nil)
      #expect(throws: StoreError.self) { try store.at(.revision(6)) }
    }
  }

  @Test func `the history of a record, with old and new`() throws {
    try withHistory { (store) throws in
      let ann = try store.history(of: Person.self, "ann")
      #expect(ann.map(\.op) == [.create, .update])
      #expect(ann.map(\.old?.age) == [nil, 30])
      #expect(ann.map(\.new?.age) == [30, 31])
      #expect(ann.last?.commit.actor == "ann" && ann.last?.commit.reason == "birthday")
      #expect(ann.last?.fields.map(\.field.name) == ["age"])
      try store.insert(Person(id: "bob", name: "Bobby", age: 1), by: "bob")
      let bob = try store.history(of: Person.self, "bob")
      #expect(bob.map(\.op) == [.create, .delete, .create])
      #expect(bob.map(\.new?.name) == ["Bob", nil, "Bobby"])
      #expect(bob.map(\.old?.name) == [nil, "Bob", nil])
      #expect(try store.history(of: Person.self, "dan").isEmpty)
    }
  }

  @Test func `what one commit did, and what differs between two points`() throws {
    try withHistory { (store) throws in
      let one = try store.changes(in: 3, of: Person.self)
      #expect(one.map(\.old) == [.ann] && one.first?.new?.age == 31)
      let many = try store.write(by: "test") { transaction in
        try transaction.update(Person.self, "cid") { $0.age = 1 }
        try transaction.update(Person.self, "cid") { $0.age = 2 }
        try transaction.delete(Person.self, "ann")
      }
      let revision = try #require(many.revision)
      #expect(try store.changes(in: revision, of: Person.self).map(\.old?.age) == [40, 1, 31])
      let since = try store.changes(of: Person.self, from: .revision(2))
      #expect(since.map(\.kind) == [.deleted, .deleted, .created])
      #expect(since.map(\.old) == [.ann, .bob, nil])
      #expect(since.map(\.new?.age) == [nil, nil, 2])
      let back = try store.changes(of: Person.self, from: .head, to: .revision(2))
      #expect(back.map(\.kind) == [.created, .created, .deleted])
    }
  }
}
