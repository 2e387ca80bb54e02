public import StoreErrors

extension SortKey {
  /// Reads an order: `age,-name`, minus for descending.
  ///
  /// - Throws: `StoreError` (`usage`) for a field that is not there or stands twice.
  public static func parse(_ text: String, for definition: TypeDefinition) throws(StoreError)
    -> [SortKey]
  {
    var keys: [SortKey] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isDescending = part.hasPrefix("-")
      let name = ExactString(String(isDescending ? part.dropFirst() : part))
      let field = try definition.requireField(name)
      guard !keys.contains(where: { $0.field == field.number }) else {
        throw StoreError(.usage, "the order names \(name) twice", field: name.text)
      }
      keys.append(SortKey(field: field.number, isDescending: isDescending))
    }
    return keys
  }
}

extension TypeDefinition {
  /// A field by name, or an error that says which there are.
  ///
  /// - Throws: `StoreError` (`usage`).
  public func requireField(_ name: ExactString) throws(StoreError) -> FieldDefinition {
    if let field = field(name) { return field }
    let names = fields.map(\.name.text)
    let close = Suggestion.closest(to: name.text, among: names)
    throw StoreError(
      .usage,
      "\(self.name) has no field '\(name)'",
      hints: [
        close.map { "did you mean \($0)?" } ?? "it has " + names.prefix(20).joined(separator: ", ")
      ],
      field: name.text
    )
  }
}
