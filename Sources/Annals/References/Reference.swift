internal import Records
internal import StoreErrors

/// Which records the values of a field name, as its schema says.
struct FieldReference: Sendable {
  /// The stored name of their type.
  let target: @Sendable () -> ExactString
  let deleteRule: DeleteRule
  /// The id that a kept value, which is not null, is; nil where it is none.
  let id: @Sendable (Value) throws -> ExactString?
  /// An id as it is kept; nil where the property cannot hold it.
  let value: @Sendable (ExactString) throws -> Value?

  /// The error of a property that a deletion would have to make nil.
  static func cannotBeNil(_ field: String) -> StoreError {
    StoreError(
      .usage,
      "\(field) cannot become nil when the record that it names is deleted",
      hints: ["make the property optional, or choose .cascade or .deny"],
      field: field
    )
  }
}

/// A field of a stored type that names records of another, or of the same.
struct Reference: Sendable {
  let type: ExactString
  let field: ExactString
  let target: ExactString
  let deleteRule: DeleteRule
  /// What the field is set to when the record that it names is deleted.
  let nothing: Value?
  private let rule: FieldReference

  init<Root: Record>(_ rule: FieldReference, _ field: Field<Root>, of type: ExactString) {
    self.type = type
    self.field = field.definition.name
    target = rule.target()
    deleteRule = rule.deleteRule
    nothing = field.nilIsNull ? .null : nil
    self.rule = rule
  }

  /// The record that a record names; nil where it names none.
  func named(by record: StoredRecord) throws -> ExactString? {
    guard let value = record[field], !value.isNull else { return nil }
    return try rule.id(value)
  }

  /// The records that name a record, by id.
  ///
  /// - Complexity: O(them · log records) where a view has the field first, else O(records of the type).
  func referrers(to id: ExactString, _ builder: CommitBuilder) throws -> [ExactString] {
    guard let number = try builder.definition(type).field(field)?.number,
      let value = try rule.value(id)
    else { return [] }
    var ids: [ExactString] = []
    let query = Query(type, where: .compare(field: number, .equal, value))
    try builder.forEach(query, bound: nil) { record in
      ids.append(record.id)
      return true
    }
    return ids
  }
}
