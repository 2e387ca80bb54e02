internal import Records
internal import StoreErrors

/// What one Swift type needs of the type that is stored.
struct TypeMigration {
  /// The definition that it needs.
  let wanted: TypeDefinition
  private let known: TypeDefinition?
  private(set) var steps: [MigrationPlan.Step] = []
  /// What others made of the type and stays, as steps from what the schema asks for.
  private(set) var kept: [MigrationPlan.Step] = []
  /// Why it cannot be had, whatever the records hold.
  private(set) var problems: [StoreError] = []
  private var conversions: [(field: ExactString, conversion: FieldConversion)] = []
  /// Fields that have no default and must have a value from now on, with the numbers that they had.
  private var needs: [(field: ExactString, number: UInt32?)] = []

  /// Compares a schema with a stored type.
  ///
  /// - Parameters:
  ///   - past: all definitions that the stored type has had, oldest first; none where it is not stored.
  ///   - earlier: what becomes of a schema that asks for what the type was once.
  /// - Throws: `StoreError` (`usage`) for a schema that does not hold.
  init<Root: Record>(
    _ schema: Schema<Root>,
    after past: [PastDefinition],
    _ earlier: EarlierTypes
  ) throws(StoreError) {
    let known = past.last?.definition
    self.known = known
    let asked = try schema.definition(after: known)
    wanted =
      earlier == .restored ? asked : try asked.keepingAlterations(of: past, schema.speaks(of:))
    guard let known else {
      add(nil, .defineType)
      return
    }
    for (field, definition) in zip(schema.fields, wanted.fields) {
      add(field, as: definition, schema.origin(of: field, in: known))
    }
    let sources = Set(conversions.map(\.conversion.name))
    for old in known.fields
    where wanted.index(ofNumber: old.number) == nil && !sources.contains(old.name) {
      if !schema.hasOrDrops(old.name) { problems.append(.unknownField(old.name, of: known)) }
      add(old.name, .dropField)
    }
    let definitions = past.map(\.definition)
    let former = Set(definitions.flatMap(\.fields).map(\.name)).subtracting(
      known.fields.map(\.name)
    )
    for field in schema.fields where former.contains(field.definition.name) {
      guard case .nothing = schema.origin(of: field, in: known) else { continue }
      problems.append(.formerField(field.definition.name, of: known))
    }
    steps += MigrationPlan.Step.ofViews(from: known, to: wanted)
    // Only the order of the fields is no step of its own yet.
    let isRearranged = isEmpty && !wanted.hasSameContent(as: known)
    if isRearranged || wanted.reasonRule != known.reasonRule { add(nil, .changeType) }
    if definitions.dropLast().contains(where: { isAsked(asked, as: $0) || isAsked(wanted, as: $0) })
    {
      settle(earlier)
    }
    noteKept(asked, schema, known)
  }

  /// Whether a definition is what another was.
  private func isAsked(_ definition: TypeDefinition, as other: TypeDefinition) -> Bool {
    definition.fields == other.fields && definition.reasonRule == other.reasonRule
      && MigrationPlan.Step.ofViews(from: other, to: definition).isEmpty
  }

  /// Does with a schema that asks for what the type was once, before a program changed it, as the store is told to.
  private mutating func settle(_ earlier: EarlierTypes) {
    // Where fields were added or renamed since, that was noticed before.
    guard problems.isEmpty, !steps.isEmpty else { return }
    switch earlier {
    case .refused: problems.append(.earlierType(steps))
    case .kept: steps = []
    case .restored: break
    }
  }

  /// Notes what stays though the schema does not say so, and refuses what the Swift type could not read.
  private mutating func noteKept<Root: Record>(
    _ asked: TypeDefinition,
    _ schema: Schema<Root>,
    _ known: TypeDefinition
  ) {
    guard problems.isEmpty else { return }
    let stays = steps.isEmpty ? known : wanted
    kept = MigrationPlan.Step.between(asked, stays)
    for field in schema.fields where field.mustHaveValue {
      let name = field.definition.name
      guard stays.field(name)?.rules.isRequired == false else { continue }
      problems.append(.looseField(name, of: known))
    }
  }

  /// Whether the stored type is as it is needed.
  var isEmpty: Bool { steps.isEmpty && problems.isEmpty }

  private mutating func add(_ name: ExactString?, _ action: MigrationPlan.Step.Action) {
    steps.append(MigrationPlan.Step(type: wanted.name.text, name: name?.text, action: action))
  }

