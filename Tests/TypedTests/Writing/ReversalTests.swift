import Annals
import Foundation
import Testing

/// Putting things back by Swift types, in calls that block and in those that suspend.
@Suite struct `Putting back, typed` {
  /// Ann and Bob (r2); Ann grows older (r3) and moves (r4); Bob goes (r5).
  private func withHistory(_ body: (Store) async throws -> Void) async throws {
    let store = try Store.inMemory(for: Person.self)
    defer { store.close() }
    try await store.write(by: "test") { try $0.insert([Person.ann, .bob]) }
    try await store.write(by: "test") { try $0.update(Person.self, "ann") { $0.age = 31 } }
    try await store.write(by: "test") { try $0.update(Person.self, "ann") { $0.location = "Bern" } }
    try await store.write(by: "test") { try $0.delete(Person.self, "bob") }
    try await body(store)
  }

  private func ann(_ store: Store) async throws -> Person? {
    try await store.get(Person.self, "ann")
  }

  @Test func `a task undoes a commit, and the undoing`() async throws {
    try await withHistory { store in
      let undone = try await store.revert(3, by: "ann", because: "a slip")
      #expect(undone.revision == 6 && undone.eventCount == 1)
      #expect(try store.commit(6).header.actor == "ann")
      #expect(try store.commit(6).header.reason == "a slip")
      // What came later in another field stays.
      #expect(try await ann(store) == Person(id: "ann", name: "Ann", age: 30, location: "Bern"))
      try await store.revert(6, by: "ann")
      #expect(try await ann(store)?.age == 31)
    }
  }

  @Test func `a task lets a deleted record live again`() async throws {
    try await withHistory { store in
      let receipt = try await store.undelete(Person.self, "bob", by: "ann", because: "back")
      #expect(receipt.revision == 6)
      #expect(try await store.get(Person.self, "bob") == .bob)
      #expect(try await store.history(of: Person.self, "bob").last?.commit.reason == "back")
      let again = try await store.undelete(Person.self, "bob", by: "ann")
      #expect(again.revision == nil)
    }
  }

  @Test func `a task puts a record back to a point, whole or in some fields`() async throws {
    try await withHistory { store in
      try await store.restore(
        Person.self,
        "ann",
        from: .revision(2),
        fields: ["location"],
        by: "ann",
        because: "no move"
      )
      #expect(try await ann(store) == Person(id: "ann", name: "Ann", age: 31, location: "Oslo"))
      #expect(try store.commit(6).header.reason == "no move")
      try await store.restore(Person.self, "ann", from: .revision(2), by: "ann")
      #expect(try await ann(store) == .ann)
      let receipt = try await store.restore(Person.self, "ann", from: .revision(2), by: "ann")
      #expect(receipt.revision == nil)
    }
  }

  @Test func `a task says what becomes of later changes`() async throws {
    /// A later change of the age that r3 changed, and another Bob.
    func withConflicts(_ body: (Store) async throws -> Void) async throws {
      try await withHistory { store in
        try await store.write(by: "bob") { transaction in
          try transaction.update(Person.self, "ann") { $0.age = 32 }
          try transaction.insert(Person(id: "bob", name: "Bobby", age: 1))
        }
        try await body(store)
      }
    }
    try await withConflicts { store in
      let refused: [(Store) async throws -> Store.Receipt] = [
        { try await $0.revert(3, by: "ann") },
        { try await $0.revert(3, by: "ann", conflicts: .refuse) },
        { try await $0.restore(Person.self, "ann", from: .revision(2), by: "ann") },
        { try await $0.undelete(Person.self, "bob", by: "ann") },
        { try await $0.reverse(.commit(3), by: "ann") },
      ]
      for work in refused {
        let error = await #expect(throws: StoreError.self) { _ = try await work(store) }
        #expect(error?.code == .conflict && error?.others.isEmpty == false)
        #expect(error?.others.allSatisfy { $0.message.contains("by bob in r6") } == true)
      }
      #expect(try store.head().revision == 6)
      let skipped = try await store.revert(3, by: "ann", conflicts: .skip)
      #expect(skipped.revision == nil)
      // The age is left as it is, and the rest is put back.
      try await store.restore(
        Person.self,
        "ann",
        from: .revision(2),
        by: "ann",
        conflicts: .skip
      )
      #expect(try await ann(store) == Person(id: "ann", name: "Ann", age: 32, location: "Oslo"))
      let dry = try await store.reverse(.commit(3), by: "ann", conflicts: .force, isDryRun: true)
      #expect(dry.revision == nil && dry.eventCount == 1)
      #expect(try await ann(store)?.age == 32)
      try await store.revert(3, by: "ann", conflicts: .force)
      #expect(try await ann(store)?.age == 30)
      try await store.undelete(Person.self, "bob", by: "ann", conflicts: .force)
      #expect(try await store.get(Person.self, "bob") == .bob)
    }
    try await withConflicts { store in
      try await store.restore(
        Person.self,
        "ann",
        from: .revision(2),
        by: "ann",
        conflicts: .force
      )
      #expect(try await ann(store) == .ann)
    }
  }

  @Test func `a look beforehand says the same in a task as without`() async throws {
    try await withHistory { store in
      for subject: Reversal.Subject in [
        .commit(3), .deletion(type: "person", id: "bob"),
        .record(type: "person", id: "ann", at: .revision(2)),
      ] {
        let inTask = try await store.reversal(of: subject)
        #expect(inTask.differences.count == 1 && inTask.conflicts.isEmpty)
      }
      #expect(try store.head().revision == 5)
    }
  }

  @Test func `a task that was cancelled puts nothing back`() async throws {
    try await withHistory { (store) async throws in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await store.revert(3, by: "ann")
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try store.head().revision == 5)
    }
  }
}
