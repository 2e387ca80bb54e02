import Annals
import Foundation
import Synchronization
import Testing

@Suite struct `Many writers at once` {
  private struct Counter: Record, Equatable {
    var id: String
    var count = 0
    static let schema = Schema<Counter>("counter") { Field("count", \.count) }
  }

  /// How many tasks write, and how often each.
  private static let tasks = 64
  private static let writes = 5

  @Test func `tasks lose nothing, and each write has its own revision`() async throws {
    let store = try Store.inMemory(for: Counter.self)
    try await store.write(by: "test") { try $0.insert(Counter(id: "c")) }
    let revisions = try await withThrowingTaskGroup(of: [Revision?].self) { group in
      for task in 0..<Self.tasks {
        group.addTask {
          var revisions: [Revision?] = []
          for _ in 0..<Self.writes {
            let written = try await store.write(by: "task \(task)") { transaction in
              try transaction.update(Counter.self, "c") { $0.count += 1 }
            }
            revisions.append(written.revision)
          }
          return revisions
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let total = Self.tasks * Self.writes
    #expect(Set(revisions.compactMap(\.self)).count == total)
    let counter = try await store.get(Counter.self, "c")
    #expect(counter?.count == total)
  }

  @Test func `threads and tasks write together`() async throws {
    let store = try Store.inMemory(for: Counter.self)
    try await store.write(by: "test") { try $0.insert(Counter(id: "c")) }
    let gate = DispatchGroup()
    for thread in 0..<8 {
      let enter = { @Sendable in
        defer { gate.leave() }
        for _ in 0..<Self.writes {
          // The closure is not Sendable: it changes what its caller has.
          var calls = 0
          let written = try? store.write(by: "thread \(thread)") { transaction in
            calls += 1
            return try transaction.update(Counter.self, "c") { $0.count += 1 }
          }
          if written == nil || calls == 0 { Issue.record("a write was lost") }
        }
      }
      gate.enter()
      Thread.detachNewThread(enter)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<Self.writes {
            try await store.write(by: "task") { try $0.update(Counter.self, "c") { $0.count += 1 } }
          }
        }
      }
      try await group.waitForAll()
    }
    await withCheckedContinuation { done in gate.notify(queue: .global()) { done.resume() } }
    let counter = try await store.get(Counter.self, "c")
    #expect(counter?.count == 16 * Self.writes)
  }

  @Test func `one caller's error is its own`() async throws {
    let store = try Store.inMemory(for: Counter.self)
    struct Mine: Error {}
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for task in 0..<32 {
        group.addTask {
          do {
            try await store.write(by: "task") { transaction in
              try transaction.insert(Counter(id: "\(task)"))
              if task % 2 == 1 { throw Mine() }
            }
            return true
          } catch { return !(error is Mine) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.filter(\.self).count == 16)
    let count = try await store.fetchCount(FetchDescriptor<Counter>())
    #expect(count == 16)
  }

  @Test @MainActor func `a closure made on the main actor may run on another's thread`()
    async throws
  {
    let store = try Store.inMemory(for: Counter.self)
    let writers = (0..<8).map { number in
      Task.detached {
        for count in 0..<Self.writes {
          try await store.write(by: "task") { try $0.insert(Counter(id: "\(number)-\(count)")) }
        }
      }
    }
    for number in 0..<20 { try write(number, to: store) }
    for writer in writers { try await writer.value }
    #expect(mainCount == 20)
  }

  /// What only the main actor may touch.
  @MainActor private func write(_ number: Int, to store: Store) throws {
    try store.write(by: "main") { transaction in
      Box.count += 1
      try transaction.insert(Counter(id: "main-\(number)"))
    }
  }

  @MainActor private var mainCount: Int { Box.count }

  @MainActor private enum Box { static var count = 0 }

  @Test func `a cancelled task does not begin to write`() async throws {
    let store = try Store.inMemory(for: Counter.self)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.write(by: "test") { try $0.insert(Counter(id: "c")) }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let count = try await store.fetchCount(FetchDescriptor<Counter>())
    #expect(count == 0)
  }
}
