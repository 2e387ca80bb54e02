import Annals
import Foundation
import Testing

@Suite struct `What an event did to a property` {
  @Test func `is found by the names that its field had, and converted`() throws {
    try withFirstItems { folder in
      try opened(folder, for: Renamed.Item.self) { (store) throws in
        try store.update(Renamed.Item.self, "a", by: "test") { $0.title = "Anna" }
        let events = try (2...6).flatMap { try store.commit(Revision(UInt64($0))).events }
        let titles = try events.compactMap { try $0.change(of: \Renamed.Item.title) }
        #expect(titles.map(\.old) == [nil, nil, "Ann"])
        #expect(titles.map(\.new) == ["Ann", "Bob", "Anna"])
      }
    }
    try withFirstItems { folder in
      try opened(folder, for: Converted.Item.self) { (store) throws in
        let created = try #require(try store.commit(2).events.first)
        #expect(try created.change(of: \Converted.Item.age)?.new == 41)
        #expect(try created.change(of: \Converted.Item.initial)?.new == "A")
        #expect(try created.change(of: \Converted.Item.size) == nil)
        let grown = try #require(try store.commit(4).events.first)
        #expect(try grown.change(of: \Converted.Item.size)?.new == 5)
      }
    }
  }

  @Test func `and what became of records is told to tasks`() async throws {
    let store = try Store.inMemory(for: Person.self)
    try await store.write(by: "test") { try $0.insert(Person.ann) }
    try await store.write(by: "test") { try $0.update(Person.self, "ann") { $0.age = 31 } }
    let history = try await store.history(of: Person.self, "ann")
    #expect(history.map(\.new?.age) == [30, 31])
    let one = try await store.changes(in: 3, of: Person.self)
    #expect(one.map(\.old) == [.ann])
    let since = try await store.changes(of: Person.self, from: .revision(2))
    #expect(since.map(\.new?.age) == [31])
  }
}
