internal import EventLog
internal import StoreErrors
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension CommitBuilder {
  /// Does one operation.
  ///
  /// - Throws: `StoreError`: `usage`, `badData`, `tooLarge`, `conflict`, `notUnique`, `notFound`.
  package mutating func perform(_ operation: RecordOperation) throws {
    switch operation {
    case .create(let type, let id, let assignments, let ifAbsent):
      try create(type, id, assignments, ifAbsent: ifAbsent)
    case .update(let type, let id, let assignments, let version):
      try update(type, id, assignments, ifVersion: version)
    case .put(let type, let id, let assignments, let version):
      let definition = try catalog.require(type)
      if try state(of: RecordKey(definition.number, id)).isAlive {
        try update(type, id, assignments, ifVersion: version)
      } else if let version {
        throw StoreError(
          .conflict,
          "\(type)/\(id) does not live, so it has not the version \(version)",
          hints: ["leave the expected version out to create it"]
        )
      } else {
        try create(type, id, assignments, ifAbsent: false)
      }
    case .replace(let type, let id, let assignments): try replace(type, id, assignments)
    case .delete(let type, let id, let version): try delete(type, id, ifVersion: version)
    case .deleteWhere(let type, let condition): try delete(type, where: condition)
    case .define(let definition): try define(definition)
    case .redefine(let definition): try redefine(definition, changing: nil)
    }
  }

  mutating func create(
    _ type: ExactString,
    _ id: ExactString?,
    _ assignments: RecordOperation.Assignments,
    ifAbsent: Bool
  ) throws {
    let definition = try catalog.require(type)
    let id = id ?? ExactString(UUID.version7().uuidString.lowercased())
    try Self.check(id)
    let key = RecordKey(definition.number, id)
    let before = try state(of: key)
    if before.isAlive {
      guard !ifAbsent else { return note(.unchanged, definition, id, before.version, 0) }
      throw StoreError(
        .conflict,
        "\(type)/\(id) lives already (version \(before.version))",
        hints: ["update it, or create it only if it is absent"]
      )
    }
    var values = try checked(assignments, of: definition)
    for (index, field) in definition.fields.enumerated() where values[index] == nil {
      if let value = field.rules.defaultValue { values[index] = .some(value) }
    }
    try write(.create, key, before, values, under: definition)
  }

  mutating func update(
    _ type: ExactString,
    _ id: ExactString,
    _ assignments: RecordOperation.Assignments,
    ifVersion version: UInt64?
  ) throws {
    let definition = try catalog.require(type)
    let key = RecordKey(definition.number, id)
    let before = try living(key, type, ifVersion: version)
    try write(.update, key, before, try checked(assignments, of: definition), under: definition)
  }

  mutating func replace(
    _ type: ExactString,
    _ id: ExactString,
    _ assignments: RecordOperation.Assignments
  ) throws {
    let definition = try catalog.require(type)
    try Self.check(id)
    let key = RecordKey(definition.number, id)
    let before = try state(of: key)
    // What is not given becomes missing.
    let values = try checked(assignments, of: definition).map { $0 ?? .some(nil) }
    try write(before.isAlive ? .update : .create, key, before, values, under: definition)
  }

  mutating func delete(_ type: ExactString, _ id: ExactString, ifVersion version: UInt64?) throws {
    let definition = try catalog.require(type)
    let key = RecordKey(definition.number, id)
    let before = try living(key, type, ifVersion: version)
    try end(key, before, definition)
    note(.deleted, definition, id, before.version + 1, 1)
  }

  mutating func delete(_ type: ExactString, where condition: Condition?) throws {
    let definition = try catalog.require(type)
    let condition = try condition?.checked(for: definition)
    let filter = Filter(condition, for: definition)
    var count = 0
    for id in try candidates(definition, condition) {
      let key = RecordKey(definition.number, id)
      let before = try state(of: key)
      guard before.isAlive, filter.accepts(try before.record(id, under: definition)) else {
        continue
      }
      try end(key, before, definition)
      count += 1
    }
    note(count == 0 ? .unchanged : .deleted, definition, nil, 0, count)
  }

  mutating func end(_ key: RecordKey, _ before: RecordState, _ definition: TypeDefinition) throws {
    // What a dropped field held stays in the events of its time.
    var changes = zip(definition.fields, try before.values(under: definition)).compactMap {
      field,
      old in
      old.map { StoredEvent.Change(field: field.number, old: $0, new: nil) }
    }
    changes.sort { $0.field < $1.field }
    try append(.delete, key, before, changes, under: definition)
  }

  /// Writes a create or an update, and notes what became of it.
  ///
  /// Takes what `change` takes.
  mutating func write(
    _ op: StoredEvent.Op,
    _ key: RecordKey,
    _ before: RecordState,
    _ values: [Value??],
    under definition: TypeDefinition
  ) throws {
    guard try change(op, key, before, values, under: definition) else {
      return note(.unchanged, definition, key.id, before.version, 0)
    }
    note(op == .create ? .created : .updated, definition, key.id, before.version + 1, 1)
  }

  /// Writes a create or an update with the values that differ; an update without any is no event.
  ///
  /// - Parameters:
  ///   - values: by the definition's fields: nil to leave a field as it is, `.some(nil)` to make it missing.
  ///   - isRedefinition: whether the type changes, and with it what may not change otherwise.
  /// - Returns: whether there is an event.
  mutating func change(
    _ op: StoredEvent.Op,
    _ key: RecordKey,
    _ before: RecordState,
    _ values: [Value??],
    under definition: TypeDefinition,
    isRedefinition: Bool = false
  ) throws -> Bool {
    let known = try before.values(under: definition)
    var changes: [StoredEvent.Change] = []
    changes.reserveCapacity(values.count)
    var refusals: [StoreError] = []
    // A form shows all that is wrong with a record at once.
    func collect(_ check: () throws -> Void) throws {
      do { try check() } catch let error as StoreError where error.field != nil {
        refusals.append(error)
      }
    }
    for (index, given) in values.enumerated() {
      let number = definition.fields[index].number
      guard let new = given else {
        if op == .create { try collect { try definition.fields[index].check(nil) } }
        continue
      }
      let old = known[index]
      let isChange = new != old
      if definition.hasRules[index], isChange || op == .create {
        let field = definition.fields[index]
        try collect {
          if isChange, op == .update, !isRedefinition { try field.checkMayChange(from: old) }
          try field.check(new)
          if isChange, field.rules.isUnique { try checkUnique(new, field, key, definition) }
        }
      }
      if isChange { changes.append(StoredEvent.Change(field: number, old: old, new: new)) }
    }
    if var refusal = refusals.first {
      refusal.others = Array(refusals.dropFirst())
      throw refusal
    }
    guard op == .create || !changes.isEmpty else { return false }
    changes.sort { $0.field < $1.field }
    try append(op, key, before, changes, under: definition)
    return true
  }
}
