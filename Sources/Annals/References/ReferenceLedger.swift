internal import Records
internal import StoreErrors
internal import Synchronization

/// Keeps account of what a commit does to records that name others, and settles it at the end.
///
/// Settling sees the log's head with all that the commit does, and nothing comes between it and the commit: so what
/// holds then holds in the log.
struct ReferenceLedger {
  private let store: Store
  /// Fields that were set, and in which records.
  private var assigned: [(reference: Reference, id: ExactString)] = []
  /// Deleted records that others could name.
  private var deleted: [(type: ExactString, id: ExactString)] = []

  init(_ store: Store) { self.store = store }

  /// The fields that name records, of all types that the store is used for.
  private var references: [Reference] { store.knownTypes.withLock { $0.references } }

  /// Whether records of a type can be named by others.
  func isTarget(_ type: ExactString) -> Bool { references.contains { $0.target == type } }

  /// Notes what an operation did.
  mutating func note(_ operation: RecordOperation, _ outcome: Outcome) {
    let references = references
    guard !references.isEmpty, let id = outcome.id else { return }
    switch outcome.effect {
    case .created, .updated:
      let names = operation.assignments.map(\.name)
      for reference in references
      where reference.type == outcome.type && names.contains(reference.field) {
        assigned.append((reference, id))
      }
    case .deleted: if isTarget(outcome.type) { deleted.append((outcome.type, id)) }
    case .defined, .unchanged: break
    }
  }

  /// Applies the rules of deletion, then sees that every id that was set names a living record.
  ///
  /// - Throws: `StoreError`: `conflict` for a deletion that a rule denies; `badData` for an id that names nothing, with
  ///   its field; and what the store refuses of a rule's consequences.
  mutating func settle(_ builder: inout CommitBuilder) throws {
    var denied: [(reference: Reference, id: ExactString)] = []
    while let (type, id) = deleted.popLast() {
      guard try builder.record(type, id) == nil else { continue }
      for reference in references where reference.target == type {
        if reference.deleteRule == .deny {
          denied.append((reference, id))
        } else {
          try apply(reference, toReferrersOf: id, &builder)
        }
      }
    }
    // Who denied may have been deleted by another rule.
    for (reference, id) in denied { try refuseReferrers(of: id, by: reference, builder) }
    for (reference, id) in assigned { try checkTarget(of: id, by: reference, builder) }
  }

  private mutating func apply(
    _ reference: Reference,
    toReferrersOf id: ExactString,
    _ builder: inout CommitBuilder
  ) throws {
    for referrer in try reference.referrers(to: id, builder) {
      let operation: RecordOperation =
        reference.deleteRule == .cascade
        ? .delete(type: reference.type, id: referrer)
        : .update(
          type: reference.type,
          id: referrer,
          [(name: reference.field, value: reference.nothing)]
        )
      try builder.perform(operation)
      if let outcome = builder.lastOutcome { note(operation, outcome) }
    }
  }

  private func refuseReferrers(
    of id: ExactString,
    by reference: Reference,
    _ builder: CommitBuilder
  ) throws {
    let referrers = try reference.referrers(to: id, builder)
    guard let first = referrers.first else { return }
    let others = referrers.count == 1 ? "" : " and \(referrers.count - 1) more"
    throw StoreError(
      .conflict,
      "\(reference.target)/\(id) cannot be deleted: \(reference.type)/\(first)\(others) names it as "
        + "\(reference.field)",
      hints: ["delete these records or change their \(reference.field) first, or in the same write"]
    )
  }

  private func checkTarget(of id: ExactString, by reference: Reference, _ builder: CommitBuilder)
    throws
  {
    guard let record = try builder.record(reference.type, id),
      let named = try reference.named(by: record)
    else { return }
    let isStored = builder.definitions.contains { $0.last?.name == reference.target }
    guard try !isStored || builder.record(reference.target, named) == nil else { return }
    var error = StoreError(
      .badData,
      "\(reference.field) of \(reference.type)/\(id) names the \(reference.target) "
        + "\(StoreError.quote(named.text)), which does not live",
      hints: ["insert that record first, or in the same write"],
      field: reference.field.text
    )
    error.rule = .reference(reference.target.text)
    error.value = named.text
    throw error
  }
}

extension RecordOperation {
  /// What it sets.
  fileprivate var assignments: Assignments {
    switch self {
    case .create(_, _, let assignments, _), .update(_, _, let assignments, _),
      .put(_, _, let assignments, _), .replace(_, _, let assignments):
      assignments
    case .delete, .deleteWhere, .define, .redefine: []
    }
  }
}
