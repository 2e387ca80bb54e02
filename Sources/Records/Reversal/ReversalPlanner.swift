package import EventLog
package import PageStore
internal import StoreErrors

/// Finds what puts something back to what it was, and what of later changes that would undo.
package struct ReversalPlanner {
  private let log: any EventLog
  private let sight: Views.Sight

  /// Plans upon the head that the views show.
  package init(_ log: any EventLog, _ sight: Views.Sight) {
    self.log = log
    self.sight = sight
  }

  // MARK: - A commit

  /// What undoes a commit, its last change first.
  ///
  /// - Throws: `StoreError`: `usage` where the commit changed a type's definition; `io`, `damaged`, `closed`.
  /// - Complexity: O(events of the commit, and later ones of the same records).
  package func commit(
    _ revision: Revision,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Reversal {
    try refuseChangesOfTypes(in: revision)
    let before = Revision(revision.rawValue - 1)
    let definitions = sight.catalog.definitions(at: sight.applied.revision)
    let differences = try Differences(of: log, after: before, through: revision)
    var steps: [(Difference?, [Reversal.Conflict])] = []
    for difference in differences.undoing(definitions) {
      let goal = RecordGoal(
        id: difference.id,
        definition: difference.definition,
        wanted: RecordGoal.Wanted(difference),
        base: EventPosition(revision, .max),
        sparesFirst: false
      )
      steps.append(try step(to: goal, in: transaction))
    }
    let dropped = differences.dropped(from: definitions)
    return Reversal(steps, omitting: dropped.compactMap { omission($0.key, $0.field) })
  }

  /// A type that was defined stays; one that was changed cannot always be changed back.
  private func refuseChangesOfTypes(in revision: Revision) throws {
    let changed = sight.catalog.types.joined().first {
      $0.position.revision == revision && $0.definition.version > 1
    }
    guard let changed else { return }
    throw StoreError(
      .usage,
      "\(revision) changes the type \(changed.definition.name), which is not undone with records",
      hints: ["change the type back by altering it"]
    )
  }

  // MARK: - A record

  /// What makes a record what it was at a revision.
  ///
  /// - Parameter fields: the only fields wanted; none for all that there were then.
  /// - Throws: `StoreError`: `notFound` where it did not live then, or fields of a deleted record are named; `usage` for
  ///   an unknown type, or a field that was not defined then.
  package func record(
    _ type: ExactString,
    _ id: ExactString,
    from revision: Revision,
    fields names: [ExactString],
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Reversal {
    let definition = try definition(type)
    let history = try history(of: RecordKey(definition.number, id), in: transaction)
    let past = try past(history, definition, at: revision, in: transaction)
    let fields = try names.map { try field($0, of: definition, at: past.definition) }
    if let field = fields.first(where: { past.definition.index(ofNumber: $0.number) == nil }) {
      throw StoreError(
        .usage,
        "\(type) had no field \(field.name) at \(revision)",
        hints: ["name a later point, or leave the field out"],
        field: field.name.text
      )
    }
    if !names.isEmpty, history.latest?.isAlive != true {
      throw StoreError(
        .notFound,
        "\(type)/\(id) is deleted, so no field of it can be put back",
        hints: ["put it back whole: leave the fields out, or undelete it first"]
      )
    }
    let wanted = zip(definition.fields, past.values).map { field, value -> Value?? in
      let isNamed = names.isEmpty || fields.contains { $0.number == field.number }
      // What came to the type later was nothing then that could be put back.
      return isNamed && past.definition.index(ofNumber: field.number) != nil ? .some(value) : nil
    }
    let goal = RecordGoal(
      id: id,
      definition: definition,
      wanted: .whole(wanted),
      base: EventPosition(revision, .max),
      sparesFirst: true
    )
    let dropped = names.isEmpty ? past.dropped : []
    return Reversal(
      [try history.step(to: goal, in: transaction)],
      omitting: dropped.compactMap { omission(history.key, $0) }
    )
  }

  /// The field that has a name now, or else had it at a point and still is there.
  private func field(
    _ name: ExactString,
    of definition: TypeDefinition,
    at then: TypeDefinition
  ) throws(StoreError) -> FieldDefinition {
    if definition.field(name) == nil, let number = then.field(name)?.number,
      let place = definition.index(ofNumber: number)
    {
      return definition.fields[place]
    }
    return try definition.requireField(name)
  }

  /// A record's values at a revision, by the fields that its type has now, the type as it was then, and which fields
  /// had a value that the type has no more.
  private func past(
    _ history: RecordHistory,
    _ definition: TypeDefinition,
    at revision: Revision,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> (definition: TypeDefinition, values: [Value?], dropped: [UInt32]) {
    let name = "\(definition.name)/\(history.key.id)"
    switch try history.lookup(at: revision, under: definition, in: transaction) {
    case .found(let record):
      let then = sight.catalog.definition(of: definition.number, at: revision) ?? definition
      let whole = try history.lookup(at: revision, under: then, in: transaction).record
      let dropped = zip(then.fields, whole?.values ?? []).filter { field, value in
        value != nil && definition.index(ofNumber: field.number) == nil
      }
      return (then, record.values, dropped.map(\.0.number))
    case .deleted(let last, let event):
      throw StoreError(
        .notFound,
        "\(name) was deleted at \(revision), in \(event.commit.revision)",
        hints: ["version \(last.version) is what it was before"]
      )
    case .notYetCreated(let event):
      throw StoreError(
        .notFound,
        "\(name) was not yet created at \(revision): that was in \(event.commit.revision)"
      )
    case .neverExisted: throw StoreError(.notFound, "\(name) never existed")
    }
  }

  // MARK: - A deletion

  /// What makes a deleted record live again, as it was just before its last deletion.
  ///
  /// - Throws: `StoreError`: `notFound` where it never existed; `usage` for an unknown type.
  package func deletion(
    of type: ExactString,
    _ id: ExactString,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> Reversal {
    let definition = try definition(type)
    let history = try history(of: RecordKey(definition.number, id), in: transaction)
    guard let now = history.latest else {
      throw StoreError(.notFound, "\(type)/\(id) never existed")
    }
    let deletion =
      now.isAlive ? try history.birth(of: now, in: transaction).version - 1 : now.version
    // It lives its first life.
    guard deletion > 1 else { return Reversal([]) }
    let last = try history.state(ofVersion: deletion - 1, in: transaction)
    let death = try history.event(ofVersion: deletion, in: transaction)
    let goal = RecordGoal(
      id: id,
      definition: definition,
      wanted: .whole(try last.values(under: definition).map { .some($0) }),
      base: death.position,
      sparesFirst: false
    )
    let dropped = death.changes.map(\.field.number).filter {
      definition.index(ofNumber: $0) == nil
    }
    return Reversal(
      [try history.step(to: goal, in: transaction)],
      omitting: dropped.compactMap { omission(history.key, $0) }
    )
  }

  // MARK: - Looking things up

  private func definition(_ type: ExactString) throws -> TypeDefinition {
    let head = sight.applied.revision
    if let definition = sight.catalog.definition(type, at: head) { return definition }
    throw Catalog.unknownType(type, among: sight.catalog.definitions(at: head).map(\.name))
  }

  /// A value of a field that its type has no more.
  private func omission(_ key: RecordKey, _ field: UInt32) -> Reversal.Omission? {
    for entry in sight.catalog.versions(of: key.type).reversed() {
      let definition = entry.definition
      guard let place = definition.index(ofNumber: field) else { continue }
      let name = definition.fields[place].name
      return Reversal.Omission(type: definition.name, id: key.id, field: name)
    }
    return nil
  }

  private func history(
    of key: RecordKey,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> RecordHistory { try RecordHistory(of: key, log, sight, in: transaction) }

  private func step(
    to goal: RecordGoal,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> (Difference?, [Reversal.Conflict]) {
    let key = RecordKey(goal.definition.number, goal.id)
    return try history(of: key, in: transaction).step(to: goal, in: transaction)
  }
}

extension RecordGoal.Wanted {
  /// What a difference leads to.
  fileprivate init(_ difference: Difference) {
    let changes = difference.definition.fields.map { field in
      difference.changes.first { $0.field.number == field.number }
    }
    switch difference.kind {
    // What is not named had no value.
    case .created: self = .whole(changes.map { .some($0?.new) })
    case .changed: self = .fields(changes.map { $0.map(\.new) })
    case .deleted: self = .absent
    }
  }
}
