internal import Annals
internal import EventLog
internal import StoreErrors
internal import Records

/// Writes a window that the store refused as a whole: commit by commit, finding the step that is at fault.
struct WindowRepair {
  let store: Store
  let source: ImportSource
  let keepsGoing: Bool
  private(set) var reports: [ImportReport] = []

  init(store: Store, source: ImportSource, keepsGoing: Bool) {
    self.store = store
    self.source = source
    self.keepsGoing = keepsGoing
  }

  /// Whether an error is about what was to be written, and not about the store.
  static func canMend(_ error: StoreError) -> Bool {
    let codes: Set<StoreError.Code> = [
      .badData, .notUnique, .notFound, .tooLarge, .usage, .conflict,
    ]
    return codes.contains(error.code)
  }

  /// Writes what can be written.
  ///
  /// - Throws: `StoreError` with the line at fault, unless the import keeps going. The commits before stay.
  mutating func write(_ commits: [PendingCommit], into summary: inout ImportSummary) throws {
    try divide(withoutDeadDeletes(commits)[...], into: &summary)
  }

  /// Halves what the store refuses until single commits are left.
  private mutating func divide(
    _ commits: ArraySlice<PendingCommit>,
    into summary: inout ImportSummary
  ) throws {
    guard commits.count > 1 else {
      if let commit = commits.first { try writeAlone(commit, into: &summary) }
      return
    }
    do {
      summary.add(try store.write(commits.map { $0.batch(source: source.fingerprint) }))
    } catch let error as StoreError where Self.canMend(error) {
      let middle = commits.startIndex + commits.count / 2
      try divide(commits[..<middle], into: &summary)
      try divide(commits[middle...], into: &summary)
    }
  }

  /// Drops each delete of a record that does not live, and reports it.
  private mutating func withoutDeadDeletes(_ commits: [PendingCommit]) throws -> [PendingCommit] {
    var alive: [RecordName: Bool] = [:]
    var emptied: Set<ExactString> = []
    var commits = commits
    for index in commits.indices {
      var kept: [(line: Int, operation: RecordOperation)] = []
      for step in commits[index].steps {
        switch step.operation {
        case .replace(let type, let id, _), .put(let type, let id, _, _):
          alive[RecordName(type, id)] = true
        case .deleteWhere(let type, nil):
          alive = alive.filter { $0.key.type != type }
          emptied.insert(type)
        case .delete(let type, let id, _):
          let name = RecordName(type, id)
          let isAlive = try alive[name] ?? (!emptied.contains(type) && lives(name))
          alive[name] = false
          guard isAlive else {
            reports.append(.absent(type, id, line: step.line))
            continue
          }
        default: break
        }
        kept.append(step)
      }
      commits[index].steps = kept
    }
    return commits
  }

  private struct RecordName: Hashable {
    let type: ExactString
    let id: ExactString
    init(_ type: ExactString, _ id: ExactString) {
      self.type = type
      self.id = id
    }
  }

  private func lives(_ name: RecordName) throws -> Bool {
    do { return try store.lookup(name.type, name.id).record != nil } catch let error as StoreError
      where error.code == .usage
    {
      // The type is defined in this very window.
      return false
    }
  }

  private mutating func writeAlone(_ commit: PendingCommit, into summary: inout ImportSummary)
    throws
  {
    var commit = commit
    while !commit.steps.isEmpty {
      do {
        summary.add(try store.write([commit.batch(source: source.fingerprint)]))
        return
      } catch let error as StoreError where Self.canMend(error) {
        let index = try firstFault(in: commit)
        let step = commit.steps.remove(at: index)
        guard keepsGoing else { throw error.atLine(step.line) }
        reports.append(ImportReport(line: step.line, error: error, text: step.operation.subject))
      }
    }
  }

  /// The first step that the store refuses upon those before it, found by halving.
  private func firstFault(in commit: PendingCommit) throws -> Int {
    var good = 0
    var bad = commit.steps.count
    while bad - good > 1 {
      let middle = good + (bad - good) / 2
      var part = commit
      part.steps = Array(commit.steps.prefix(middle))
      var batch = part.batch(source: source.fingerprint)
      batch.options.isDryRun = true
      do {
        _ = try store.write([batch])
        good = middle
      } catch let error as StoreError where Self.canMend(error) { bad = middle }
    }
    return bad - 1
  }
}

extension ImportReport {
  /// A delete of what does not live.
  static func absent(_ type: ExactString, _ id: ExactString, line: Int) -> ImportReport {
    ImportReport(
      line: line,
      error: StoreError(.notFound, "\(type)/\(id) does not live, so it was not deleted"),
      text: "\(type)/\(id)"
    )
  }
}

extension RecordOperation {
  /// What an operation is about, for a report.
  fileprivate var subject: String {
    switch self {
    case .create(let type, let id, _, _): "\(type)/\(id?.text ?? "")"
    case .update(let type, let id, _, _), .put(let type, let id, _, _),
      .replace(let type, let id, _),
      .delete(let type, let id, _):
      "\(type)/\(id)"
    case .deleteWhere(let type, _): type.text
    case .define(let definition), .redefine(let definition): definition.name.text
    }
  }
}
