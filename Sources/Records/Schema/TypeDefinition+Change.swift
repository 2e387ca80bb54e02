package import StoreErrors

extension TypeDefinition {
  /// The same definition as a store numbers it.
  func numbered(_ number: UInt32, version: UInt32) throws(StoreError) -> TypeDefinition {
    try TypeDefinition(
      number: number,
      version: version,
      name: name,
      fields: fields,
      views: views,
      reasonRule: reasonRule,
      nextFieldNumber: nextFieldNumber,
      nextViewNumber: nextViewNumber
    )
  }

  /// This definition as the next version of a known one: what has a known field's number is that field, possibly
  /// under another name; everything else is new and gets numbers that were never used.
  ///
  /// - Throws: `StoreError` (`usage`) where a field's kind changes in a way that could lose values.
  func following(_ known: TypeDefinition) throws(StoreError) -> TypeDefinition {
    var next = known.nextFieldNumber
    var numbers: [UInt32: UInt32] = [:]
    var fields = self.fields
    for index in fields.indices {
      let given = fields[index].number
      if let old = known.index(ofNumber: given) {
        try Self.checkKind(of: fields[index], after: known.fields[old])
      } else {
        fields[index].number = next
        next += 1
      }
      numbers[given] = fields[index].number
    }
    let views = self.views.map { view in
      var view = view
      if !known.views.contains(where: { $0.number == view.number }) { view.number = 0 }
      view.filters = view.filters.map { numbers[$0] ?? $0 }
      view.sorts = view.sorts.map {
        SortKey(field: numbers[$0.field] ?? $0.field, isDescending: $0.isDescending)
      }
      return view
    }
    return try TypeDefinition(
      number: known.number,
      version: known.version + 1,
      name: name,
      fields: fields,
      views: views,
      reasonRule: reasonRule,
      nextFieldNumber: next,
      nextViewNumber: known.nextViewNumber
    )
  }

  /// Whether a view has the same entries under this definition as under an earlier one of the type.
  func hasSameEntries(inView number: UInt32, as earlier: TypeDefinition) -> Bool {
    guard let view = views.first(where: { $0.number == number }),
      let known = earlier.views.first(where: { $0.number == number }),
      view.filters == known.filters, view.sorts == known.sorts
    else { return false }
    return (view.filters + view.sorts.map(\.field)).allSatisfy {
      kind(of: $0) == earlier.kind(of: $0)
    }
  }

  /// Whether records take the same unique values under this definition as under an earlier one of the type.
  func hasSameUniques(as earlier: TypeDefinition) -> Bool {
    Set(uniqueFields.map(\.number)) == Set(earlier.uniqueFields.map(\.number))
      && uniqueFields.allSatisfy { $0.kind == earlier.kind(of: $0.number) }
  }

  /// The places of the fields that every record must have, with a value for those without one, and that need not have
  /// been so under an earlier definition of the type.
  package func placesToFill(after earlier: TypeDefinition) -> [Int] {
    fields.indices.filter { place in
      let field = fields[place]
      let known = earlier.index(ofNumber: field.number).map { earlier.fields[$0] }
      return field.isNeverMissing && known?.isNeverMissing != true
    }
  }

  private func kind(of field: UInt32) -> Kind? { index(ofNumber: field).map { fields[$0].kind } }

  private static func checkKind(of field: FieldDefinition, after known: FieldDefinition)
    throws(StoreError)
  {
    guard known.isKept(as: field.kind) || known.widens(to: field.kind) else {
      throw StoreError(
        .usage,
        "\(field.name) cannot change from \(known.kind.name) to \(field.kind.name)",
        hints: ["int widens to decimal, and every kind to json; or add a new field"],
        field: field.name.text
      )
    }
  }
}

extension Catalog {
  /// The newest definition of a type.
  package func current(_ name: ExactString) -> TypeDefinition? {
    number(of: name).flatMap { versions(of: $0).last?.definition }
  }

  /// The newest definition of a type, or an error that says which types there are.
  ///
  /// - Throws: `StoreError` (`usage`).
  package func require(_ name: ExactString) throws(StoreError) -> TypeDefinition {
    if let definition = current(name) { return definition }
    throw Self.unknownType(name, among: types.compactMap { $0.last?.definition.name })
  }

  /// The error of a type that is not there.
  package static func unknownType(_ name: ExactString, among names: [ExactString]) -> StoreError {
    let known = names.map(\.text)
    let hint =
      Suggestion.closest(to: name.text, among: known).map { "did you mean \($0)?" }
      ?? (known.isEmpty
        ? "define it first: there are no types yet"
        : "the types are " + known.prefix(20).joined(separator: ", "))
    return StoreError(.usage, "there is no type \(StoreError.quote(name.text))", hints: [hint])
  }
}
