internal import Records
internal import StoreErrors

/// Does an alteration within a commit.
struct AlterationRun {
  private let alteration: TypeAlteration
  private let wanted: TypeDefinition
  /// The fields whose values must be looked at, with those that they are taken from; nil for a new field.
  private let looked: [(field: FieldDefinition, source: FieldDefinition?)]

  /// Throws: `StoreError` (`usage`, `tooLarge`) where the altered type does not hold.
  init(_ alteration: TypeAlteration) throws(StoreError) {
    self.alteration = alteration
    wanted = try alteration.definition()
    let known = alteration.known
    looked = wanted.fields.compactMap { field in
      let same = known.index(ofNumber: field.number).map { known.fields[$0] }
      let source = same ?? alteration.conversions[field.number]
      return same?.rules == field.rules || source == nil && !field.rules.isRequired
        ? nil : (field, source)
    }
  }

  /// Alters the type and its records; where values do not fit, only the plan says so.
  ///
  /// - Throws: `StoreError`: `conflict` where the type was changed meanwhile; as `CommitBuilder.redefine`.
  func run(_ builder: inout CommitBuilder) throws -> AlterationPlan {
    var plan = AlterationPlan()
    let known = try builder.definition(wanted.name)
    guard known == alteration.known else {
      throw StoreError(
        .conflict,
        "the type \(known.name) was changed meanwhile: it has version \(known.version)",
        hints: ["look at its definition again, then repeat the change"]
      )
    }
    plan.steps = MigrationPlan.Step.between(
      alteration.known,
      wanted,
      conversions: alteration.conversions
    )
    var misfits: [AlterationPlan.Misfit] = []
    try builder.redefine(
      wanted,
      changing: looked.isEmpty ? nil : { try assignments(for: $0, &misfits) },
      refused: { id, error in
        guard !error.isFailureOfStore else { throw error }
        let field = error.field ?? ""
        misfits.append(.init(id: id, field: field, value: nil, reason: error.message))
      }
    )
    for misfit in misfits { plan.add(misfit) }
    plan.recordCount = builder.lastOutcome?.count ?? 0
    return plan
  }

  /// What a record gets in fields whose values are converted; what does not fit is noted, and left out.
  private func assignments(
    for record: StoredRecord,
    _ misfits: inout [AlterationPlan.Misfit]
  ) throws -> RecordOperation.Assignments {
    var assignments: RecordOperation.Assignments = []
    for (field, source) in looked {
      let old = source.flatMap { record.definition.index(ofNumber: $0.number) }
        .flatMap { record.values[$0] }
      do {
        let new = try old?.converted(to: field.kind)
        // What has no value may be filled with the default.
        if new != nil || !field.isNeverMissing { try field.check(new) }
        if source?.number != field.number, let new { assignments.append((field.name, new)) }
      } catch {
        misfits.append(
          .init(id: record.id, field: field.name.text, value: old, reason: error.message)
        )
      }
    }
    return assignments
  }
}

extension Value {
  /// The value as another kind, if it means the same there.
  ///
  /// - Throws: `StoreError` (`badData`) where it does not.
  fileprivate func converted(to kind: Kind) throws(StoreError) -> Value {
    if let own = coerced(to: kind) { return own }
    switch (self, kind) {
    case (.json(let text), _): return try Value(parsingJSON: text, as: kind)
    case (_, .text): return .text(text)
    case (.text(let text), _): return try Value(parsing: text, as: kind)
    default:
      let converted = try Value(parsing: text, as: kind)
      // A number with more digits than the kind holds, say, would come back as another.
      guard let own = self.kind, let back = try? Value(parsing: converted.text, as: own),
        Value.order(back, self) == 0
      else {
        throw StoreError(.badData, "\(StoreError.quote(text)) would become \(converted.text)")
      }
      return converted
    }
  }
}
