@testable import Annals
import Foundation
import Records
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Commits as they come` {
  private func add(_ count: Int, named name: String, to store: Store) async throws {
    try await store.write(by: name, because: "more") { transaction in
      for number in 0..<count {
        try transaction.insert(Person(id: "\(name)-\(number)", name: name, age: number))
      }
    }
  }

  @Test func `all that are there, page by page, and then each new one`() async throws {
    let store = try Store.inMemory(for: Person.self)
    // Small ones, one that is longer than a page, and small ones again.
    for number in 0..<1_200 { try await add(1, named: "a\(number)", to: store) }
    try await add(2_500, named: "long", to: store)
    for number in 0..<10 { try await add(1, named: "b\(number)", to: store) }
    let head = try store.head().revision
    var commits = store.commits(after: .zero).makeAsyncIterator()
    for number in 1...head.rawValue {
      let commit = try #require(try await commits.next())
      #expect(commit.revision.rawValue == number)
      #expect(try commit == store.commit(commit.revision))
    }
    async let new = commits.next()
    try await add(3, named: "new", to: store)
    #expect(try await new?.header.actor == "new")
  }

  @Test func `no page is longer than it must be`() async throws {
    let store = try Store.inMemory(for: Person.self)
    // The first commit defines the type.
    for (name, size) in zip("abcde", [3, 3, 3, 50, 1]) {
      try await add(size, named: String(name), to: store)
    }
    var pages: [[UInt64]] = []
    var known = Revision.zero
    while let last = try store.commitsToHandOut(after: known, events: 4).last?.revision {
      pages.append(Array(known.next.rawValue...last.rawValue))
      known = last
    }
    #expect(pages == [[1, 2], [3, 4], [5], [6]])
  }

  @Test func `a reader goes on where it stopped, or waits for a commit to come`() async throws {
    let store = try Store.inMemory(for: Person.self)
    for name in ["a", "b", "c"] { try await add(2, named: name, to: store) }
    for try await commit in store.commits(after: 3) {
      #expect(commit.revision == 4 && commit.header.actor == "c" && commit.events.count == 2)
      break
    }
    let late = Task {
      var commits = store.commits(after: 6).makeAsyncIterator()
      return try await commits.next()
    }
    for name in ["d", "e", "f"] { try await add(1, named: name, to: store) }
    #expect(try await late.value?.header.actor == "f")
  }

  @Test func `a cancelled task stops at once, even with commits at hand`() async throws {
    let store = try Store.inMemory(for: Person.self)
    for name in ["a", "b", "c"] { try await add(1, named: name, to: store) }
    let reader = Task {
      while !Task.isCancelled { await Task.yield() }
      for try await _ in store.commits(after: .zero) { return true }
      return false
    }
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(store.watch.waiterCount == 0)
  }
}
