internal import Records
internal import StoreErrors
internal import Synchronization

extension Store {
  /// What opening a store for Swift types would do to it.
  ///
  /// Every record that would get new values is tried; nothing is written.
  ///
  /// - Parameters:
  ///   - path: the store's folder, which need not be writable.
  ///   - types: the types, as `Person.self`.
  /// - Returns: the steps, and what is in their way.
  /// - Throws: `StoreError`: `usage` where a schema does not fit its Swift type; `noStore`, `damaged`, `futureFormat`,
  ///   `permission`, `busy`, `io`.
  /// - Complexity: as `open(at:for:options:)`.
  public static func migrationPlan(at path: String, for types: any Record.Type...) throws
    -> MigrationPlan
  {
    try check(types)
    var options = Options()
    options.isReadOnly = true
    let store = try open(at: path, options)
    defer { store.close() }
    return try store.rehearse(types)
  }

  /// What opening this store once more for Swift types would do to it.
  ///
  /// For the types that it is open for already this is what another program has changed since, or, where it was opened
  /// for reading, all that they would need.
  ///
  /// - Parameter types: the types, as `Person.self`; none for those that the store is used for so far.
  /// - Returns: the steps, and what is in their way.
  /// - Throws: `StoreError`: `usage` where a schema does not fit its Swift type; `io`, `damaged`, `closed`.
  /// - Complexity: as `open(at:for:options:)`.
  public func migrationPlan(for types: any Record.Type...) throws -> MigrationPlan {
    try Self.check(types)
    return try rehearse(types.isEmpty ? knownTypes.withLock { $0.recordTypes } : types)
  }

  /// Brings the stored types to what Swift types need, unless the store was opened for reading.
  func migrate(_ types: [any Record.Type]) throws {
    guard !options.isReadOnly else { return }
    let past = try past(views.catalog(to: log.head().revision).types)
    let migration = try Migration(of: types, upon: past, options.earlierTypes)
    guard !migration.isEmpty else { return }
    if !options.migratesTypes { try refuse(migration) }
    // Worked out once more within the commit: another process may have been quicker.
    try write(by: options.schemaActor, because: options.schemaReason) { transaction in
      var plan = MigrationPlan()
      try transaction.migrate(types, options.earlierTypes, &plan)
      if let error = plan.error { throw error }
    }
  }

  /// Does a migration without writing it.
  private func rehearse(_ types: [any Record.Type]) throws -> MigrationPlan {
    var plan = MigrationPlan()
    do {
      try write(by: options.schemaActor, because: options.schemaReason, isDryRun: true) {
        transaction in
        plan = MigrationPlan()
        try transaction.migrate(types, options.earlierTypes, &plan)
      }
    } catch  where plan.problems.count >= MigrationPlan.mostProblems {
      // There are more of them, and the plan lists no more.
    }
    return plan
  }

  /// Refuses what would change a type that is stored.
  private func refuse(_ migration: Migration) throws(StoreError) {
    let steps = migration.types.flatMap(\.steps).filter { $0.action != .defineType }
    guard !steps.isEmpty else { return }
    throw StoreError(
      .usage,
      "what is stored does not fit the program: "
        + steps.map(\.description).joined(separator: "; "),
      hints: ["let the store be changed: Options.migratesTypes"]
    )
  }
}
