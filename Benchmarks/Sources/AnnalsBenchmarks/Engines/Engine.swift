/// A store under test, as far as writing goes.
///
/// An engine is used by one thread of a process of its own.
public protocol Engine: AnyObject {
  /// What it is called, what it promises and how it is set up.
  static var description: EngineDescription { get }

  /// Opens the store in a folder that exists, and makes it first where the folder is empty.
  init(in folder: String) throws

  /// Makes the changes, all or none, and returns once they are as durable as the description says.
  func apply(_ commit: PeopleCommit) throws

  /// Ends the use of the store, leaving all of it in the folder.
  func close() throws
}

/// A store under test whose `apply` several threads may call at once; any other is guarded by a lock where many write.
public protocol ConcurrentEngine: Engine {}

/// A store under test that can also answer.
///
/// `Row` is what a user of the engine gets to work with, all fields decoded; turning it into a `Person` to
/// compare engines is not measured.
public protocol ReadableEngine: Engine {
  /// A record in the engine's own form.
  associatedtype Row

  /// The first people of an owner, sorted by age, ties by id.
  func page(of owner: String, limit: Int) throws -> [Row]

  /// The first of all people, sorted by age, ties by id.
  func pageByAge(limit: Int) throws -> [Row]

  /// One person by id; nil where nobody of that id lives.
  func record(_ id: String) throws -> Row?

  /// The person that a row tells of.
  func person(_ row: Row) throws -> Person
}

/// What an engine is and what it promises, printed with every result.
public struct EngineDescription: Sendable, Hashable, Codable {
  /// The short name that options and tables use.
  public var name: String
  /// The version of the library used.
  public var version: String
  /// What an acknowledged commit survives: `durable` is a power cut.
  public var durability: String
  /// What is kept of each change.
  public var audit: String
  /// What can be asked about the past.
  public var history: String
  /// Settings that are not the library's defaults.
  public var settings: String

  /// Describes an engine.
  public init(
    name: String,
    version: String,
    durability: String,
    audit: String,
    history: String,
    settings: String
  ) {
    self.name = name
    self.version = version
    self.durability = durability
    self.audit = audit
    self.history = history
    self.settings = settings
  }
}
