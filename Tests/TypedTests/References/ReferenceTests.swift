import Annals
import Foundation
import Testing

private struct Company: Record, Equatable {
  var id: String
  var name: String

  static let schema = Schema<Company>("company") { Field("name", \.name) }
}

private struct Worker: Record, Equatable {
  var id: Int
  var company: String?
  var boss: Int?
  var badge: UUID?

  static let schema = Schema<Worker>("worker") {
    Field("company", \.company, .references(Company.self, onDelete: .nullify))
    Field("boss", \.boss, .references(Worker.self, onDelete: .cascade))
    Field("badge", \.badge, .references(Badge.self, onDelete: .deny))
    View("by-company", of: \.company)
  }
}

private struct Badge: Record, Equatable {
  var id: UUID

  static let schema = Schema<Badge>("badge") {}
}

@Suite struct `References` {
  private let badge = Badge(id: UUID())

  /// A store with a company and a chain of three workers, the first of whom has a badge.
  private func withWorkers(_ body: (Store) throws -> Void) throws {
    let store = try Store.inMemory(for: Company.self, Worker.self, Badge.self)
    defer { store.close() }
    try store.write(by: "test") { transaction in
      // Whoever is named may come later in the same write.
      try transaction.insert(Worker(id: 3, boss: 2))
      try transaction.insert(Worker(id: 2, company: "c", boss: 1))
      try transaction.insert(Worker(id: 1, company: "c", badge: badge.id))
      try transaction.insert(Company(id: "c", name: "C"))
      try transaction.insert(badge)
    }
    try body(store)
  }

  @Test func `an id that names nothing is refused, with its field`() throws {
    try withWorkers { (store) throws in
      let head = try store.head().revision
      let error = #expect(throws: StoreError.self) {
        try store.insert(Worker(id: 4, company: "d"), by: "test")
      }
      #expect(error?.code == .badData && error?.field == "company")
      #expect(
        error?.message == "company of worker/4 names the company 'd', which does not live"
      )
      for change: @Sendable (inout Worker) -> Void in [{ $0.badge = UUID() }, { $0.boss = 9 }] {
        let error = #expect(throws: StoreError.self) {
          try store.update(Worker.self, 3, by: "test", change)
        }
        #expect(error?.code == .badData)
      }
      #expect(try store.head().revision == head)
      try store.save(Worker(id: 3, company: "c"), by: "test")
    }
  }

  @Test func `nullify empties the field in the same commit, and in history`() throws {
    try withWorkers { (store) throws in
      let head = try store.head().revision
      let receipt = try store.delete(Company.self, "c", by: "test", because: "closed")
      #expect(receipt.revision == head.next && receipt.eventCount == 3)
      #expect(try store.fetch(Worker.self).map(\.company) == [nil, nil, nil])
      let history = try store.history(of: Worker.self, 1)
      #expect(history.map(\.new?.company) == ["c", nil])
      #expect(history.last?.commit.reason == "closed")
      #expect(try store.at(.revision(head)).get(Worker.self, 1)?.company == "c")
    }
  }

  @Test func `cascade deletes all that depend on the record`() throws {
    try withWorkers { (store) throws in
      try store.delete(Worker.self, 2, by: "test")
      #expect(try store.fetch(Worker.self).map(\.id) == [1])
      try store.delete(Worker.self, 1, by: "test")
      #expect(try store.fetchCount(FetchDescriptor<Worker>()) == 0)
      // In a ring too.
      try store.write(by: "test") { transaction in
        try transaction.insert(Worker(id: 1, boss: 2))
        try transaction.insert(Worker(id: 2, boss: 1))
      }
      try store.delete(Worker.self, 2, by: "test")
      #expect(try store.fetch(Worker.self).isEmpty)
    }
  }

  @Test func `deny refuses, unless nobody refers to the record in the end`() throws {
    try withWorkers { (store) throws in
      let id = badge.id
      let error = #expect(throws: StoreError.self) { try store.delete(Badge.self, id, by: "test") }
      #expect(error?.code == .conflict)
      #expect(error?.message.hasSuffix("worker/1 names it as badge") == true)
      #expect(throws: StoreError.self) {
        try store.write(by: "test") { try $0.deleteAll(Badge.self) }
      }
      #expect(try store.exists(Badge.self, id))
      // Whoever denied it goes as well, by a rule or by its own deletion.
      try store.write(by: "test") { transaction in
        try transaction.delete(Badge.self, id)
        try transaction.delete(Worker.self, 1)
      }
      #expect(try store.fetch(Worker.self).isEmpty)
    }
  }

  @Test func `a record that lives again within the write was never gone`() throws {
    try withWorkers { (store) throws in
      try store.write(by: "test") { transaction in
        try transaction.delete(Company.self, "c")
        try transaction.insert(Company(id: "c", name: "D"))
      }
      #expect(try store.get(Worker.self, 1)?.company == "c")
    }
  }

  @Test func `what others wrote is met with when the field is set again`() throws {
    try withWorkers { (store) throws in
      let dangling = RecordOperation.update(type: "worker", id: "3", [("company", .text("x"))])
      #expect(try store.write(by: "test", [dangling]).eventCount == 1)
      try store.update(Worker.self, 3, by: "test") { $0.boss = nil }
      let error = #expect(throws: StoreError.self) {
        try store.update(Worker.self, 3, by: "test") { $0.company = "y" }
      }
      #expect(error?.field == "company")
    }
  }

  @Test func `a property that cannot be nil cannot be nullified`() throws {
    struct Bound: Record {
      var id: String
      var company: String
      static let schema = Schema<Bound>("bound") {
        Field("company", \.company, .references(Company.self, onDelete: .nullify))
      }
    }
    let error = #expect(throws: StoreError.self) { try Store.inMemory(for: Bound.self) }
    #expect(error?.code == .usage && error?.field == "company")
  }

  @Test func `of racing writers, none leaves an id that names nothing`() throws {
    try withWorkers { (store) throws in
      for round in 1...20 {
        let id = "c\(round)"
        try store.insert(Company(id: id, name: id), by: "test")
        DispatchQueue.concurrentPerform(iterations: 2) { place in
          if place == 0 {
            _ = try? store.delete(Company.self, id, by: "test")
          } else {
            _ = try? store.update(Worker.self, 3, by: "test") { $0.company = id }
          }
        }
        guard let named = try store.get(Worker.self, 3)?.company else { continue }
        #expect(try store.exists(Company.self, named))
      }
    }
  }
}
