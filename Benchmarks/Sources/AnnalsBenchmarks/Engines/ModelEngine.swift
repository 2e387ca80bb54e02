/// People in a dictionary, with all that they ever were: nothing is kept on disk, and everything is obviously right.
///
/// It is the judge: tests compare the other engines with it, at the head and in the past.
public final class ModelEngine: HistoryEngine {
  /// What it is.
  public static let description = EngineDescription(
    name: "model",
    version: "-",
    durability: .memory,
    audit: [],
    history: [.record, .page],
    settings: "a dictionary of all versions"
  )

  /// What one person became.
  private struct Version {
    /// The number of the commit that made it.
    var commit: Int
    /// Nil for a deletion.
    var person: Person?
  }

  /// The versions of everybody, oldest first.
  private var versions: [String: [Version]] = [:]
  private var commitCount = 0

  /// Begins without people, whatever the folder holds.
  public init(in folder: String) {}

  /// Adds a version for each change.
  ///
  /// - Throws: `BenchmarkError` where someone to create lives already, or someone to change does not; nothing is
  ///   changed then.
  public func apply(_ commit: PeopleCommit) throws(BenchmarkError) {
    do throws(BenchmarkError) {
      for change in commit.changes { try apply(change) }
      commitCount += 1
    } catch {
      for change in commit.changes { versions[change.id]?.removeAll { $0.commit > commitCount } }
      throw error
    }
  }

  private func apply(_ change: Change) throws(BenchmarkError) {
    switch change {
    case .create(let person):
      guard record(person.id) == nil else {
        throw BenchmarkError("\(person.id) was created twice")
      }
      add(person, person.id)
    case .update(let id, let fields):
      guard var person = record(id) else { throw BenchmarkError("\(id) is not there to update") }
      for field in fields { person.set(field) }
      add(person, id)
    case .delete(let id):
      guard record(id) != nil else { throw BenchmarkError("\(id) is not there to delete") }
      add(nil, id)
    }
  }

  private func add(_ person: Person?, _ id: String) {
    versions[id, default: []].append(Version(commit: commitCount + 1, person: person))
  }

  /// Filters and sorts all people.
  public func page(of owner: String, limit: Int) -> [Person] {
    firstByAge(limit) { $0.last?.person.flatMap { $0.owner == owner ? $0 : nil } }
  }

  /// Sorts all people.
  public func pageByAge(limit: Int) -> [Person] { firstByAge(limit) { $0.last?.person } }

  /// The last version.
  public func record(_ id: String) -> Person? { versions[id]?.last?.person }

  /// Counted.
  public func head() -> Int { commitCount }

  /// The last version that is not younger than the point.
  public func record(_ id: String, at point: Int) -> Person? {
    versions[id].flatMap { Self.person(of: $0, at: point) }
  }

  /// Filters and sorts all people that were there at the point.
  public func page(of owner: String, limit: Int, at point: Int) -> [Person] {
    firstByAge(limit) { Self.person(of: $0, at: point).flatMap { $0.owner == owner ? $0 : nil } }
  }

  /// The row itself.
  public func person(_ row: Person) -> Person { row }

  /// Does nothing.
  public func close() {}

  private static func person(of versions: [Version], at point: Int) -> Person? {
    versions.last { $0.commit <= point }?.person
  }

  private func firstByAge(_ limit: Int, _ choose: ([Version]) -> Person?) -> [Person] {
    // Ids are ASCII of one length, so that Swift's order is that of the bytes.
    let people = versions.values.compactMap(choose)
    return Array(people.sorted { ($0.age, $0.id) < ($1.age, $1.id) }.prefix(limit))
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
