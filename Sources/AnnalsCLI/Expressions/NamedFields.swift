import Annals
import Records
import StoreErrors

/// The fields that `log --field NAME` means, whatever they were called when an event was written.
struct NamedFields {
  private struct Field: Hashable {
    let type: UInt32
    let number: UInt32
  }

  private var fields: Set<Field> = []

  /// Finds the fields that have or once had one of these names.
  ///
  /// - Parameters:
  ///   - definitions: every definition that was ever in force, of the types that may be meant.
  /// - Throws: `StoreError` (`usage`) for a name that no field ever had.
  init(_ names: [String], among definitions: [TypeDefinition]) throws(StoreError) {
    for name in names {
      let named = definitions.compactMap { definition in
        definition.field(ExactString(name)).map {
          Field(type: definition.number, number: $0.number)
        }
      }
      guard !named.isEmpty else { throw Self.unknown(name, among: definitions) }
      fields.formUnion(named)
    }
  }

  /// Whether one of them is meant.
  func contain(_ field: FieldDefinition, of definition: TypeDefinition) -> Bool {
    fields.contains(Field(type: definition.number, number: field.number))
  }

  private static func unknown(_ name: String, among definitions: [TypeDefinition]) -> StoreError {
    let types = Set(definitions.map(\.name))
    let owner = types.count == 1 ? types.first.map { "\($0) has" } : nil
    let known = Set(definitions.flatMap { $0.fields.map(\.name.text) }).sorted()
    return StoreError(
      .usage,
      "\(owner ?? "no type has") \(owner == nil ? "a" : "no") field \(name.quoted)",
      hints: Suggestion.closest(to: name, among: known).map { ["did you mean \($0)?"] } ?? []
    )
  }
}
