/// The record that every engine keeps: about 150 bytes of text and a number.
public struct Person: Sendable, Hashable, Codable {
  /// The name it is known by, `p0000042`.
  public var id: String
  /// Whose record it is; a page shows the people of one owner.
  public var owner: String
  /// First and last name.
  public var name: String
  /// Years, 0 to 99; both views are sorted by it.
  public var age: Int64
  /// A town.
  public var location: String
  /// A sentence that nobody sorts by.
  public var note: String

  /// Makes a person.
  public init(
    id: String,
    owner: String,
    name: String,
    age: Int64,
    location: String,
    note: String
  ) {
    self.id = id
    self.owner = owner
    self.name = name
    self.age = age
    self.location = location
    self.note = note
  }
}

/// A field of a person with a new value.
public enum PersonField: Sendable, Hashable, Codable {
  /// Another owner.
  case owner(String)
  /// Another name.
  case name(String)
  /// Another age.
  case age(Int64)
  /// Another town.
  case location(String)
  /// Another note.
  case note(String)

  /// The place of the field in a person, id left out: owner is 0, note is 4.
  public var place: Int {
    switch self {
    case .owner: 0
    case .name: 1
    case .age: 2
    case .location: 3
    case .note: 4
    }
  }
}

/// What an engine is asked to do to one person; each change is one event.
public enum Change: Sendable, Hashable, Codable {
  /// A new person.
  case create(Person)
  /// New values, each different from the old one, for one or two fields, in the order of the fields.
  case update(id: String, [PersonField])
  /// The person goes.
  case delete(id: String)

  /// Whom it is about.
  public var id: String {
    switch self {
    case .create(let person): person.id
    case .update(let id, _), .delete(let id): id
    }
  }
}

/// Changes that belong together: all or nothing, durable once the engine returns.
public struct PeopleCommit: Sendable, Hashable, Codable {
  /// Who changes.
  public var actor: String
  /// Why.
  public var reason: String
  /// When, in nanoseconds since 1970; later than the commit before.
  public var time: Int64
  /// What; in order, and one person may occur more than once.
  public var changes: [Change]
  /// The owner of the last person changed, for reads that follow a write.
  public var owner: String

  /// Makes a commit.
  public init(actor: String, reason: String, time: Int64, changes: [Change], owner: String) {
    self.actor = actor
    self.reason = reason
    self.time = time
    self.changes = changes
    self.owner = owner
  }
}
