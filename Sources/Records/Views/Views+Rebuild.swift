internal import EventLog
internal import PageStore
internal import StoreErrors

extension Views {
  /// Makes the views anew from the log, while reads go on with the old ones, then puts them in their place.
  ///
  /// Before that the new ones are proven to hold what they are meant to: every entry is read once more, and the digest
  /// of each list is compared with the one that was kept while it was filled. The old ones are brought to the same
  /// revision, where they are sound, and compared, too. Whatever they say, the new ones are right, since they come from
  /// the log alone.
  ///
  /// - Returns: how many events were folded, and the names of the lists of which the old views said something else, or
  ///   what was damaged in them.
  /// - Throws: `diskFull`, `io`, `damaged`, `closed`; the old views go on then.
  @discardableResult
  package func rebuild(progress: Progress? = nil) throws -> (
    events: UInt64, differences: [String]
  ) {
    try replacing { next in
      let head = try log.head()
      try bring(next, to: head, filling: .all, progress: progress)
      return (head.eventCount, try differencesOfServing(from: next))
    }
  }

  /// Puts a compacted copy of the views in their place, while reads go on.
  ///
  /// - Returns: their bytes before and after.
  /// - Throws: `diskFull`, `io`, `damaged`, `closed`; the old views go on then.
  package func compact() throws -> (before: UInt64, after: UInt64) {
    try catchUp()
    let old = try current()
    let before = try old.environment.statistics().fileBytes
    let next = try directory.compactedCopy(of: old)
    do {
      let after = try next.environment.statistics().fileBytes
      try put(next)
      return (before, after)
    } catch {
      next.close()
      directory.discard(next)
      throw error
    }
  }

  /// Makes the views anew, from a snapshot where one spares much, so that they are ready soon.
  func remakeFromSnapshot() throws {
    try replacing { next in
      try restore(next)
      // Read afterwards: another process may have saved a newer state meanwhile.
      let head = try log.head()
      try bring(next, to: head, filling: .all)
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

  /// Where the views that serve say something else than new ones at the same revision; those that no read would
  /// trust are not asked.
  private func differencesOfServing(from next: ViewStore) throws -> [String] {
    do {
      if let serving { return try differences(of: serving, from: next) }
      guard let opened = try? directory.open(for: log) else { return [] }
      defer { opened.store.close() }
      guard !opened.isReadOnly, try opened.store.isSound(for: log) else { return [] }
      return try differences(of: opened.store, from: next)
    } catch let error as StoreError where error.code == .damaged {
      // The log was read just now: the damage is theirs.
      return [error.message]
    } catch let error as StoreError where error.code == .closed {
      // Others took their place meanwhile; where the store itself was closed, the next step says so.
      return []
    }
  }

  private func differences(of old: ViewStore, from next: ViewStore) throws -> [String] {
    // Empty ones never served.
    guard try old.environment.read({ try old.applied(in: $0) }) != .nothing else { return [] }
    try bring(old, to: log.head(), filling: .some)
    return try old.environment.read { transaction in
      let applied = try old.applied(in: transaction)
      // Another process may have brought them further than the new ones.
      if let header = try log.header(of: applied.revision) {
        try bring(next, to: header.asHead, filling: .all)
      }
      let right = try next.provenSummaries()
      let found = try old.countedSummaries(in: transaction)
      let kept = try old.summaries(in: transaction)
      let lists = Set(right.keys).union(found.keys).union(kept.keys)
      let catalog = try catalog(to: applied.revision)
      return lists.sorted { ($0.type, $0.number) < ($1.type, $1.number) }.compactMap { list in
        guard applied.gaps.open(list.number, of: list.type) == nil,
          found[list] != right[list] || kept[list] != right[list]
        else { return nil }
        return list.name(under: catalog.definition(of: list.type, at: applied.revision))
      }
    }
  }
}

extension ViewStore {
  /// The summaries of all lists, once it is proven that their entries give them.
  fileprivate func provenSummaries() throws -> [ListKey: ListSummary] {
    func wrong(_ what: String?) -> StoreError {
      StoreError(
        .internal,
        "the new views do not hold what was put into them",
        hints: ["the old ones stay; check the disk and the memory of this machine"],
        underlying: what
      )
    }
    do {
      return try environment.read { transaction in
        let kept = try summaries(in: transaction)
        guard try countedSummaries(in: transaction) == kept else { throw wrong(nil) }
        return kept
      }
    } catch let error as StoreError where error.code == .damaged {
      throw wrong(error.message)
    }
  }
}
