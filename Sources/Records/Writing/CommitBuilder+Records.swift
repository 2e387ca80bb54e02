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
      let definition = try require(type)
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
    let definition = try require(type)
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
    for place in definition.places where place.hasRules && values[place.index] == nil {
      if let value = definition.fields[place.index].rules.defaultValue {
        values[place.index] = .some(value)
      }
    }
    try write(.create, key, before, values, under: definition)
  }

  mutating func update(
    _ type: ExactString,
    _ id: ExactString,
    _ assignments: RecordOperation.Assignments,
    ifVersion version: UInt64?
  ) throws {
    let definition = try require(type)
    let key = RecordKey(definition.number, id)
    let before = try living(key, type, ifVersion: version)
    try write(.update, key, before, try checked(assignments, of: definition), under: definition)
  }

  mutating func replace(
    _ type: ExactString,
    _ id: ExactString,
    _ assignments: RecordOperation.Assignments
  ) throws {
    let definition = try require(type)
    try Self.check(id)
    let key = RecordKey(definition.number, id)
    let before = try state(of: key)
    // What is not given becomes missing.
    let values = try checked(assignments, of: definition, others: .some(nil))
    try write(before.isAlive ? .update : .create, key, before, values, under: definition)
  }

  mutating func delete(_ type: ExactString, _ id: ExactString, ifVersion version: UInt64?) throws {
    let definition = try require(type)
    let key = RecordKey(definition.number, id)
    let before = try living(key, type, ifVersion: version)
    try end(key, before, definition)
    note(.deleted, definition, id, before.version + 1, 1)
  }

  mutating func delete(_ type: ExactString, where condition: Condition?) throws {
    let definition = try require(type)
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
}
