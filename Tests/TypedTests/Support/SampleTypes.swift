import Annals
import Foundation

/// The person of the first example program.
struct Person: Record, Hashable {
  var id: String
  var name: String
  var age: Int
  var gender = false
  var location: String?

  static let schema = Schema<Person>("person") {
    Field("name", \.name, .required)
    Field("age", \.age, .minimum(0))
    Field("gender", \.gender)
    Field("location", \.location)
    View("by-age", sortedBy: \.age)
  }
}

/// A record whose id is made of two of its fields.
struct Owned: Record, Hashable {
  var owner: String
  var recordID: String
  var name: String
  var age: Int

  var id: String { "\(owner)/\(recordID)" }

  static let schema = Schema<Owned>("record") {
    Field("owner", \.owner, .required)
    Field("recordID", \.recordID, .required)
    Field("name", \.name)
    Field("age", \.age)
    View("by-owner", of: \.owner, sortedBy: \.age)
  }
}

/// A store of people in memory.
func withPeople(_ people: Person..., body: (Store) throws -> Void) throws {
  let store = try Store.inMemory(for: Person.self)
  defer { store.close() }
  if !people.isEmpty { try store.write(by: "test") { try $0.insert(people) } }
  try body(store)
}

extension Person {
  static let ann = Person(id: "ann", name: "Ann", age: 30, location: "Oslo")
  static let bob = Person(id: "bob", name: "Bob", age: 20)
  static let cid = Person(id: "cid", name: "Cid", age: 40, gender: true, location: "Bern")
}

/// Runs `body` with the path of a new, empty folder, and deletes that afterwards.
func withFolder<R>(_ body: (String) throws -> R) throws -> R {
  let path = try newFolder()
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

/// The same for a test that suspends.
func withFolder<R>(_ body: (String) async throws -> R) async throws -> R {
  let path = try newFolder()
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try await body(path)
}

private func newFolder() throws -> String {
  let path = FileManager.default.temporaryDirectory.path + "/annals-test-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  return path
}
