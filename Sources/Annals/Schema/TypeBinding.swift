internal import Records
internal import StoreErrors
internal import Synchronization

/// A Swift type joined with the type that a store keeps it as.
final class TypeBinding<Root: Record>: Sendable {
  let schema: Schema<Root>
  let table: FieldTable
  /// The type's stored name.
  let name: ExactString
  /// The definition when the two were joined.
  let definition: TypeDefinition
  /// The fields by their key paths, for queries.
  private let fields: [(keyPath: any PartialKeyPath<Root> & Sendable, definition: FieldDefinition)]
  /// The numbers of the fields, in the order of the schema; nil for one that is not stored yet.
  let numbers: [UInt32?]
  /// Where the fields stand in the values of the definition that was met last; as a rule it is met again.
  private let lastColumns = Mutex<(definition: TypeDefinition, columns: [Int])?>(nil)

  /// Joins a schema with a definition.
  ///
  /// Fields that are not stored yet read as nil or as their defaults.
  ///
  /// - Throws: `StoreError` (`usage`) where a field is stored as another kind.
  init(_ schema: Schema<Root>, _ definition: TypeDefinition) throws(StoreError) {
    self.schema = schema
    self.definition = definition
    table = FieldTable(schema)
    name = ExactString(schema.name)
    numbers = schema.fields.map { definition.field($0.definition.name)?.number }
    var fields: [(any PartialKeyPath<Root> & Sendable, FieldDefinition)] = []
    for field in schema.fields {
      guard let stored = definition.field(field.definition.name) else { continue }
      guard stored.kind == field.definition.kind else {
        throw Self.otherKind(field, than: stored)
      }
      // A record without a value reads as the default, which the store does not know when it compares and sorts.
      if field.isOptional || stored.rules.defaultValue == nil {
        fields.append((field.keyPath, stored))
      }
    }
    self.fields = fields
  }

  /// The error of a property that a stored field cannot hold.
  static func otherKind(_ field: Field<Root>, than stored: FieldDefinition) -> StoreError {
    StoreError(
      .usage,
      "\(field.keyPath) is kept as \(field.definition.kind.name), but \(Root.schema.name) stores "
        + "'\(stored.name)' as \(stored.kind.name)",
      hints: ["change the property's type back, or keep it in a new field with another name"],
      field: stored.name.text
    )
  }

  /// The field that a query may use in the place of a key path; nil where there is none that always holds what the
  /// property reads as.
  func field(_ keyPath: AnyKeyPath, under other: TypeDefinition) -> FieldDefinition? {
    guard let field = fields.first(where: { $0.keyPath == keyPath })?.definition,
      let index = other.index(ofNumber: field.number), other.fields[index].kind == field.kind
    else { return nil }
    return field
  }

  /// Where each field of the schema stands among a definition's; −1 where it has none.
  ///
  /// In an earlier definition a field is found by its number, since it may have had another name; in a later one by its
  /// name.
  func columns(under other: TypeDefinition) -> [Int] {
    lastColumns.withLock { last in
      if let last, last.definition === other { return last.columns }
      let isLater = other.version >= definition.version
      let columns = zip(table.names, numbers).map { name, number in
        (isLater ? other.index(of: name) : number.flatMap(other.index(ofNumber:))) ?? -1
      }
      last = (other, columns)
      return columns
    }
  }
}
