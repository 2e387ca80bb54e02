package import EventLog
package import PageStore
internal import Synchronization

extension Views.Sight {
  /// A record's state at a revision, where it has changed since what the views show; nil where they show it.
  package func waitingState(of key: RecordKey, at revision: Revision) -> RecordState? {
    guard revision > applied.revision else { return nil }
    return tail?.ofType(key.type)?.records[key.id]?.state
  }
}

extension Views {
  /// Reads what was so after every commit made before the call, or after a point.
  ///
  /// Where few events wait for the views they are folded in memory, and the views are not written; a point that the
  /// views show already needs no more than them.
  ///
  /// - Parameter point: a revision of the log; nil for its head.
  package func read<R>(
    at point: Revision?,
    _ body: (borrowing ReadTransaction, Sight) throws -> R
  ) throws -> R {
    try mending {
      if let result = try readWithTail(at: point, body) { return result }
      try catchUp()
      return try readOnce(body)
    }
  }

  /// Does the same where no view has to be written for it; nil otherwise, and then `body` was not called.
  private func readWithTail<R>(
    at point: Revision?,
    _ body: (borrowing ReadTransaction, Sight) throws -> R
  ) throws -> R? {
    let head = try log.head()
    let store = try current()
    return try store.environment.read { transaction -> R? in
      let applied = try store.applied(in: transaction)
      let isShown = point.map { $0 <= applied.revision } ?? false
      var tail: Tail?
      if !isShown {
        // A view that is filled comes a step further with each read of the head.
        guard !applied.isFilling else { return nil }
        if applied.revision < head.revision {
          guard point == nil || point == head.revision else { return nil }
          tail = try self.tail(to: head, behind: applied, of: store, in: transaction)
          // Another thread's may reach further, which a read of the head may see.
          guard let tail, point == nil || point == tail.head.revision else { return nil }
        }
      }
      let catalog = try catalog(to: applied.revision)
      return try body(
        transaction,
        Sight(store: store, applied: applied, catalog: catalog, tail: tail)
      )
    }
  }

  /// Who has taken in none of the waiting events yet takes in no more than these: the views spare the next one the same.
  private static let freshEvents = 1000
  /// So many may wait.
  private static let mostEvents = 4000

  /// What the views do not show yet; nil where that is too much, or a type is defined in it.
  private func tail(
    to head: LogHead,
    behind applied: ViewStore.Applied,
    of store: ViewStore,
    in transaction: borrowing ReadTransaction
  ) throws -> Tail? {
    // It follows from what the views show and from the log, whichever views show it.
    try self.tail.withLock { known in
      let isUsable = known.map { $0.base == applied } ?? false
      let most = min(isUsable ? Self.mostEvents : Self.freshEvents, batchEvents)
      guard head.eventCount - min(applied.eventCount, head.eventCount) <= most,
        try log.definitions(after: applied.revision).isEmpty
      else { return nil }
      // Taken out, so that it has one owner and is changed in place.
      var tail = (isUsable ? known.take() : nil) ?? Tail(behind: applied)
      let catalog = try catalog(to: applied.revision)
      try tail.advance(to: head, of: log, under: catalog, upon: store, in: transaction)
      known = tail
      return tail
    }
  }
}
