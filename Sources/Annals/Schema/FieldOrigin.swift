internal import Records

/// Where a field of a schema finds its values in a type as it is stored.
enum FieldOrigin {
  /// In a stored field of this name or an earlier one, which holds them or widens to it.
  case field(FieldDefinition)
  /// In a stored field whose values are converted.
  case conversion(FieldConversion)
  /// Nowhere: the stored field of that name is of a kind that does not fit.
  case unfit(FieldDefinition)
  /// Nowhere: the field is new.
  case nothing

  /// The stored field that goes on as this one.
  var field: FieldDefinition? { if case .field(let field) = self { field } else { nil } }
}

extension Schema {
  /// Where a field finds its values in a stored type: what holds them as they are comes before what the program
  /// converts, and that before what only widens.
  func origin(of field: Field<Root>, in stored: TypeDefinition) -> FieldOrigin {
    let kind = field.definition.kind
    let earlier = field.earlierNames.filter { name in
      !fields.contains { $0.definition.name == name }
    }
    let candidates = ([field.definition.name] + earlier).compactMap(stored.field)
    if let known = candidates.first(where: { $0.isKept(as: kind) }) { return .field(known) }
    if let conversion = field.conversion(in: stored) { return .conversion(conversion) }
    if let known = candidates.first(where: { $0.widens(to: kind) }) { return .field(known) }
    return candidates.first.map(FieldOrigin.unfit) ?? .nothing
  }
}

extension Field {
  /// The conversion whose source a stored type has.
  func conversion(in stored: TypeDefinition) -> FieldConversion? {
    conversions.first { stored.field($0.name)?.kind == $0.kind }
  }
}
