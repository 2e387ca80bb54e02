internal import Dispatch

extension Environment {
  /// So long after the last small write the journal is put away, so that what it pins can be used again.
  private static let idleTime = Duration.seconds(1)

  /// Commits a write that the journal keeps, without waiting for the disk.
  func commitKept(_ core: TransactionCore, _ journal: Journal) throws(CallFailure) {
    handle.setSynced(false)
    defer { handle.setSynced(true) }
    do { try core.handle.commit() } catch {
      try journal.withdraw()
      throw error
    }
    if journal.watch() { putJournalAwayWhenIdle() }
  }

  /// Puts the journal away where this process has one.
  ///
  /// What goes wrong is left to the next write, which finds the journal.
  func putJournalAway() {
    guard let journal, journal.isActive else { return }
    guard
      let handle = try? begin(
        .writing,
        { handle throws(CallFailure) in
          try handle.begin(isReadOnly: false)
        }
      )
    else { return }
    defer { leave(.writing) }
    defer { handle.abort() }
    try? journal.begin(self.handle)
    try? journal.putAway(self.handle)
  }

  private func putJournalAwayWhenIdle() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      guard let self, let journal else { return }
      if journal.lastWrite.duration(to: .now) < Self.idleTime { return putJournalAwayWhenIdle() }
      journal.unwatch()
      putJournalAway()
    }
  }
}
