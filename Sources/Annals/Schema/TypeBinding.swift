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
  private let numbers: [UInt32?]
  private let idPath: IDPath<Root>
  /// Where the fields stand under the definition that was met last; as a rule it is met again.
  private let lastLayout = Mutex<(definition: TypeDefinition, layout: RecordLayout)?>(nil)

  /// Joins a schema with a definition.
  ///
  /// Where the store was not brought to what the schema needs, fields are read from those that they go on from or are
  /// made from, and new ones read as nil or as their defaults.
  ///
  /// - Throws: `StoreError` (`usage`) where a field is stored as another kind.
  init(_ schema: Schema<Root>, _ definition: TypeDefinition) throws(StoreError) {
    self.schema = schema
    self.definition = definition
    table = FieldTable(schema)
    name = ExactString(schema.name)
    idPath = IDPath(schema, table)
    var numbers: [UInt32?] = []
    var fields: [(any PartialKeyPath<Root> & Sendable, FieldDefinition)] = []
    for field in schema.fields {
      let origin = schema.origin(of: field, in: definition)
      if case .unfit(let stored) = origin { throw Self.otherKind(field, than: stored) }
      numbers.append(origin.field?.number)
      if let stored = origin.field, Self.isComparable(field, as: stored) {
        fields.append((field.keyPath, stored))
      }
    }
    self.numbers = numbers
    self.fields = fields
  }

  /// Whether the store compares and sorts by a stored field as Swift does by the property.
  ///
  /// Not where a record without a value reads as the default.
  private static func isComparable(_ field: Field<Root>, as stored: FieldDefinition) -> Bool {
    let hasDefault = !field.isOptional && field.definition.rules.defaultValue != nil
    return stored.kind == field.definition.kind && (!hasDefault || stored.isNeverMissing)
  }

  /// The error of a property that a stored field cannot hold.
  static func otherKind(_ field: Field<Root>, than stored: FieldDefinition) -> StoreError {
    StoreError(
      .usage,
      "\(field.keyPath) is kept as \(field.definition.kind.name), but \(Root.schema.name) stores "
        + "'\(stored.name)' as \(stored.kind.name)",
      hints: [
        "say how to convert it: .converted(from: \"\(stored.name)\", as: …) { … }",
        "or change the property's type back",
      ],
      field: stored.name.text
    )
  }

  /// How a predicate names single records.
  var recordNames: RecordNames {
    RecordNames(
      isID: { [idPath] in idPath.leadsToID($0) },
      texts: { [idPath] in idPath.texts(of: $0) }
    )
  }

  /// The field that a query may use in the place of a key path; nil where there is none that always holds what the
  /// property reads as.
  func field(_ keyPath: AnyKeyPath, under other: TypeDefinition) -> FieldDefinition? {
    guard let field = fields.first(where: { $0.keyPath == keyPath })?.definition,
      let index = other.index(ofNumber: field.number), other.fields[index].kind == field.kind,
      other.fields[index].isNeverMissing || !field.isNeverMissing
    else { return nil }
    return field
  }

  /// Where the fields of the schema have their values under a definition.
  func layout(under other: TypeDefinition) -> RecordLayout {
    lastLayout.withLock { last in
      if let last, last.definition === other { return last.layout }
      var layout = RecordLayout()
      for (field, number) in zip(schema.fields, numbers) {
        if let index = index(of: field, number, in: other) {
          layout.columns.append(index)
        } else if let conversion = field.conversion(in: other),
          let source = other.index(of: conversion.name)
        {
          layout.columns.append(other.fields.count + layout.conversions.count)
          layout.conversions.append((field.definition.name, source, conversion))
        } else {
          layout.columns.append(-1)
        }
      }
      last = (other, layout)
      return layout
    }
  }

  /// The place of a field under a definition: in a later one by its name, since the field may have been made anew; in
  /// an earlier one by its number, since it may have had another name.
  private func index(of field: Field<Root>, _ number: UInt32?, in other: TypeDefinition) -> Int? {
    if other.version > definition.version, let index = other.index(of: field.definition.name) {
      return index
    }
    return number.flatMap(other.index(ofNumber:))
  }
}