  /// - Parameter definition: the field as it is to be.
  private mutating func add<Root: Record>(
    _ field: Field<Root>,
    as definition: FieldDefinition,
    _ origin: FieldOrigin
  ) {
    let name = definition.name
    var old: FieldDefinition?
    switch origin {
    case .nothing: add(name, .addField)
    case .unfit(let stored): return problems.append(TypeBinding.otherKind(field, than: stored))
    case .conversion(let conversion):
      conversions.append((name, conversion))
      add(name, .convertField(from: conversion.name.text, conversion.kind))
    case .field(let stored):
      old = stored
      if stored.name != name { add(name, .renameField(from: stored.name.text)) }
      if stored.kind != definition.kind { add(name, .widenField(from: stored.kind)) }
      if stored.rules != definition.rules { add(name, .changeRules) }
    }
    let isNewNeed = old == nil || definition.rules.isRequired && old?.rules.isRequired != true
    if let value = definition.rules.defaultValue {
      if definition.isNeverMissing, old?.isNeverMissing != true {
        add(name, .fillField(with: value))
      }
    } else if isNewNeed, !field.isOptional {
      needs.append((name, old?.number))
    }
  }

  // MARK: - Running

  /// Brings the stored type to what is needed, in a commit.
  ///
  /// - Parameter plan: what happens is added to it.
  /// - Throws: `StoreError` where the plan has as many problems as it takes, or the store fails.
  func run(_ builder: inout CommitBuilder, _ plan: inout MigrationPlan) throws {
    plan.steps += steps
    plan.kept += kept
    for problem in problems { try plan.add(problem) }
    guard problems.isEmpty, !steps.isEmpty else { return }
    guard known != nil else { return try builder.perform(.define(wanted)) }
    let looksAtRecords = !conversions.isEmpty || !needs.isEmpty
    try builder.redefine(
      wanted,
      changing: looksAtRecords ? { try assignments(for: $0) } : nil,
      refused: { (id: ExactString, error: StoreError) in
        guard !error.isFailureOfStore else { throw error }
        var refusal = error
        refusal.message = "\(wanted.name)/\(id): \(error.message)"
        try plan.add(refusal)
      }
    )
    plan.recordCount += builder.lastOutcome?.count ?? 0
  }

  /// What a record gets under the new definition.
  ///
  /// - Throws: `StoreError` (`badData`) for a value that cannot be converted, and for one that is missing.
  private func assignments(for record: StoredRecord) throws -> RecordOperation.Assignments {
    var made: RecordOperation.Assignments = []
    for (field, conversion) in conversions {
      let value = try conversion.value(of: record[conversion.name], for: field)
      if let value { made.append((name: field, value: value)) }
    }
    for (field, number) in needs {
      let old = number.flatMap(record.definition.index(ofNumber:)).flatMap { record.values[$0] }
      let value = made.first { $0.name == field }?.value ?? old
      guard value?.isNull ?? true else { continue }
      throw StoreError(
        .badData,
        "\(field) would have no value",
        hints: ["make the property optional, or give its Field a default"],
        field: field.text
      )
    }
    return made
  }
}

// A store that a later program has changed.

extension StoreError {
  /// The error of a stored field that a schema neither has nor drops.
  fileprivate static func unknownField(_ name: ExactString, of type: TypeDefinition) -> Self {
    StoreError(
      .newerTypes,
      "\(type.name) has a field '\(name)' that the program's type does not know",
      hints: [
        "if a later program added it, open the store with that one",
        "if it is to go, say so in the schema: Dropped(\"\(name)\")",
      ],
      field: name.text
    )
  }

  /// The error of a schema that asks for what the type was before a later program changed its rules or views.
  fileprivate static func earlierType(_ steps: [MigrationPlan.Step]) -> Self {
    let words = steps.prefix(3).map(\.words) + (steps.count > 3 ? ["and more"] : [])
    return StoreError(
      .newerTypes,
      "\(steps.first?.type ?? "a type") was changed since it was as the program defines it, and opening "
        + "the store would undo that: " + words.joined(separator: ", "),
      hints: [
        "open the store with the program that changed it, or bring this one's schema up to date",
        "or say what is meant: Options.earlierTypes = .kept or .restored",
      ]
    )
  }

  /// The error of a field that others let be without a value, which the program's property cannot.
  fileprivate static func looseField(_ name: ExactString, of type: TypeDefinition) -> Self {
    StoreError(
      .newerTypes,
      "\(type.name) lets records be without '\(name)' by now, and the program's property cannot be nil",
      hints: [
        "make the property optional, or give its Field a default",
        "or let the field be required again: Options.earlierTypes = .restored",
      ],
      field: name.text
    )
  }

  /// The error of a new field whose name a stored field had once.
  fileprivate static func formerField(_ name: ExactString, of type: TypeDefinition) -> Self {
    StoreError(
      .newerTypes,
      "\(type.name) had a field '\(name)', which was dropped or renamed since",
      hints: [
        "if a later program did so, open the store with that one",
        "if the field is another one, give it a stored name of its own",
      ],
      field: name.text
    )
  }
}

extension Field {
  /// Whether the property has nothing to read where there is no value, and the field's rules see to it that there is one.
  fileprivate var mustHaveValue: Bool {
    !isOptional && definition.rules.isRequired && definition.rules.defaultValue == nil
  }
}
