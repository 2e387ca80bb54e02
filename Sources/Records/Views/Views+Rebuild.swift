internal import EventLog
internal import PageStore

extension Views {
  /// Makes the views anew from the log, while reads go on with the old ones, then puts them in their place.
  ///
  /// Before that the old ones are brought to the same revision, where they are sound, and compared by digest. Whatever
  /// they say, the new ones are right, since they come from the log alone.
  ///
  /// - Returns: how many events were folded, and whether the old views said something else.
  /// - Throws: `diskFull`, `io`, `damaged`, `closed`; the old views go on then.
  @discardableResult
  package func rebuild(progress: Progress? = nil) throws -> (
    events: UInt64, foundDifference: Bool
  ) {
    try replacing { next in
      let head = try log.head()
      try bring(next, to: head, progress: progress)
      return (head.eventCount, try servingDiffer(from: next))
    }
  }

  /// Makes the views anew, from a snapshot where one spares much, so that they are ready soon.
  func remakeFromSnapshot() throws {
    try replacing { next in
      try restore(next)
      // Read afterwards: another process may have saved a newer state meanwhile.
      let head = try log.head()
      try bring(next, to: head)
    }
  }

  /// Fills new views, and puts them in the place of those that serve once nothing can fail any more.
  private func replacing<R>(_ fill: (ViewStore) throws -> R) throws -> R {
    let next = try directory.begin()
    do {
      let result = try fill(next)
      try next.flush()
      try put(next)
      return result
    } catch {
      next.close()
      directory.discard(next)
      throw error
    }
  }

  /// Whether the views that serve say something else than new ones at the same revision; those that no read would
  /// trust are not asked.
  private func servingDiffer(from next: ViewStore) throws -> Bool {
    do {
      if let serving { return try differ(serving, from: next) }
      guard let opened = try? directory.open(for: log) else { return false }
      defer { opened.store.close() }
      guard !opened.isReadOnly, try opened.store.isSound(for: log) else { return false }
      return try differ(opened.store, from: next)
    } catch let error as StoreError where error.code == .damaged {
      // The log was read just now: the damage is theirs.
      return true
    } catch let error as StoreError where error.code == .closed {
      // Others took their place meanwhile; where the store itself was closed, the next step says so.
      return false
    }
  }

  private func differ(_ old: ViewStore, from next: ViewStore) throws -> Bool {
    // Empty ones never served.
    guard try old.environment.read({ try old.applied(in: $0) }) != .nothing else { return false }
    try bring(old, to: log.head())
    return try old.environment.read { transaction in
      // Another process may have brought them further than the new ones.
      if let header = try log.header(of: old.applied(in: transaction).revision) {
        try bring(next, to: header.asHead)
      }
      return try old.digest(in: transaction) != next.environment.read { try next.digest(in: $0) }
    }
  }
}
