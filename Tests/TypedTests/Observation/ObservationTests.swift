@testable import Annals
import Foundation
import PageStore
import Records
import StoreErrors
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Observed fetches` {
  private static let byAge = FetchDescriptor<Person>(sortBy: [SortDescriptor(\.age)])

  @Test func `give the answer as it is, and then each other one`() async throws {
    let store = try Store.inMemory(for: Person.self, Owned.self)
    var answers = store.observe(Self.byAge).makeAsyncIterator()
    #expect(try await answers.next() == [])
    try await store.write(by: "test") { try $0.insert([Person.ann, .bob]) }
    #expect(try await answers.next() == [.bob, .ann])
    try await store.write(by: "test") { try $0.update(Person.self, "bob") { $0.age = 50 } }
    #expect(try await answers.next()?.map(\.age) == [30, 50])
    try await store.write(by: "test") { try $0.deleteAll(Person.self) }
    #expect(try await answers.next() == [])
  }

  @Test func `say nothing of what changes nothing in them`() async throws {
    let store = try Store.inMemory(for: Person.self, Owned.self)
    let adults = store.observe(Person.self, where: #Predicate { $0.age >= 18 })
    let answers = Task {
      var seen: [[Person]] = []
      for try await people in adults {
        seen.append(people)
        if people.contains(.cid) { return seen }
      }
      return seen
    }
    try await store.write(by: "test") { try $0.insert(Person.ann) }
    // Each commit is waited for by another observer, so that the first has time to see it alone.
    var all = store.observe(Person.self).makeAsyncIterator()
    _ = try await all.next()
    try await store.write(by: "test") {
      try $0.insert(Owned(owner: "x", recordID: "1", name: "", age: 1))
    }
    try await store.write(by: "test") { try $0.insert(Person(id: "kid", name: "Kid", age: 3)) }
    #expect(try await all.next()?.count == 2)
    try await Task.sleep(for: .milliseconds(60))
    try await store.write(by: "test") { try $0.insert(Person.cid) }
    let seen = try await answers.value
    // The first answer may have come before or after the first commit.
    #expect(seen.suffix(2) == [[.ann], [.ann, .cid]] && seen.count <= 3)
    #expect(seen.count == 2 || seen.first == [])
  }

  @Test func `take together what comes while nobody asks`() async throws {
    let store = try Store.inMemory(for: Person.self)
    var answers = store.observe(Self.byAge).makeAsyncIterator()
    #expect(try await answers.next()?.isEmpty == true)
    for number in 0..<100 {
      let person = Person(id: "p\(number)", name: "P", age: number)
      try await store.write(by: "test") { try $0.insert(person) }
    }
    #expect(try await answers.next()?.map(\.age) == Array(0..<100))
  }

  @Test func `never show half a commit, nor go back`() async throws {
    let store = try Store.inMemory(for: Person.self)
    try await store.write(by: "test") { transaction in
      for id in ["a", "b"] { try transaction.insert(Person(id: id, name: "P", age: 5_000)) }
    }
    let observers = (0..<4).map { _ in
      Task {
        var last = -1
        for try await people in store.observe(Person.self) {
          // What one loses the other gains, and `a` only ever loses.
          #expect(people.map(\.age).reduce(0, +) == 10_000)
          let lost = 5_000 - (people.first?.age ?? 0)
          #expect(lost > last)
          last = lost
          if lost == 200 { return }
        }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            try await store.write(by: "test") { transaction in
              try transaction.update(Person.self, "a") { $0.age -= 1 }
              try transaction.update(Person.self, "b") { $0.age += 1 }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for observer in observers { try await observer.value }
  }

  @Test func `follow one record through its lives`() async throws {
    let store = try Store.inMemory(for: Person.self)
    var answers = store.observe(Person.self, "ann").makeAsyncIterator()
    #expect(try await answers.next() == .some(nil))
    try await store.write(by: "test") { try $0.insert(Person.ann) }
    #expect(try await answers.next() == .ann)
    try await store.write(by: "test") { try $0.delete(Person.ann) }
    #expect(try await answers.next() == .some(nil))
    try await store.write(by: "test") { try $0.insert(Person.ann) }
    #expect(try await answers.next() == .ann)
  }

  @Test func `apply limits, offsets and orders made in Swift`() async throws {
    let store = try Store.inMemory(for: Person.self)
    var second = FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name.count)])
    second.fetchOffset = 1
    second.fetchLimit = 1
    var answers = store.observe(second).makeAsyncIterator()
    #expect(try await answers.next() == [])
    try await store.write(by: "test") { try $0.insert([Person.ann, .cid]) }
    #expect(try await answers.next() == [.cid])
    try await store.write(by: "test") { try $0.insert(Person.bob) }
    #expect(try await answers.next() == [.bob])
  }

  @Test func `end with their task, wherever it waits`() async throws {
    let store = try Store.inMemory(for: Person.self)
    let (started, start) = AsyncStream<Void>.makeStream()
    let observers = (0..<20).map { _ in
      Task {
        for try await _ in store.observe(Self.byAge) { start.yield() }
      }
    }
    var count = 0
    for await _ in started {
      count += 1
      if count == observers.count { break }
    }
    observers.forEach { $0.cancel() }
    for observer in observers {
      await #expect(throws: CancellationError.self) { try await observer.value }
    }
    #expect(store.watch.waiterCount == 0)
  }

  @Test func `end with an error where the store is closed or the fetch fails`() async throws {
    let store = try Store.inMemory(for: Person.self)
    var answers = store.observe(Self.byAge).makeAsyncIterator()
    _ = try await answers.next()
    var unknown = store.observe(Owned.self).makeAsyncIterator()
    await #expect { try await unknown.next() } throws: { ($0 as? StoreError)?.code == .usage }
    store.close()
    await #expect { try await answers.next() } throws: { ($0 as? StoreError)?.code == .closed }
  }

  @Test func `hold up no thread, however many there are`() async throws {
    let store = try Store.inMemory(for: Person.self)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<200 {
        group.addTask {
          for try await people in store.observe(Self.byAge) where people.count == 20 { return 20 }
          return 0
        }
      }
      for number in 0..<20 {
        let person = Person(id: "p\(number)", name: "P", age: number)
        try await store.write(by: "test") { try $0.insert(person) }
      }
      var sum = 0
      for try await count in group { sum += count }
      #expect(sum == 200 * 20)
    }
  }

  @Test func `hold nothing of the store open while they wait`() async throws {
    try await withFolder { folder in
      let store = try Store.open(at: folder + "/s", for: Person.self)
      defer { store.close() }
      let views = try store.views.readAsIs { _, sight in sight.store.environment }
      let observers = (0..<10).map { _ in
        Task { for try await _ in store.observe(Self.byAge) {} }
      }
      for number in 0..<3 {
        while store.watch.waiterCount < observers.count {
          try await Task.sleep(for: .milliseconds(1))
        }
        #expect(try views.readers().isEmpty)
        let person = Person(id: "p\(number)", name: "P", age: number)
        try await store.write(by: "test") { try $0.insert(person) }
      }
      observers.forEach { $0.cancel() }
      for observer in observers { _ = await observer.result }
    }
  }

  @Test func `see what another process commits`() async throws {
    try await withFolder { folder in
      let store = try Store.open(at: folder + "/s", for: Person.self)
      defer { store.close() }
      let answers = Task {
        var counts: [Int] = []
        for try await people in store.observe(Self.byAge) {
          counts.append(people.count)
          if people.count == 30 { break }
        }
        return counts
      }
      await #expect(processExitsWith: .success) { [folder = folder as String] in
        let store = try Store.open(at: folder + "/s", for: Person.self)
        for number in 0..<30 {
          let person = Person(id: "p\(number)", name: "P", age: number)
          try await store.write(by: "child") { try $0.insert(person) }
        }
        store.close()
      }
      let counts = try await answers.value
      #expect(counts.last == 30 && counts == counts.sorted() && Set(counts).count == counts.count)
    }
  }
}
