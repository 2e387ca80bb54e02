public import EventLog
internal import Records
internal import StoreErrors

extension Store {
  /// What altering a type would do, tried on each of its records; nothing is written.
  ///
  /// - Returns: the steps, and each value that is in the way.
  /// - Throws: `StoreError`: `usage` where the altered type does not hold; `conflict` where the type was changed
  ///   meanwhile; `notUnique`; `io`, `damaged`, `closed`.
  /// - Complexity: as `alter(_:by:because:time:)`.
  public func rehearse(_ alteration: TypeAlteration) throws -> AlterationPlan {
    let request = WriteRequest(
      actor: options.schemaActor,
      reason: nil,
      operations: [],
      isDryRun: true
    )
    var plan = AlterationPlan()
    let run = try AlterationRun(alteration)
    _ = try self.run(request) { plan = try $0.alter(run) }
    return plan
  }

  /// Alters a type, and converts and fills what its records hold, as one commit.
  ///
  /// - Parameters:
  ///   - alteration: the changes.
  ///   - actor: who.
  ///   - reason: why.
  ///   - time: when; nil for now.
  /// - Returns: the commit; it has no revision where nothing changed.
  /// - Throws: as `rehearse(_:)`; `badData` where values do not fit, each named in `StoreError.others`. Nothing is
  ///   written then.
  /// - Complexity: O(records of the type) where kinds or rules change; O(fields) elsewhere.
  @discardableResult
  public func alter(
    _ alteration: TypeAlteration,
    by actor: String,
    because reason: String? = nil,
    time: CommitTime? = nil
  ) throws -> Receipt {
    let request = WriteRequest(actor: actor, reason: reason, operations: [], time: time)
    let run = try AlterationRun(alteration)
    return try self.run(request) { transaction in
      let plan = try transaction.alter(run)
      if let error = plan.error(of: alteration.known.name) { throw error }
    }.receipt
  }
}

extension AlterationPlan {
  /// The misfits as one error; nil where there is none.
  fileprivate func error(of type: ExactString) -> StoreError? {
    guard !misfits.isEmpty else { return nil }
    var error = StoreError(
      .badData,
      "\(misfitCount) value\(misfitCount == 1 ? " does" : "s do") not fit \(type) as altered",
      hints: ["a rehearsal lists them; change them first, or alter the type otherwise"]
    )
    error.others = misfits.prefix(MigrationPlan.mostProblems).map { misfit in
      StoreError(.badData, "\(type)/\(misfit.id): \(misfit.reason)", field: misfit.field)
    }
    return error
  }
}
