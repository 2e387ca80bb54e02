import Annals

/// A plain dictionary model of a store: the judge of every answer.
///
/// It knows nothing of logs, keys or views.
struct Model {
  /// A record as the model has it.
  struct Entry: Equatable {
    var version: UInt64 = 0
    var life: UInt64 = 0
    var isAlive = false
    var revision = Revision.zero
    var created = Instant.distantPast
    var updated = Instant.distantPast
    /// By field name; a missing field is not there.
    var values: [ExactString: Value] = [:]
  }

  struct Key: Hashable {
    let type: ExactString
    let id: ExactString
  }

  /// What a type looks like at a revision.
  struct Shape: Equatable {
    var fields: [(name: ExactString, kind: Kind)]
    static func == (left: Shape, right: Shape) -> Bool {
      left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.kind == $1.kind }
    }
  }

  /// One record's event.
  struct Past {
    var key: Key
    var version: UInt64
    var op: Event.Op
    var revision: Revision
    var actor: String
  }

  /// A refusal that the store must give, too.
  struct Refusal: Error, Equatable { let code: StoreError.Code }

  /// The state after each revision, from 0.
  private(set) var states: [[Key: Entry]] = [[:]]
  private(set) var shapes: [[ExactString: Shape]] = [[:]]
  private(set) var times: [Instant] = [.distantPast]
  private(set) var past: [Past] = []

  var head: Revision { Revision(UInt64(states.count) - 1) }

  func state(at revision: Revision) -> [Key: Entry] { states[Int(revision.rawValue)] }

  /// The living records of a type at a revision.
  func living(_ type: ExactString, at revision: Revision) -> [(id: ExactString, entry: Entry)] {
    state(at: revision).filter { $0.key.type == type && $0.value.isAlive }.map {
      ($0.key.id, $0.value)
    }
  }

  /// The last revision whose time is not after an instant, found by looking at all of them.
  func revision(at instant: Instant) -> Revision {
    Revision(UInt64(times.lastIndex { $0 <= instant } ?? 0))
  }

  // MARK: - Writing

  /// A commit on its way.
  struct Draft {
    var state: [Key: Entry]
    var shapes: [ExactString: Shape]
    var past: [Past] = []
    let revision: Revision
    let time: Instant
    let actor: String
    var changed = false
  }

  /// The time that a commit gets.
  func time(of given: CommitTime) -> Instant {
    let last = times[times.count - 1]
    switch given {
    case .source(let moment): return moment < last ? last : moment
    case .live(let clock): return head == .zero || clock > last ? clock : last.next
    }
  }

  func draft(by actor: String, at time: CommitTime) -> Draft {
    Draft(
      state: states[states.count - 1],
      shapes: shapes[shapes.count - 1],
      revision: head.next,
      time: self.time(of: time),
      actor: actor
    )
  }

  /// Takes a commit in, unless nothing changed.
  mutating func take(_ draft: Draft) {
    guard draft.changed else { return }
    states.append(draft.state)
    shapes.append(draft.shapes)
    times.append(draft.time)
    past.append(contentsOf: draft.past)
  }
}

extension Model.Draft {
  mutating func create(_ type: ExactString, _ id: ExactString, _ values: [ExactString: Value?])
    throws
  {
    let key = Model.Key(type: type, id: id)
    var entry = state[key] ?? Model.Entry()
    if entry.isAlive { throw Model.Refusal(code: .conflict) }
    entry.isAlive = true
    entry.life += 1
    entry.created = time
    entry.values = values.compactMapValues { $0 }
    note(.create, key, &entry)
  }

  mutating func update(
    _ type: ExactString,
    _ id: ExactString,
    _ values: [ExactString: Value?],
    ifVersion: UInt64? = nil
  )
    throws
  {
    let key = Model.Key(type: type, id: id)
    guard var entry = state[key], entry.isAlive else { throw Model.Refusal(code: .notFound) }
    if let ifVersion, ifVersion != entry.version { throw Model.Refusal(code: .conflict) }
    let before = entry.values
    for (name, value) in values { entry.values[name] = value }
    if entry.values == before { return }
    note(.update, key, &entry)
  }

  mutating func put(_ type: ExactString, _ id: ExactString, _ values: [ExactString: Value?]) throws
  {
    if state[Model.Key(type: type, id: id)]?.isAlive == true {
      try update(type, id, values)
    } else {
      try create(type, id, values)
    }
  }

  mutating func replace(_ type: ExactString, _ id: ExactString, _ values: [ExactString: Value?])
    throws
  {
    let all = shapes[type]?.fields.map(\.name) ?? []
    var whole: [ExactString: Value?] = [:]
    for name in all { whole[name] = .some(values[name] ?? nil) }
    try put(type, id, whole)
  }

  mutating func delete(_ type: ExactString, _ id: ExactString, ifVersion: UInt64? = nil) throws {
    let key = Model.Key(type: type, id: id)
    guard var entry = state[key], entry.isAlive else { throw Model.Refusal(code: .notFound) }
    if let ifVersion, ifVersion != entry.version { throw Model.Refusal(code: .conflict) }
    entry.isAlive = false
    entry.values = [:]
    note(.delete, key, &entry)
  }

  mutating func delete(_ type: ExactString, where matches: (Model.Entry) -> Bool) throws {
    for (key, entry) in state where key.type == type && entry.isAlive && matches(entry) {
      try delete(type, key.id)
    }
  }

  /// Gives a type a shape; values of dropped fields go, those of widened ones widen.
  mutating func define(_ type: ExactString, _ shape: Model.Shape) {
    if shapes[type] == shape { return }
    let known = shapes[type]
    shapes[type] = shape
    changed = true
    guard known != nil else { return }
    for (key, entry) in state where key.type == type {
      var entry = entry
      let kept = shape.fields.compactMap { field in
        entry.values[field.name].map {
          (field.name, $0.isNull ? $0 : $0.coerced(to: field.kind) ?? $0)
        }
      }
      entry.values = Dictionary(uniqueKeysWithValues: kept)
      state[key] = entry
    }
  }

  private mutating func note(_ op: Event.Op, _ key: Model.Key, _ entry: inout Model.Entry) {
    entry.version += 1
    entry.revision = revision
    entry.updated = time
    state[key] = entry
    past.append(
      Model.Past(key: key, version: entry.version, op: op, revision: revision, actor: actor)
    )
    changed = true
  }
}
