internal import EventLog
internal import StoreErrors
internal import Records

/// Gathers what lines say into commits, and commits into a window.
struct WindowBuilder {
  /// The types, as they are known so far.
  var types: TypeGuesses
  private(set) var window = ImportWindow()
  private var commit: PendingCommit?
  private var stepCount = 0
  /// Where the window first touches a type: its place, the commit, and the step in it.
  private var firstUses: [Int: (commit: Int, step: Int)] = [:]

  init(types: TypeGuesses) { self.types = types }

  /// How many operations the window has, the open commit's among them.
  var count: Int { stepCount }

  /// Begins a commit; the one before is complete.
  mutating func begin(_ next: PendingCommit) {
    closeCommit()
    commit = next
  }

  /// Completes the open commit.
  mutating func closeCommit() {
    if let commit, !commit.steps.isEmpty { window.commits.append(commit) }
    commit = nil
  }

  /// Forgets the open commit: a line of it was refused, so nothing of it may be kept.
  mutating func dropCommit() {
    let index = window.commits.count
    firstUses = firstUses.filter { $0.value.commit < index }
    commit = nil
  }

  /// Adds an operation to the open commit.
  ///
  /// - Parameter type: the place of its type.
  mutating func add(_ operation: RecordOperation, ofType type: Int, line: Int) {
    guard let step = commit?.steps.count else { return }
    if firstUses[type] == nil { firstUses[type] = (window.commits.count, step) }
    commit?.steps.append((line, operation))
    commit?.place = UInt64(line)
    stepCount += 1
  }

  /// Notes the time of a line of the open commit: a commit is as late as its latest line.
  mutating func note(_ time: Instant?) {
    guard let time else { return }
    let known = commit?.time ?? time
    commit?.time = max(known, time)
  }

  /// Notes a line that was passed over.
  mutating func report(_ report: ImportReport) { window.reports.append(report) }

  /// Hands out the complete commits as a window, with the definitions that they need before their first row.
  ///
  /// - Throws: `StoreError` (`usage`, `tooLarge`) for a type that cannot be defined.
  mutating func takeWindow() throws(StoreError) -> ImportWindow {
    var result = window
    // From the back, so that the places before stay what they are.
    let uses = firstUses.sorted {
      ($0.value.commit, $0.value.step) > ($1.value.commit, $1.value.step)
    }
    var notes: [[String]] = []
    for (type, use) in uses where types[type].hasChanged {
      let json = types[type].takeNewJSON()
      if !json.isEmpty { result.turnToJSON(json, of: types[type].name) }
      let (operation, inferred) = try types[type].takeDefinition()
      let line = result.commits[use.commit].steps[use.step].line
      result.commits[use.commit].steps.insert((line, operation), at: use.step)
      notes.append(inferred)
    }
    result.inferred = notes.reversed().flatMap { $0 }
    window = ImportWindow()
    firstUses = [:]
    stepCount = 0
    return result
  }
}

extension ImportWindow {
  /// Turns the values of fields that became JSON after them into JSON.
  fileprivate mutating func turnToJSON(_ fields: Set<ExactString>, of type: ExactString) {
    for commit in commits.indices {
      for step in commits[commit].steps.indices {
        switch commits[commit].steps[step].operation {
        case .replace(type, let id, let values):
          commits[commit].steps[step].operation = .replace(
            type: type,
            id: id,
            values.turned(fields)
          )
        case .put(type, let id, let values, nil):
          commits[commit].steps[step].operation = .put(type: type, id: id, values.turned(fields))
        default: break
        }
      }
    }
  }
}

extension RecordOperation.Assignments {
  fileprivate func turned(_ fields: Set<ExactString>) -> Self {
    map { name, value in (name, fields.contains(name) ? value?.widened(to: .json) : value) }
  }
}
