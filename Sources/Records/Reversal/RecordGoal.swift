internal import EventLog
internal import PageStore

/// What a record is to be put back to, and from where on in history a change of it is a later one.
struct RecordGoal {
  /// What is wanted.
  enum Wanted {
    /// That it does not live.
    case absent
    /// That it lives and has these values, by the definition's fields: nil leaves a field as it is, `.some(nil)` makes
    /// it missing.
    case fields([Value??])
    /// The same; should it live no more, it is born with these values only.
    case whole([Value??])
  }

  let id: ExactString
  /// The type as it is now.
  let definition: TypeDefinition
  let wanted: Wanted
  /// Events after this are later ones.
  let base: EventPosition
  /// Whether the first commit after `base` that changed a field is the one to undo, and only what came after that a
  /// later change.
  let sparesFirst: Bool
}

extension FieldDefinition {
  /// A value of the past, or the default where the field must have a value by now and had none then.
  fileprivate func filling(_ value: Value?) -> Value? {
    isNeverMissing && value?.isNull ?? true ? rules.defaultValue ?? value : value
  }
}

extension RecordHistory {
  /// What leads the record to a goal, and which later changes would be lost by that.
  ///
  /// - Returns: no difference where the record is as wanted.
  /// - Complexity: O(events after the goal's base · log events).
  func step(
    to goal: RecordGoal,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> (difference: Difference?, conflicts: [Reversal.Conflict]) {
    let definition = goal.definition
    let now = latest ?? RecordState()
    let values = try now.values(under: definition)
    var wanted: [Value??]
    var isWhole = false
    switch goal.wanted {
    case .absent:
      guard now.isAlive else { return (nil, []) }
      let later = try laterChanges(after: goal.base, in: transaction).last
      let nothing = [Value?](repeating: nil, count: values.count)
      return (
        difference(.deleted, values, nothing, under: definition),
        later.map { [conflict(nil, $0, of: definition)] } ?? []
      )
    case .fields(let given): wanted = given
    case .whole(let given):
      wanted = given
      isWhole = true
    }
    for (place, field) in definition.fields.enumerated() {
      wanted[place] = wanted[place].map { field.filling($0) }
    }
    if now.isAlive {
      let after = zip(wanted, values).map { $0 ?? $1 }
      guard after != values else { return (nil, []) }
      // What is so already needs nothing, whoever made it so.
      for place in wanted.indices where after[place] == values[place] { wanted[place] = nil }
      let conflicts = try conflicts(wanted, goal, in: transaction)
      return (difference(.changed, values, after, under: definition), conflicts)
    }
    var after = values
    if !isWhole, now.version > 1 {
      after = try state(ofVersion: now.version - 1, in: transaction).values(under: definition)
    }
    after = zip(wanted, after).map { $0 ?? $1 }
    for (place, field) in definition.fields.enumerated() {
      after[place] = field.filling(after[place])
    }
    // That it lives no more is what a deletion's reversal is for.
    let isExpected = isWhole && !goal.sparesFirst
    let conflicts = isExpected ? [] : try conflicts(wanted, goal, in: transaction)
    return (difference(.created, values, after, under: definition), conflicts)
  }

  private func conflicts(
    _ wanted: [Value??],
    _ goal: RecordGoal,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> [Reversal.Conflict] {
    let later = try laterChanges(after: goal.base, in: transaction)
    return goal.definition.fields.indices.compactMap { place in
      guard wanted[place] != nil else { return nil }
      let field = goal.definition.fields[place]
      return later.event(changing: field.number, sparesFirst: goal.sparesFirst).map {
        conflict(field, $0, of: goal.definition)
      }
    }
  }

  private func laterChanges(
    after base: EventPosition,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> LaterChanges {
    var later = LaterChanges()
    try forEachEvent(reversed: true, in: transaction) { event in
      guard event.position > base else { return false }
      later.take(event)
      return true
    }
    return later
  }

  private func conflict(_ field: FieldDefinition?, _ event: Event, of definition: TypeDefinition)
    -> Reversal.Conflict
  {
    Reversal.Conflict(type: definition.name, id: key.id, field: field, event: event)
  }

  private func difference(
    _ kind: Difference.Kind,
    _ old: [Value?],
    _ new: [Value?],
    under definition: TypeDefinition
  ) -> Difference {
    Difference(
      kind: kind,
      definition: definition,
      id: key.id,
      oldVersion: count,
      newVersion: count + 1,
      changes: definition.fields.indices.compactMap { place in
        old[place] == new[place]
          ? nil
          : Event.Change(field: definition.fields[place], old: old[place], new: new[place])
      }
    )
  }
}
