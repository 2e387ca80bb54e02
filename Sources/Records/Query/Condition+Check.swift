internal import StoreErrors

extension Condition {
  /// The same condition with every value in its field's kind.
  ///
  /// - Throws: `StoreError` (`usage`) for a field that is not there or a value that the field could not hold.
  func checked(for definition: TypeDefinition) throws(StoreError) -> Condition {
    switch self {
    case .compare(let number, let comparison, let value):
      let field = try Self.field(number, of: definition)
      return .compare(field: number, comparison, try Self.value(value, for: field))
    case .among(let number, let values):
      let field = try Self.field(number, of: definition)
      var checked: [Value] = []
      for value in values { checked.append(try Self.value(value, for: field)) }
      return .among(field: number, checked)
    case .like(let number, _):
      let field = try Self.field(number, of: definition)
      guard field.kind == .text else {
        throw StoreError(
          .usage,
          "like needs a text field; \(field.name) is \(field.kind.name)",
          field: field.name.text
        )
      }
      return self
    case .isNull(let number):
      _ = try Self.field(number, of: definition)
      return self
    case .all(let parts): return .all(try Self.checked(parts, for: definition))
    case .any(let parts): return .any(try Self.checked(parts, for: definition))
    case .not(let part): return .not(try part.checked(for: definition))
    }
  }

  private static func checked(_ parts: [Condition], for definition: TypeDefinition)
    throws(StoreError)
    -> [Condition]
  {
    var checked: [Condition] = []
    for part in parts { checked.append(try part.checked(for: definition)) }
    return checked
  }

  private static func field(_ number: UInt32, of definition: TypeDefinition) throws(StoreError)
    -> FieldDefinition
  {
    guard let index = definition.index(ofNumber: number) else {
      throw StoreError(.usage, "\(definition.name) has no field number \(number)")
    }
    return definition.fields[index]
  }

  private static func value(_ value: Value, for field: FieldDefinition) throws(StoreError) -> Value
  {
    if value.isNull { return value }
    guard let value = value.accepted(as: field.kind) else {
      throw StoreError(
        .usage,
        "\(field.name) is \(field.kind.name) and cannot be compared with this value",
        field: field.name.text
      )
    }
    return value
  }
}
