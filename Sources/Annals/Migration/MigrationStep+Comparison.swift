public import Records

extension MigrationPlan.Step {
  /// What leads from one definition of a type to another, field by field and view by view.
  ///
  /// - Parameter conversions: the fields whose values became those of others, by the new fields' numbers.
  static func between(
    _ known: TypeDefinition?,
    _ wanted: TypeDefinition,
    conversions: [UInt32: FieldDefinition] = [:]
  ) -> [MigrationPlan.Step] {
    var steps: [MigrationPlan.Step] = []
    func add(_ name: ExactString?, _ action: Action) {
      steps.append(MigrationPlan.Step(type: wanted.name.text, name: name?.text, action: action))
    }
    for field in wanted.fields {
      let old = known?.field(numbered: field.number)
      if let source = conversions[field.number] {
        add(field.name, .convertField(from: source.name.text, source.kind))
      } else if let old {
        if old.name != field.name { add(field.name, .renameField(from: old.name.text)) }
        if old.kind != field.kind { add(field.name, .widenField(from: old.kind)) }
        if old.rules != field.rules { add(field.name, .changeRules) }
      } else {
        add(field.name, .addField)
      }
      if let known, let value = field.rules.defaultValue, field.isNeverMissing,
        known.field(numbered: field.number)?.isNeverMissing != true
      {
        add(field.name, .fillField(with: value))
      }
    }
    let kept = Set(conversions.values.map(\.number))
    for field in known?.fields ?? []
    where wanted.field(numbered: field.number) == nil && !kept.contains(field.number) {
      add(field.name, .dropField)
    }
    steps += ofViews(from: known, to: wanted)
    if wanted.reasonRule != known?.reasonRule { add(nil, .changeType) }
    return steps
  }

  /// What leads from the views of one definition of a type to those of another.
  static func ofViews(
    from known: TypeDefinition?,
    to wanted: TypeDefinition
  ) -> [MigrationPlan.Step] {
    let type = wanted.name.text
    let kept = wanted.views.compactMap { view -> MigrationPlan.Step? in
      guard let old = known?.view(view.name) else {
        return MigrationPlan.Step(type: type, name: view.name.text, action: .addView)
      }
      let isSame = old.filters == view.filters && old.sorts == view.sorts
      return isSame
        ? nil : MigrationPlan.Step(type: type, name: view.name.text, action: .changeView)
    }
    let gone = (known?.views ?? []).filter { wanted.view($0.name) == nil }
    return kept
      + gone.map { MigrationPlan.Step(type: type, name: $0.name.text, action: .dropView) }
  }
}

extension TypeDefinition {
  fileprivate func field(numbered number: UInt32) -> FieldDefinition? {
    index(ofNumber: number).map { fields[$0] }
  }
}

extension Store {
  /// What an event that defines a type changed of it.
  ///
  /// - Returns: the steps from the definition before, or from a type without fields where it is the first; none for the
  ///   events of records. A field whose kind was changed to one that does not hold the old is another field of that
  ///   name: it was converted.
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  /// - Complexity: O(fields), once the definitions are known.
  public func steps(of event: Event) throws -> [MigrationPlan.Step] {
    guard event.op == .define else { return [] }
    let wanted = event.definition
    let known = try catalog().versions(of: wanted.number)
      .last { $0.definition.version < wanted.version }?.definition
    let gone = known?.fields.filter { wanted.index(ofNumber: $0.number) == nil } ?? []
    let conversions =
      wanted.fields.compactMap { field in
        guard known?.index(ofNumber: field.number) == nil else { return nil }
        return gone.first { $0.name == field.name }.map { (field.number, $0) }
      } as [(UInt32, FieldDefinition)]
    return MigrationPlan.Step.between(
      known,
      wanted,
      conversions: Dictionary(conversions) { first, _ in first }
    )
  }
}
