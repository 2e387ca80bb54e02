import Annals
import Foundation
import Records
import StoreErrors
import Synchronization
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(20))) struct Projections {
  /// A store on disk that is opened as often as wanted.
  private func withStore(_ body: (_ open: () throws -> Store, _ folder: String) throws -> Void)
    throws
  {
    try withFolder { folder in
      let open = { try Store.open(at: folder + "/s", for: Person.self) }
      try body(open, folder + "/s/projections/census")
    }
  }

  /// Adds, changes and deletes people at random.
  private func change(_ store: Store, using generator: inout SeededGenerator) throws {
    try store.write(by: "test") { transaction in
      for _ in 0...generator.index(below: 3) {
        let id = "p\(generator.index(below: 12))"
        if generator.oneIn(4) {
          try transaction.deleteIfPresent(Person.self, id)
        } else {
          let age = generator.index(below: 90)
          let person = Person(id: id, name: "P", age: age, gender: generator.oneIn(2))
          try transaction.save(person)
        }
      }
    }
  }

  private func saved(_ folder: String, version: Int) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(version)")
    return (names ?? []).sorted()
  }

  /// Holds a projection against the records at every point.
  private func check(_ store: Store, _ points: some Sequence<UInt64>) throws {
    for number in points {
      let point = Point.revision(Revision(number))
      let wanted = try Census(of: store.at(point).fetch(Person.self))
      let found = try store.projection(Census.self, at: point)
      #expect(found.state == wanted && found.version == 2, "r\(number)")
      #expect(found.point.revision == Revision(number))
    }
  }

  @Test func `show at every point what the records show there`() throws {
    var generator = SeededGenerator()
    try withStore { open, folder in
      for _ in 0..<6 {
        let store = try open()
        defer { store.close() }
        for _ in 0..<15 {
          try change(store, using: &generator)
          let people = try store.fetch(Person.self)
          #expect(try store.projection(Census.self).state == Census(of: people))
        }
        try check(store, (1...(try store.head().revision.rawValue)).shuffled(using: &generator))
      }
      #expect(saved(folder, version: 2).count == 3)
    }
    let store = try Store.inMemory(for: Person.self)
    for _ in 0..<40 { try change(store, using: &generator) }
    try check(store, (1...(try store.head().revision.rawValue)).shuffled(using: &generator))
  }

  @Test func `fold each event once, and in another process only what was not saved`() throws {
    try withStore { open, folder in
      var store = try open()
      for number in 0..<95 {
        try store.insert(Person(id: "p\(number)", name: "P", age: 1), by: "test")
      }
      let before = Gate.count
      #expect(try store.projection(Census.self).state.living == 95)
      #expect(try store.projection(Census.self).state.living == 95)
      try store.delete(Person.self, "p3", by: "test")
      #expect(try store.projection(Census.self).state.living == 94)
      // One event more: the type's definition.
      #expect(Gate.count - before == 97)
      store.close()

      store = try open()
      let reopened = Gate.count
      #expect(try store.projection(Census.self).state.living == 94)
      // It was saved after r10, r20 and so on.
      #expect(Gate.count - reopened == 7)
      store.close()
    }
  }

  @Test(arguments: ["cut", "flipped", "of another store", "of another shape"])
  func `set aside saved states that are not right`(_ fault: String) throws {
    try withStore { open, folder in
      var store = try open()
      for number in 0..<40 {
        try store.insert(Person(id: "p\(number)", name: "P", age: 1), by: "test")
      }
      _ = try store.projection(Census.self)
      store.close()
      let name = try #require(saved(folder, version: 2).last)
      let path = "\(folder)/2/\(name)"
      var bytes = try Data(contentsOf: URL(filePath: path))
      switch fault {
      case "cut": bytes.removeLast(bytes.count / 2)
      case "flipped": bytes[bytes.count / 2] ^= 1
      case "of another store":
        try withStore { open, other in
          let store = try open()
          for number in 0..<40 {
            try store.insert(Person(id: "p\(number)", name: "P", age: 9), by: "test")
          }
          _ = try store.projection(Census.self)
          bytes = try Data(contentsOf: URL(filePath: "\(other)/2/\(name)"))
          store.close()
        }
      default:
        // What a lower version saved, under the name of this one.
        store = try open()
        _ = try store.projection(OldCensus.self)
        bytes = try Data(contentsOf: URL(filePath: "\(folder)/1/\(name)"))
        store.close()
      }
      try bytes.write(to: URL(filePath: path))
      store = try open()
      defer { store.close() }
      #expect(try store.projection(Census.self).state.living == 40)
      #expect(saved(folder, version: 2).contains { $0.contains("set-aside") })
      try check(store, 1...41)
    }
  }

  @Test func `an earlier version answers while the next one is built`() throws {
    try withStore { open, folder in
      let store = try open()
      defer { store.close() }
      for number in 0..<50 {
        try store.insert(Person(id: "p\(number)", name: "P", age: 2), by: "test")
      }
      #expect(try store.projection(OldCensus.self).state.living == 50)
      #expect(!saved(folder, version: 1).isEmpty)

      Gate.shut()
      defer { Gate.open() }
      var answer = try store.projection(Census.self)
      #expect(answer.version == 1 && answer.state.living == 50 && answer.state.ages == 0)
      // It is no stale answer: the old fold goes on.
      try store.delete(Person.self, "p7", by: "test")
      answer = try store.projection(Census.self)
      #expect(answer.version == 1 && answer.state.living == 49)
      #expect(try store.projection(Census.self, at: .revision(11)).state.living == 10)
      Gate.open()
      try store.catchUp(Census.self)
      answer = try store.projection(Census.self)
      #expect(answer.version == 2 && answer.state.living == 49 && answer.state.ages == 98)
      #expect(saved(folder, version: 1).isEmpty && !saved(folder, version: 2).isEmpty)
      try check(store, 1...52)
    }
  }

  @Test func `a fold that fails is told of, and begun anew`() throws {
    try withPeople(.ann, .bob) { (store) throws in
      #expect(try store.projection(Stumbling.self).state.count == 3)
      try store.insert(Person.cid, by: "test")
      try store.delete(Person.self, "cid", by: "test")
      for _ in 0..<2 {
        #expect(throws: Stumbling.Stone.self) { try store.projection(Stumbling.self) }
      }
      #expect(try store.projection(Stumbling.self, at: .revision(2)).state.count == 3)
      Stumbling.isRepaired.withLock { $0 = true }
      #expect(try store.projection(Stumbling.self).state.count == 5)
    }
  }

  @Test func `a store that is opened for reading folds, and saves nothing`() throws {
    try withStore { open, folder in
      var store = try open()
      for number in 0..<40 {
        try store.insert(Person(id: "p\(number)", name: "P", age: 1), by: "test")
      }
      let path = store.path
      store.close()
      var options = Store.Options()
      options.isReadOnly = true
      store = try Store.open(at: path, for: Person.self, options: options)
      defer { store.close() }
      #expect(try store.projection(Census.self).state.living == 40)
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  }

  @Test func `many may ask at once, while others write`() async throws {
    let store = try Store.inMemory(for: Person.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<20 {
            let person = Person(id: "\(writer)-\(number)", name: "P", age: 1)
            let written = try await store.write(by: "test") { try $0.insert(person) }
            let answer = try await store.projection(Census.self)
            let revision = try #require(written.revision)
            #expect(answer.point.revision >= revision)
            #expect(answer.state.living == Int(answer.point.revision.rawValue) - 1)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.projection(Census.self).state.ages == 160)
  }

  struct Nameless: Projection {
    static let name = "../x"
    static let version = 1
    mutating func apply(_ event: Event) {}
  }

  struct Unversioned: Projection {
    static let name = "unversioned"
    static let version = 0
    mutating func apply(_ event: Event) {}
  }

  struct Backward: Projection {
    static let name = "census"
    static let version = 1
    static let former: FormerProjection<Backward>? = FormerProjection(Census.self) { _ in .init() }
    mutating func apply(_ event: Event) {}
  }

  @Test func `names and versions that cannot be are refused`() throws {
    func refusal<P: Projection>(_ type: P.Type) throws -> String? {
      let store = Store.inMemory()
      do { _ = try store.projection(type) } catch let error as StoreError {
        return error.code == .usage ? error.message : nil
      }
      return nil
    }
    #expect(try refusal(Nameless.self) == "a projection cannot have the name '../x'")
    #expect(try refusal(Unversioned.self)?.contains("has the version 0") == true)
    #expect(try refusal(Backward.self)?.contains("as the version before it") == true)
  }
}
