public import Annals
internal import Foundation

/// A person as a user of the typed library keeps it: the fields and views are those of `AnnalsEngine`.
extension Person: Record {
  /// How people are kept.
  public static let schema = Schema<Person>("person") {
    Field("owner", \.owner)
    Field("name", \.name)
    Field("age", \.age)
    Field("location", \.location)
    Field("note", \.note)
    View("by-age", sortedBy: \.age)
    View("by-owner", of: \.owner, sortedBy: \.age)
  }
}

extension AnnalsEngine: StructEngine {
  /// A typed fetch with a predicate, made anew for each page as a program would.
  ///
  /// - Throws: `StoreError`.
  public func people(of owner: String, limit: Int) throws -> [Person] {
    var page = FetchDescriptor<Person>(
      predicate: #Predicate { $0.owner == owner },
      sortBy: [SortDescriptor(\.age)]
    )
    page.fetchLimit = limit
    return try store.fetch(page)
  }
}

extension AnnalsEngine: AsyncEngine {
  /// A write closure over structs.
  ///
  /// - Returns: the commit's number.
  /// - Throws: `StoreError`; nothing is changed then.
  public func commit(_ commit: PeopleCommit) async throws -> Int {
    let written = try await store.write(by: commit.actor, because: commit.reason) { transaction in
      for change in commit.changes {
        switch change {
        case .create(let person): try transaction.insert(person)
        case .update(let id, let fields):
          try transaction.update(Person.self, id) { person in
            for field in fields { person.set(field) }
          }
        case .delete(let id): try transaction.delete(Person.self, id)
        }
      }
    }
    guard let revision = written.revision else {
      throw BenchmarkError("a commit changed nothing")
    }
    return Int(revision.rawValue)
  }
}
