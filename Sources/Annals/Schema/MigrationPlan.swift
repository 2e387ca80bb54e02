internal import Records
internal import StoreErrors

/// What must be defined in a store, so that it keeps some Swift types.
struct MigrationPlan {
  /// What to do; empty where all is as it should be.
  private(set) var operations: [RecordOperation] = []

  /// Compares types with what a store has.
  ///
  /// - Throws: `StoreError` (`usage`) where two types have one stored name, or a field is stored as another kind that
  ///   the schema's cannot take over.
  init(of types: [any Record.Type], for store: Store) throws {
    let known = try store.types()
    var names: Set<ExactString> = []
    for type in types { try add(type, known, &names) }
  }

  private mutating func add<T: Record>(
    _ type: T.Type,
    _ known: [TypeDefinition],
    _ names: inout Set<ExactString>
  ) throws {
    let name = ExactString(T.schema.name)
    guard names.insert(name).inserted else {
      throw StoreError(
        .usage,
        "two Swift types would be stored as '\(name)', one of them \(T.self)",
        hints: ["give their schemas different names"]
      )
    }
    let stored = known.first { $0.name == name }
    let wanted = try T.schema.definition(after: stored)
    guard let stored else { return operations.append(.define(wanted)) }
    for field in T.schema.fields {
      guard let old = stored.field(field.definition.name), old.kind != field.definition.kind,
        !old.kind.widens(to: field.definition.kind), !old.isProvisional
      else { continue }
      throw TypeBinding<T>.otherKind(field, than: old)
    }
    if !wanted.hasSameContent(as: stored) { operations.append(.redefine(wanted)) }
  }

  /// Why the types are defined.
  var reason: String { "the program's types" }
}

extension Kind {
  /// Whether values of this kind can be read as those of another without losing anything.
  fileprivate func widens(to other: Kind) -> Bool {
    other == .json || self == .int && other == .decimal
  }
}
