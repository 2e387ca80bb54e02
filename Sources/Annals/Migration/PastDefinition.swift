internal import EventLog
internal import Records

/// A definition that a stored type has had.
struct PastDefinition {
  let definition: TypeDefinition
  /// Whether a program gave it by opening the store; otherwise somebody altered the type, with the `annals` command, say.
  let isOfProgram: Bool
}

extension Store {
  /// The definitions of all types, and whose they are.
  ///
  /// Programs are told by the actor that they change types as, `Options.schemaActor`.
  ///
  /// - Complexity: O(definitions).
  func past(_ types: [[Catalog.Entry]]) throws -> [[PastDefinition]] {
    try types.map { entries in
      try entries.map { entry in
        // Nobody asks whose the only one is. One without a commit comes with this one, by another call of the program.
        let header = entries.count > 1 ? try log.header(of: entry.position.revision) : nil
        return PastDefinition(
          definition: entry.definition,
          isOfProgram: header.map { $0.actor == options.schemaActor } ?? true
        )
      }
    }
  }
}

/// What one part of a type was, be it a rule, a view or the demand for reasons: each value that it had, oldest first.
struct PartHistory<Part: Equatable> {
  private let values: [(part: Part, isOfProgram: Bool)]

  /// - Parameters:
  ///   - past: the definitions of the type.
  ///   - part: the part under a definition; nil where that has no such field.
  init(_ past: [PastDefinition], _ part: (TypeDefinition) -> Part?) {
    values = past.compactMap { past in
      part(past.definition).map { ($0, past.isOfProgram) }
    }
  }

  /// What becomes of the part: what others made of it, where a program asks for what it was before that; otherwise
  /// what the program asks for.
  func settled(_ wanted: Part) -> Part {
    guard let known = values.last?.part, known != wanted else { return wanted }
    // Where a program changed it last, or where it began.
    let own = values.indices.last { place in
      values[place].isOfProgram && (place == 0 || values[place].part != values[place - 1].part)
    }
    return values[(own ?? 0)...].contains { $0.part == wanted } ? known : wanted
  }
}
