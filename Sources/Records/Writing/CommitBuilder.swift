internal import ByteCoding
internal import EventLog
internal import PageStore
internal import StoreErrors

/// Works requests out into commits, each upon what those before it left.
///
/// What a caller's requests do to the state of the head is taken back where one of them is refused.
package struct CommitBuilder {
  /// The state that the commits so far lead to, and what the present caller's requests have changed of its records.
  private(set) var head: HeadState
  /// The idempotency keys of the commits so far.
  private var usedKeys: [ExactString: KeyUse] = [:]
  private let log: any EventLog
  let views: ViewStore

  // What one caller's requests have changed so far.

  /// The definitions.
  var catalog: Catalog
  /// Who holds a unique value, nil for one that was given up.
  var uniques: [[UInt8]: ExactString?] = [:]
  private var keys: [ExactString: KeyUse] = [:]
  private var hasDefinitions = false

  // The request that is being worked out.

  private var events: [EventDraft] = []
  private var outcomes: [Outcome] = []
  /// The definition that was asked for last.
  private var lastDefinition: TypeDefinition?
  /// Writes the event that is being worked out.
  var writer = EventWriter()
  /// The types whose records it changes.
  private var touched: Set<UInt32> = []
  /// The definitions that it replaces: their rules hold for that, too.
  private var replaced: [TypeDefinition] = []
  /// The revision that it gets.
  private var revision: Revision

  /// What an idempotency key stands for.
  private struct KeyUse {
    let content: UInt64
    let revision: Revision
  }

  init(upon head: consuming HeadState, _ log: any EventLog, _ views: ViewStore) {
    catalog = head.catalog
    revision = head.head.revision.next
    self.head = head
    self.log = log
    self.views = views
  }

  /// Hands everything over to another owner, who gives it back: two would each have a copy of all records.
  package mutating func handOver() -> CommitBuilder {
    let nothing = HeadState(at: .nothing, catalog: Catalog())
    return exchange(&self, with: CommitBuilder(upon: nothing, log, views))
  }

  /// Works one caller's requests out.
  ///
  /// - Throws: `StoreError`; then it is as if they had never been asked.
  mutating func build(_ requests: [WriteRequest]) throws -> PreparedCommits {
    let start = revision
    let mark = head.records.mark
    defer { forgetCaller() }
    do {
      var prepared = PreparedCommits()
      try load(requests)
      for request in requests { try add(request, to: &prepared) }
      if requests.contains(where: \.isDryRun) {
        revision = start
        head.takeBack(to: mark)
        prepared.forgetDrafts()
      } else {
        // A value may have passed from record to record: what counts is who holds it at the end.
        for (unique, id) in uniques { head.set(unique: unique, to: id, since: revision) }
        usedKeys.merge(keys) { first, _ in first }
        if hasDefinitions { head.set(catalog) }
      }
      return prepared
    } catch {
      revision = start
      head.takeBack(to: mark)
      throw error
    }
  }

  private mutating func forgetCaller() {
    uniques = [:]
    keys = [:]
    catalog = head.catalog
    lastDefinition = nil
    hasDefinitions = false
  }

  private mutating func add(_ request: WriteRequest, to prepared: inout PreparedCommits) throws {
    guard !request.actor.isEmpty else {
      throw StoreError(.usage, "a commit needs an actor", hints: ["say who makes it"])
    }
    let key = request.key.map { IdempotencyKey(name: $0, content: request.fingerprint) }
    if let key, let first = try log.result(forKey: key) { return prepared.add(first) }
    if let key, let use = keys[ExactString(key.name)] ?? usedKeys[ExactString(key.name)] {
      guard use.content == key.content else {
        throw StoreError.keyReused(key.name, at: use.revision)
      }
      return prepared.add(repeatOf: use.revision)
    }
    if case .head(let expected) = request.expectation, expected.next != revision {
      throw StoreError(
        .conflict,
        "the head is r\(revision.rawValue - 1), not the expected \(expected)",
        hints: ["read what was committed since, and try again"]
      )
    }
    events = []
    outcomes = []
    touched = []
    replaced = []
    events.reserveCapacity(request.operations.count)
    outcomes.reserveCapacity(request.operations.count)
    for operation in request.operations { try perform(operation) }
    try request.body?.run(&self)
    // What is only tried needs no reason yet; one that is given is held to the rule.
    if !request.isDryRun || request.reason != nil { try checkReason(request.reason) }
    guard !events.isEmpty else { return prepared.add(outcomes) }
    prepared.add(
      CommitDraft(
        actor: request.actor,
        reason: request.reason,
        time: request.time ?? .live(.now()),
        key: key,
        bookmark: request.bookmark,
        events: events
      ),
      at: revision,
      outcomes
    )
    if let key { keys[ExactString(key.name)] = KeyUse(content: key.content, revision: revision) }
    revision = revision.next
  }

  private func checkReason(_ reason: String?) throws {
    let touched = touched.sorted().compactMap { catalog.versions(of: $0).last?.definition }
    for definition in replaced + touched {
      try definition.reasonRule?.check(reason, of: definition.name)
    }
  }

  /// Whether the request has changed something so far.
  package var hasChanges: Bool { !events.isEmpty }

  /// What became of the last operation.
  package var lastOutcome: Outcome? { outcomes.last }

  // MARK: - Looking things up

  /// A type as it is defined now.
  mutating func require(_ type: ExactString) throws -> TypeDefinition {
    // As a rule many operations name one type after the other.
    if let last = lastDefinition, last.name == type { return last }
    let definition = try catalog.require(type)
    lastDefinition = definition
    return definition
  }

  /// A record as the operations before this one left it.
  func state(of key: RecordKey) throws -> RecordState {
    if let waiting = head.records.state(of: key) { return waiting }
    return try views.environment.read { try views.state(of: key, in: $0) } ?? RecordState()
  }

  /// Takes up what the views have of the records that requests name, in one transaction.
  private mutating func load(_ requests: [WriteRequest]) throws {
    var wanted: [RecordKey] = []
    for request in requests {
      for operation in request.operations {
        guard let (type, id) = operation.record, catalog.number(of: type) != nil else { continue }
        let key = RecordKey(try require(type).number, id)
        if !head.records.contains(key) { wanted.append(key) }
      }
    }
    // One is looked up as quickly when its turn has come.
    guard wanted.count > 1 else { return }
    try views.environment.read { transaction in
      // Views that are past the head of this commit show what comes after it.
      guard try views.applied(in: transaction).revision <= head.head.revision else { return }
      try views.withStates(in: transaction) { state in
        for key in wanted where !head.records.contains(key) {
          head.set(key, to: try state(key) ?? RecordState())
        }
      }
    }
  }

  /// Who holds a unique value.
  func holder(of unique: [UInt8]) throws -> ExactString? {
    if let changed = uniques[unique] { return changed }
    if let waiting = head.holder(of: unique) { return waiting }
    return try views.environment.read { try views.holder(of: unique, in: $0) }
  }

  /// The ids of all records that may fulfil a condition; each must still be tested as it is now.
  func candidates(_ definition: TypeDefinition, _ condition: Condition?) throws -> [ExactString] {
    var ids: Set<ExactString> = []
    try head.records.forEachID(ofType: definition.number) {
      ids.insert(ExactString(try ByteReader.text($0)))
    }
    try views.environment.read { transaction in
      let applied = try views.applied(in: transaction)
      // The views know the type as it was then, whatever this commit, or one before it in the group, makes of it.
      if let shown = head.catalog.definition(of: definition.number, at: applied.revision) {
        let isSame = shown.version == definition.version
        let query = Query(definition.name, where: isSame ? condition : nil)
        let present = ViewsAtPoint(views, at: applied.revision, of: applied)
        let planner = try Planner(query, for: shown, over: present)
        try QueryRun(planner, after: nil, bound: nil).run(over: present, in: transaction) {
          record in
          ids.insert(record.id)
          return true
        }
      }
    }
    return ids.sorted()
  }

  // MARK: - Noting what happens

  /// Where the next event will stand.
  var nextPosition: EventPosition { EventPosition(revision, UInt32(events.count)) }

  /// Adds an event of a record, and what the record is after it.
  mutating func add(_ event: [UInt8], of key: RecordKey, _ after: RecordState) {
    events.append(EventDraft(.record, event))
    touched.insert(key.type)
    head.set(key, to: after)
  }

  /// Adds an event that defines a type.
  mutating func append(_ definition: TypeDefinition) throws {
    if let known = catalog.current(definition.name) { replaced.append(known) }
    try catalog.add(definition, at: nextPosition)
    lastDefinition = nil
    events.append(EventDraft(.definition, definition.bytes))
    hasDefinitions = true
  }

  /// Notes what became of an operation.
  mutating func note(
    _ effect: Outcome.Effect,
    _ definition: TypeDefinition,
    _ id: ExactString?,
    _ version: UInt64,
    _ count: Int
  ) {
    outcomes.append(
      Outcome(effect: effect, type: definition.name, id: id, version: version, count: count)
    )
  }
}
