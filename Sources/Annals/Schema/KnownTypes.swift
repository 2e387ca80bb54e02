internal import Records

/// The Swift types that a store is used for.
struct KnownTypes: Sendable {
  /// Each joined with its stored type: `TypeBinding`s.
  private(set) var bindings: [ObjectIdentifier: any Sendable] = [:]
  /// The types, in the order in which they came.
  private(set) var recordTypes: [any Record.Type] = []
  /// The fields of all of them that name records.
  private(set) var references: [Reference] = []

  /// Adds a type, once.
  mutating func add<T: Record>(_ binding: TypeBinding<T>, for key: ObjectIdentifier) {
    guard bindings.updateValue(binding, forKey: key) == nil else { return }
    recordTypes.append(T.self)
    references += T.schema.fields.compactMap { field in
      field.reference.map { Reference($0, field, of: binding.name) }
    }
  }
}
