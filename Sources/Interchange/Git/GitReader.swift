internal import EventLog
internal import StoreErrors
internal import Records

/// Reads a branch's history and makes commits of files of it.
struct GitReader: ImportReader {
  private static let submodule = "160000"

  private var history: GitHistory
  private let sizes: GitSizes
  private let type: ExactString
  private let run: ImportOptions
  private let total: Int
  /// Defines the type; nil where it is there already.
  private var definition: TypeDefinition?
  private var done = 0
  private var isAtEnd = false

  init(
    _ history: GitHistory,
    _ sizes: GitSizes,
    _ run: ImportOptions,
    type: ExactString,
    defining definition: TypeDefinition?,
    total: Int
  ) {
    self.history = history
    self.sizes = sizes
    self.type = type
    self.run = run
    self.definition = definition
    self.total = total
  }

  mutating func next() throws -> ImportWindow? {
    if isAtEnd { return nil }
    var commits: [GitCommit] = []
    var count = 0
    while count < run.eventsPerFlush, let commit = try history.nextCommit() {
      commits.append(commit)
      // A commit without files costs something, too.
      count += commit.changes.count + 1
    }
    isAtEnd = count < run.eventsPerFlush
    var window = ImportWindow()
    try add(commits, to: &window)
    done += commits.count
    window.lastLine = commits.last?.number ?? 0
    window.bytesRead = UInt64(done)
    window.bytesTotal = UInt64(total)
    return window
  }

  private mutating func add(_ commits: [GitCommit], to window: inout ImportWindow) throws {
    let contents = commits.lazy.flatMap(\.changes).filter {
      $0.mode != nil && $0.mode != Self.submodule
    }
    let sizes = try sizes.sizes(of: Set(contents.map(\.blob)))
    for commit in commits {
      guard let place = GitPlace(hash: commit.hash) else { continue }
      let actor = commit.author.isEmpty ? run.actor : commit.author
      var pending = PendingCommit(
        actor: actor,
        reason: commit.subject.isEmpty ? run.reason : commit.subject,
        time: commit.time,
        place: place.number
      )
      for change in commit.changes {
        do {
          let operation = try operation(change, owner: actor, sizes)
          pending.steps.append((commit.number, operation))
        } catch let error as StoreError {
          let path = String(decoding: change.path, as: UTF8.self)
          window.reports.append(ImportReport(line: commit.number, error: error, text: path))
        }
      }
      guard !pending.steps.isEmpty else { continue }
      if let definition {
        pending.steps.insert((commit.number, .define(definition)), at: 0)
        self.definition = nil
      }
      window.commits.append(pending)
    }
  }

  private func operation(_ change: GitCommit.Change, owner: String, _ sizes: [String: Int64]) throws
    -> RecordOperation
  {
    let id = try Self.id(change.path)
    guard let mode = change.mode else { return .delete(type: type, id: id) }
    let kind =
      switch mode {
      case Self.submodule: "submodule"
      case "120000": "symlink"
      default: "file"
      }
    return .replace(
      type: type,
      id: id,
      [
        ("kind", .text(kind)), ("mode", .text(mode)), ("blob", .text(change.blob)),
        ("size", sizes[change.blob].map(Value.int) ?? .null), ("owner", .text(owner)),
      ]
    )
  }

  /// The path as an id.
  private static func id(_ path: [UInt8]) throws(StoreError) -> ExactString {
    guard path.count <= TypeDefinition.maximumNameBytes else {
      throw StoreError(
        .tooLarge,
        "the path has \(path.count) bytes; the limit of an id is \(TypeDefinition.maximumNameBytes)"
      )
    }
    guard let text = String(validating: path, as: UTF8.self) else {
      throw StoreError(.badData, "the path is not UTF-8")
    }
    return ExactString(text)
  }
}
