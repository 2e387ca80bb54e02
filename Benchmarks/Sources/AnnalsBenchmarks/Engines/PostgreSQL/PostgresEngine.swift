internal import Synchronization

/// PostgreSQL through libpq: a server of its own, a table, two indexes and an audit table that triggers fill.
public final class PostgresEngine: ReadableEngine, ConcurrentEngine, ServedEngine {
  /// What it is.
  public static var description: EngineDescription {
    EngineDescription(
      name: "postgres",
      version: PostgresServer.version,
      durability: .durable,
      audit: .trail,
      history: [],
      settings: PostgresSchema.settingsText
    )
  }

  /// That PostgreSQL or libpq is not installed, or that there is no user who may run it.
  public static var obstacle: BenchmarkError? { PostgresServer.obstacle }

  private let library: PostgresLibrary
  private let folder: String
  /// Nil once the engine is closed.
  private var server: PostgresServer?
  /// Connections that nobody uses just now; as many are made as there are threads.
  private let idle = Mutex<[PostgresConnection]>([])

  /// Starts the server in the folder, and makes its tables where they are not there yet.
  ///
  /// - Throws: `BenchmarkError` with the server's message.
  public init(in folder: String) throws {
    guard let library = PostgresLibrary.shared else { throw PostgresServer.missing }
    self.library = library
    self.folder = folder
    let server = try PostgresServer(in: folder, PostgresSchema.settings)
    self.server = server
    if server.isNew {
      let connection = try PostgresConnection(library, at: folder)
      try connection.execute(PostgresSchema.tablespace(at: PostgresServer.tables(in: folder)))
      try connection.execute(PostgresSchema.tables)
      try connection.execute(PostgresSchema.triggers)
    }
    idle.withLock { [connection = try connect()] in $0.append(connection) }
  }

  /// One transaction in one pipeline: however many changes, the client waits for the server once.
  ///
  /// - Throws: `BenchmarkError` with the server's message; nothing is changed then.
  public func apply(_ commit: PeopleCommit) throws {
    try withConnection { connection throws(BenchmarkError) in
      var parameters = PostgresParameters()
      parameters.add(commit.time)
      parameters.add(commit.actor)
      parameters.add(commit.reason)
      try connection.send(PostgresSchema.Statement.insertCommit.rawValue, parameters)
      for change in commit.changes {
        parameters.removeAll()
        let statement = parameters.add(change)
        try connection.send(statement.rawValue, parameters)
      }
      try connection.synchronise()
    }
  }

  /// Through the index of owner and age.
  public func page(of owner: String, limit: Int) throws -> [Person] {
    var parameters = PostgresParameters()
    parameters.add(owner)
    parameters.add(Int64(limit))
    return try people(.pageOfOwner, parameters)
  }

  /// Through the index of age.
  public func pageByAge(limit: Int) throws -> [Person] {
    var parameters = PostgresParameters()
    parameters.add(Int64(limit))
    return try people(.pageByAge, parameters)
  }

  /// Through the primary key.
  public func record(_ id: String) throws -> Person? {
    var parameters = PostgresParameters()
    parameters.add(id)
    return try people(.selectPerson, parameters).first
  }

  /// The row itself.
  public func person(_ row: Person) -> Person { row }

  /// The server's first process, and those that it has started.
  public var serverProcesses: [Int32] { server?.processes ?? [] }

  /// Stops the server, which brings all into the files of its tables.
  public func close() {
    idle.withLock { $0.removeAll() }
    server = nil
  }

  /// The tables and indexes.
  ///
  /// The server's own tables and its write-ahead log are not counted: the latter is used again and again.
  public static func bytesOnDisk(in folder: String) throws -> Int {
    try Kernel.bytesOnDisk(under: PostgresServer.tables(in: folder))
  }

  private func people(
    _ statement: PostgresSchema.Statement,
    _ parameters: PostgresParameters
  ) throws(BenchmarkError) -> [Person] {
    try withConnection { connection throws(BenchmarkError) in
      try connection.rows(of: statement.rawValue, parameters, Person.init)
    }
  }

  /// Lends a connection; one with which something failed is not used again.
  private func withConnection<R>(
    _ body: (PostgresConnection) throws(BenchmarkError) -> R
  ) throws(BenchmarkError) -> R {
    let known = idle.withLock { $0.popLast() }
    let connection = if let known { known } else { try connect() }
    let result = try body(connection)
    idle.withLock { $0.append(connection) }
    return result
  }

  private func connect() throws(BenchmarkError) -> PostgresConnection {
    let connection = try PostgresConnection(library, at: folder)
    for statement in PostgresSchema.Statement.allCases {
      try connection.prepare(statement.rawValue, statement.sql)
    }
    try connection.beginPipeline()
    return connection
  }
}

extension PostgresParameters {
  /// Adds what a change needs.
  ///
  /// - Returns: the statement that makes the change.
  fileprivate mutating func add(_ change: Change) -> PostgresSchema.Statement {
    switch change {
    case .create(let person):
      add(person.id)
      add(person.owner)
      add(person.name)
      add(person.age)
      add(person.location)
      add(person.note)
      return .insertPerson
    case .update(let id, let fields):
      add(id)
      var place = 0
      for field in fields {
        while place < field.place { addNull(); place += 1 }
        switch field {
        case .owner(let text), .name(let text), .location(let text), .note(let text): add(text)
        case .age(let number): add(number)
        }
        place += 1
      }
      while place < PostgresSchema.fieldCount { addNull(); place += 1 }
      return .updatePerson
    case .delete(let id):
      add(id)
      return .deletePerson
    }
  }
}

extension Person {
  /// Reads the columns of `PostgresSchema`.
  fileprivate init(_ row: PostgresRow) {
    self.init(
      id: row.text(0),
      owner: row.text(1),
      name: row.text(2),
      age: row.integer(3),
      location: row.text(4),
      note: row.text(5)
    )
  }
}
