public import EventLog
public import Records

// What tasks call to put things back: each suspends its task, and blocks none of the threads that tasks share.

extension Store {
  /// What would put something back, and which later changes that would undo; nothing is written.
  ///
  /// - Parameter subject: a commit, a record at a point, or a deletion.
  /// - Returns: the differences that would be written; none where all is as it was already.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  public func reversal(of subject: Reversal.Subject) async throws -> Reversal {
    try await BlockingWork.run { try self.reversal(of: subject) }
  }

  /// Puts something back to what it was, as one commit.
  ///
  /// - Parameters:
  ///   - subject: a commit, a record at a point, or a deletion.
  ///   - actor: who.
  ///   - reason: why.
  ///   - conflicts: what becomes of later changes that would be undone.
  ///   - time: when; nil for now.
  ///   - isDryRun: whether everything is checked and nothing written.
  /// - Returns: the commit; it has no revision where all was as it should be already.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  @discardableResult
  public func reverse(
    _ subject: Reversal.Subject,
    by actor: String,
    because reason: String? = nil,
    conflicts: Reversal.ConflictRule = .refuse,
    time: CommitTime? = nil,
    isDryRun: Bool = false
  ) async throws -> Receipt {
    try await BlockingWork.run {
      try self.reverse(
        subject,
        by: actor,
        because: reason,
        conflicts: conflicts,
        time: time,
        isDryRun: isDryRun
      )
    }
  }

  /// Undoes a commit: all that it did to records, as one new commit.
  ///
  /// - Parameters:
  ///   - revision: the commit.
  ///   - actor: who.
  ///   - reason: why.
  ///   - conflicts: what becomes of later changes of the same fields.
  /// - Returns: the commit; it has no revision where there was nothing to undo.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  @discardableResult
  public func revert(
    _ revision: Revision,
    by actor: String,
    because reason: String? = nil,
    conflicts: Reversal.ConflictRule = .refuse
  ) async throws -> Receipt {
    try await reverse(.commit(revision), by: actor, because: reason, conflicts: conflicts)
  }

  /// Puts a record back to what it was at a point, with a new life if it was deleted since.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  ///   - point: when it was as it should be.
  ///   - fields: the stored names of the fields to put back; none for all that the type had then.
  ///   - actor: who.
  ///   - reason: why.
  ///   - conflicts: what becomes of later changes of the same fields.
  /// - Returns: the commit; it has no revision where all was as it should be already.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  @discardableResult
  public func restore<T: Record>(
    _ type: T.Type,
    _ id: T.ID,
    from point: Point,
    fields: [String] = [],
    by actor: String,
    because reason: String? = nil,
    conflicts: Reversal.ConflictRule = .refuse
  ) async throws -> Receipt {
    try await BlockingWork.run {
      try self.restore(
        type,
        id,
        from: point,
        fields: fields,
        by: actor,
        because: reason,
        conflicts: conflicts
      )
    }
  }

  /// Lets a deleted record live again, as it was just before its deletion.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  ///   - actor: who.
  ///   - reason: why.
  ///   - conflicts: what becomes of a record that was created under the id since then.
  /// - Returns: the commit; it has no revision where the record lives as it did, or was never deleted.
  /// - Throws: as the same call without `await`, and `CancellationError`.
  @discardableResult
  public func undelete<T: Record>(
    _ type: T.Type,
    _ id: T.ID,
    by actor: String,
    because reason: String? = nil,
    conflicts: Reversal.ConflictRule = .refuse
  ) async throws -> Receipt {
    try await BlockingWork.run {
      try self.undelete(type, id, by: actor, because: reason, conflicts: conflicts)
    }
  }
}
