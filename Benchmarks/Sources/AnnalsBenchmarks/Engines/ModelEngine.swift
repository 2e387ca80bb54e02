/// People in a dictionary: nothing is kept on disk, and everything is obviously right.
///
/// Tests compare the other engines with it, and it is the shortest example of an engine.
public final class ModelEngine: ReadableEngine {
  /// What it is.
  public static let description = EngineDescription(
    name: "model",
    version: "-",
    durability: "none: memory only",
    audit: "none",
    history: "none",
    settings: "none"
  )

  private var people: [String: Person] = [:]

  /// Begins without people, whatever the folder holds.
  public init(in folder: String) {}

  /// Changes the dictionary.
  ///
  /// - Throws: `BenchmarkError` where someone to create lives already, or someone to change does not.
  public func apply(_ commit: PeopleCommit) throws(BenchmarkError) {
    for change in commit.changes {
      switch change {
      case .create(let person):
        guard people.updateValue(person, forKey: person.id) == nil else {
          throw BenchmarkError("\(person.id) was created twice")
        }
      case .update(let id, let fields):
        guard var person = people[id] else { throw BenchmarkError("\(id) is not there to update") }
        for field in fields { person.set(field) }
        people[id] = person
      case .delete(let id):
        guard people.removeValue(forKey: id) != nil else {
          throw BenchmarkError("\(id) is not there to delete")
        }
      }
    }
  }

  /// Filters and sorts all people.
  public func page(of owner: String, limit: Int) -> [Person] {
    Self.firstByAge(people.values.filter { $0.owner == owner }, limit)
  }

  /// Sorts all people.
  public func pageByAge(limit: Int) -> [Person] { Self.firstByAge(Array(people.values), limit) }

  /// Looks into the dictionary.
  public func record(_ id: String) -> Person? { people[id] }

  /// The row itself.
  public func person(_ row: Person) -> Person { row }

  /// Does nothing.
  public func close() {}

  private static func firstByAge(_ people: [Person], _ limit: Int) -> [Person] {
    // Ids are ASCII of one length, so that Swift's order is that of the bytes.
    Array(people.sorted { ($0.age, $0.id) < ($1.age, $1.id) }.prefix(limit))
  }
}

extension Person {
  /// Takes a new value.
  mutating func set(_ field: PersonField) {
    switch field {
    case .owner(let text): owner = text
    case .name(let text): name = text
    case .age(let number): age = number
    case .location(let text): location = text
    case .note(let text): note = text
    }
  }
}
