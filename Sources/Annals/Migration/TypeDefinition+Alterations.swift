internal import Records
internal import StoreErrors

extension TypeDefinition {
  /// What a program asks for, with the fields, rules, views and the demand for reasons that others gave the type since
  /// it was as the program asks.
  ///
  /// - Parameters:
  ///   - past: the definitions that the type has had.
  ///   - isNamed: whether the program's schema speaks of a field of this name.
  /// - Throws: `StoreError` where there would be too many fields or views.
  func keepingAlterations(
    of past: [PastDefinition],
    _ isNamed: (ExactString) -> Bool
  ) throws(StoreError) -> TypeDefinition {
    guard past.contains(where: { !$0.isOfProgram }) else { return self }
    let own = fields.map { field in
      var field = field
      field.rules = field.keptRules(past)
      return field
    }
    let others = past.fieldsOfOthers.filter {
      index(ofNumber: $0.number) == nil && !isNamed($0.name)
    }
    return try TypeDefinition(
      number: number,
      version: version,
      name: name,
      fields: own + others,
      views: keptViews(past, Set((own + others).map(\.number))),
      reasonRule: PartHistory(past) { .some($0.reasonRule) }.settled(reasonRule),
      nextFieldNumber: nextFieldNumber,
      nextViewNumber: nextViewNumber
    )
  }

  private func keptViews(_ past: [PastDefinition], _ numbers: Set<UInt32>) -> [ViewDefinition] {
    let known = past.last?.definition.views ?? []
    func kept(_ name: ExactString, _ wanted: ViewDefinition?) -> ViewDefinition? {
      let parts = PartHistory(past) { .some($0.view(name).map(ViewParts.init)) }
      let part = wanted.map(ViewParts.init)
      let settled = parts.settled(part)
      return settled == part ? wanted : known.first { $0.name == name }
    }
    let own = views.compactMap { kept($0.name, $0) }
    let others = known.filter { view($0.name) == nil }.compactMap { kept($0.name, nil) }
    // A view goes with its fields.
    return own + others.filter { numbers.isSuperset(of: $0.fields) }
  }
}

extension [PastDefinition] {
  /// The fields that others added to a type which a program had defined.
  ///
  /// Where others defined the type itself, a program that does not know one of its fields has mistaken a name, maybe.
  fileprivate var fieldsOfOthers: [FieldDefinition] {
    guard let known = last?.definition, let first = firstIndex(where: \.isOfProgram) else {
      return []
    }
    return known.fields.filter { field in
      let origin = firstIndex { $0.definition.index(ofNumber: field.number) != nil }
      return origin.map { $0 > first && !self[$0].isOfProgram } ?? false
    }
  }
}

/// What a view is, whatever its number.
private struct ViewParts: Equatable {
  let filters: [UInt32]
  let sorts: [SortKey]

  init(_ view: ViewDefinition) { (filters, sorts) = (view.filters, view.sorts) }
}

extension ViewDefinition {
  fileprivate var fields: [UInt32] { filters + sorts.map(\.field) }
}

extension FieldDefinition {
  /// The field's rules, with those that others changed.
  ///
  /// A field that changes its kind has those that the program gives it.
  fileprivate func keptRules(_ past: [PastDefinition]) -> Rules {
    let known = past.last?.definition
    guard let known, let place = known.index(ofNumber: number), known.fields[place].kind == kind
    else { return rules }
    var kept = rules
    func keep<Part: Equatable>(_ part: WritableKeyPath<Rules, Part>) {
      let history = PartHistory(past) { definition in
        definition.index(ofNumber: number).map { definition.fields[$0].rules[keyPath: part] }
      }
      kept[keyPath: part] = history.settled(rules[keyPath: part])
    }
    keep(\.isRequired)
    keep(\.isUnique)
    keep(\.isImmutable)
    keep(\.minimum)
    keep(\.maximum)
    keep(\.oneOf)
    keep(\.defaultValue)
    return kept
  }
}
