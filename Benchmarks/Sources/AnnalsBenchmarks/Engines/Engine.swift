/// A store under test, as far as writing goes.
///
/// An engine is used by one thread of a process of its own.
public protocol Engine: AnyObject {
  /// What it is called, what it promises and how it is set up.
  static var description: EngineDescription { get }

  /// Why it cannot take part on this machine, with the way out; nil where it can, which is the default.
  static var obstacle: BenchmarkError? { get }

  /// Opens the store in a folder that exists, and makes it first where the folder is empty.
  init(in folder: String) throws

  /// Makes the changes, all or none, and returns once they are as durable as the description says.
  func apply(_ commit: PeopleCommit) throws

  /// Ends the use of the store, leaving all of it in the folder.
  func close() throws

  /// Bytes that a closed store occupies on the disk: all files of its folder, where an engine does not know better.
  static func bytesOnDisk(in folder: String) throws -> Int
}

extension Engine {
  /// Nothing stands in the way.
  public static var obstacle: BenchmarkError? { nil }

  /// The blocks of all files in the folder.
  ///
  /// - Throws: `BenchmarkError` where one cannot be looked at.
  public static func bytesOnDisk(in folder: String) throws -> Int {
    try Kernel.bytesOnDisk(under: folder)
  }
}

/// A store under test whose `apply` several threads may call at once; any other is guarded by a lock where many write.
public protocol ConcurrentEngine: Engine {}

/// A store under test that lives in processes of its own: what they use and write is the engine's.
///
/// How long it takes to open is not measured, as its server runs before anybody opens it; nor is its memory, which its
/// processes share.
public protocol ServedEngine: Engine {
  /// The processes that there are now, this one left out.
  var serverProcesses: [Int32] { get }
}

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

extension ReadableEngine {
  /// Reads a page and says how many people are on it.
  ///
  /// Asked of an engine of any kind, `page` would put each row into a box of its own, which is no engine's cost.
  func pageCount(of owner: String, limit: Int) throws -> Int {
    try page(of: owner, limit: limit).count
  }
}

/// A store under test whose pages can be had as plain Swift structs.
public protocol StructEngine: ReadableEngine {
  /// The first people of an owner, sorted by age, ties by id.
  func people(of owner: String, limit: Int) throws -> [Person]
}

extension StructEngine where Row == Person {
  /// The page, whose rows are such structs.
  ///
  /// - Throws: what the engine throws.
  public func people(of owner: String, limit: Int) throws -> [Person] {
    try page(of: owner, limit: limit)
  }
}

/// A store under test that tasks can write to, which are suspended meanwhile and hold no thread up.
public protocol AsyncEngine: Engine, Sendable {
  /// Makes the changes, all or none, and returns once they are as durable as the description says.
  ///
  /// - Returns: the commit's number, one more than that of the commit before.
  func commit(_ commit: PeopleCommit) async throws -> Int
}

/// A store under test that can also answer as of any commit of the past.
///
/// A point is a number of commits: 0 is before the first, 1 after it, and so on to the head.
public protocol HistoryEngine: ReadableEngine {
  /// How many commits the store has, in this process and in those before.
  func head() throws -> Int

  /// One person as of a point; nil where nobody of that id lived then.
  ///
  /// - Parameter point: 0 to the head.
  func record(_ id: String, at point: Int) throws -> Row?

  /// The first people of an owner as of a point, sorted by the age they had then, ties by id.
  ///
  /// - Parameter point: 0 to the head.
  func page(of owner: String, limit: Int, at point: Int) throws -> [Row]
}
