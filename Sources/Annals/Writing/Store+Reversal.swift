public import EventLog
internal import PageStore
public import Records
internal import StoreErrors

// Putting things back to what they were. Nothing is taken out of the log: new events say what is so again.

extension Store {
  /// What would put something back, and which later changes that would undo; nothing is written.
  ///
  /// - Parameter subject: a commit, a record at a point, or a deletion.
  /// - Returns: the differences that would be written; none where all is as it was already.
  /// - Throws: `StoreError`: `notFound` for a commit that is not there, and for a record that never existed or did not
  ///   live at the point; `usage` for an unknown type or field, a field that was not yet defined at the point, or a
  ///   commit that changed a type; `io`, `damaged`, `closed`.
  /// - Complexity: O(events of the commit or record, and of what happened to these records since · log events).
  public func reversal(of subject: Reversal.Subject) throws -> Reversal {
    switch subject {
    case .commit(let revision):
      guard try log.header(of: revision) != nil else {
        throw StoreError(
          .notFound,
          "there is no \(revision); the head is \(try log.head().revision)"
        )
      }
      return try planReversal { try $0.commit(revision, in: $1) }
    case .record(let type, let id, let point, let fields):
      let revision = try resolve(point).revision
      return try planReversal { try $0.record(type, id, from: revision, fields: fields, in: $1) }
    case .deletion(let type, let id):
      return try planReversal { try $0.deletion(of: type, id, in: $1) }
    }
  }

  private func planReversal(
    _ plan: (ReversalPlanner, borrowing PageStore.ReadTransaction) throws -> Reversal
  ) throws -> Reversal {
    try views.read { transaction, sight in try plan(ReversalPlanner(log, sight), transaction) }
  }

  /// Puts something back to what it was, as one commit.
  ///
  /// All rules hold as for any write. Where somebody changes the same records meanwhile, it is looked at anew.
  ///
  /// - Parameters:
  ///   - subject: a commit, a record at a point, or a deletion.
  ///   - actor: who.
  ///   - reason: why.
  ///   - conflicts: what becomes of later changes that would be undone.
  ///   - time: when; nil for now.
  ///   - isDryRun: whether everything is checked and nothing written.
  /// - Returns: the commit; it has no revision where all was as it should be already.
  /// - Throws: as `reversal(of:)` and `write(by:because:expecting:isDryRun:_:)`; `conflict` where a later event changed
  ///   the same fields and that is refused, each named in `StoreError.others`. Nothing is written then.
  /// - Complexity: as `reversal(of:)`, and as a write of what differs.
  @discardableResult
  public func reverse(
    _ subject: Reversal.Subject,
    by actor: String,
    because reason: String? = nil,
    conflicts: Reversal.ConflictRule = .refuse,
    time: CommitTime? = nil,
    isDryRun: Bool = false
  ) throws -> Receipt {
    let request = WriteRequest(
      actor: actor,
      reason: reason,
      operations: [],
      time: time,
      isDryRun: isDryRun
    )
    var attempts = 0
    while true {
      let reversal = try reversal(of: subject)
      if conflicts == .refuse { try reversal.refuseConflicts(of: subject) }
      let operations = reversal.operations(conflicts)
      do {
        return try run(request) { transaction in
          for operation in operations { _ = try transaction.perform(operation) }
        }.receipt
      } catch let error as StoreError where error.code == .conflict && attempts < 5 {
        // As a rule a record has another version than the one that was looked at.
        attempts += 1
      }
    }
  }

  /// Undoes a commit: all that it did to records, as one new commit.
  ///
  /// Types that it defined stay. Reverting the new commit brings the first one's changes back.
  ///
  /// - Parameters:
  ///   - revision: the commit.
  ///   - actor: who.
  ///   - reason: why.
  ///   - conflicts: what becomes of later changes of the same fields.
  /// - Returns: the commit; it has no revision where there was nothing to undo.
  /// - Throws: as `reverse(_:by:because:conflicts:time:isDryRun:)`.
  @discardableResult
  public func revert(
    _ revision: Revision,
    by actor: String,
    because reason: String? = nil,
    conflicts: Reversal.ConflictRule = .refuse
  ) throws -> Receipt {
    try reverse(.commit(revision), by: actor, because: reason, conflicts: conflicts)
  }

  /// Puts a record back to what it was at a point, with a new life if it was deleted since.
  ///
  /// The first commit that changed a field since then is what is undone; where others changed the field after that, it
  /// is a conflict.
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
  /// - Throws: as `reverse(_:by:because:conflicts:time:isDryRun:)`.
  @discardableResult
  public func restore<T: Record>(
    _ type: T.Type,
    _ id: T.ID,
    from point: Point,
    fields: [String] = [],
    by actor: String,
    because reason: String? = nil,
    conflicts: Reversal.ConflictRule = .refuse
  ) throws -> Receipt {
    let subject = Reversal.Subject.record(
      type: try binding(of: type).name,
      id: ExactString(id.recordID),
      at: point,
      fields: fields.map { ExactString($0) }
    )
    return try reverse(subject, by: actor, because: reason, conflicts: conflicts)
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
  /// - Throws: as `reverse(_:by:because:conflicts:time:isDryRun:)`.
  @discardableResult
  public func undelete<T: Record>(
    _ type: T.Type,
    _ id: T.ID,
    by actor: String,
    because reason: String? = nil,
    conflicts: Reversal.ConflictRule = .refuse
  ) throws -> Receipt {
    let name = try binding(of: type).name
    let subject = Reversal.Subject.deletion(type: name, id: ExactString(id.recordID))
    return try reverse(subject, by: actor, because: reason, conflicts: conflicts)
  }
}

extension Reversal {
  /// Refuses to undo later changes.
  fileprivate func refuseConflicts(of subject: Subject) throws(StoreError) {
    guard !conflicts.isEmpty else { return }
    var error = Self.refusal(of: subject, inPlaces: conflicts.count)
    error.others = conflicts.map {
      StoreError(.conflict, $0.description, field: $0.field?.name.text)
    }
    throw error
  }

  /// The error of a reversal that would undo later changes.
  package static func refusal(of subject: Subject, inPlaces count: Int) -> StoreError {
    let verb = if case .commit = subject { "reverted" } else { "put back" }
    return StoreError(
      .conflict,
      "\(subject) cannot be \(verb): later changes in \(count) place\(count == 1 ? "" : "s") would be undone",
      hints: ["look at what changed since; then undo that as well, or put back all but that"]
    )
  }
}

extension Reversal.Conflict: CustomStringConvertible {
  /// What was changed, by which commit, who and when.
  public var description: String {
    let what = field.map { "\($0.name) of \(type)/\(id)" } ?? "\(type)/\(id)"
    let commit = event.commit
    return "\(what) was changed by \(commit.actor) in \(commit.revision) (\(commit.time.text()))"
  }
}
