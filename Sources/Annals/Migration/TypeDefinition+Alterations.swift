internal import Records
internal import StoreErrors

extension TypeDefinition {
  /// What a program asks for, with the rules, the views and the demand for reasons that others gave the type since
  /// it was as the program asks.
  ///
  /// - Parameter past: the definitions that the type has had.
  /// - Throws: `StoreError` where there would be too many views.
  func keepingAlterations(of past: [PastDefinition]) throws(StoreError) -> TypeDefinition {
    guard past.contains(where: { !$0.isOfProgram }) else { return self }
    let fields = fields.map { field in
      var field = field
      field.rules = field.keptRules(past)
      return field
    }
    return try TypeDefinition(
      number: number,
      version: version,
      name: name,
      fields: fields,
      views: keptViews(past),
      reasonRule: PartHistory(past) { .some($0.reasonRule) }.settled(reasonRule),
      nextFieldNumber: nextFieldNumber,
      nextViewNumber: nextViewNumber
    )
  }

  private func keptViews(_ past: [PastDefinition]) -> [ViewDefinition] {
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
    return own + others.filter { $0.fields.allSatisfy { index(ofNumber: $0) != nil } }
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
