internal import EventLog
internal import StoreErrors

extension CommitBuilder {
  /// The values by the definition's fields, each as its field keeps it.
  ///
  /// - Parameter others: what those get that are not given.
  func checked(
    _ assignments: RecordOperation.Assignments,
    of definition: TypeDefinition,
    others: Value?? = nil
  ) throws -> [Value??] {
    var values = [Value??](repeating: others, count: definition.fields.count)
    for (place, (name, value)) in assignments.enumerated() {
      // As a rule the fields are named in their order.
      guard let index = definition.index(of: name, guess: place) else {
        _ = try definition.requireField(name)
        continue
      }
      guard let value else {
        values[index] = .some(nil)
        continue
      }
      guard let accepted = value.accepted(as: definition.fields[index].kind) else {
        let field = definition.fields[index]
        throw field.refusal(
          "is \(field.kind.name) and cannot hold the \(value.kind?.name ?? "null") "
            + StoreError.quote(value.text),
          .kind(field.kind.name),
          value.text
        )
      }
      values[index] = .some(accepted)
    }
    return values
  }

  func checkUnique(
    _ value: Value?,
    _ field: FieldDefinition,
    _ key: RecordKey,
    _ definition: TypeDefinition
  ) throws {
    guard let value, !value.isNull else { return }
    let unique = ViewKeys.unique(value, field: field.number, of: definition.number)
    guard let holder = try holder(of: unique), holder != key.id else { return }
    var error = StoreError(
      .notUnique,
      "\(field.name) must be unique, and \(definition.name)/\(holder) has \(StoreError.quote(value.text))",
      field: field.name.text
    )
    error.rule = .unique
    error.value = value.text
    throw error
  }

  func living(_ key: RecordKey, _ type: ExactString, ifVersion version: UInt64?) throws
    -> RecordState
  {
    let state = try state(of: key)
    guard state.isAlive else {
      throw StoreError(
        .notFound,
        state.version == 0
          ? "\(type)/\(key.id) does not exist"
          : "\(type)/\(key.id) was deleted in \(state.position.revision)"
      )
    }
    if let version, version != state.version {
      throw StoreError(
        .conflict,
        "\(type)/\(key.id) has the version \(state.version), not \(version)",
        hints: ["read it again and decide anew"]
      )
    }
    return state
  }

  static func check(_ id: ExactString) throws {
    let bytes = id.text.utf8.count
    guard bytes >= 1 else { throw StoreError(.badData, "an id must not be empty") }
    guard bytes <= TypeDefinition.maximumNameBytes else {
      throw StoreError(
        .tooLarge,
        "an id has \(bytes) bytes; the limit is \(TypeDefinition.maximumNameBytes)",
        hints: ["use a shorter id and keep the long one in a field"]
      )
    }
  }
}
