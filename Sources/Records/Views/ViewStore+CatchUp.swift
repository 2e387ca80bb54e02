internal import ByteCoding
internal import OrderedBytes
package import EventLog
package import PageStore
internal import StoreErrors

/// How far a long piece of work has come: `done` of `total`, in events, or in records while a type's lists are made
/// anew.
public typealias Progress = @Sendable (_ done: UInt64, _ total: UInt64) -> Void

extension ViewStore {
  /// Brings the views up to a head of the log, batch by batch; does nothing where they are there already.
  ///
  /// - Parameters:
  ///   - batchEvents: how many events a batch has at most; more where one commit has more, fewer where that
  ///     would change too many pages at once.
  ///   - definitions: finds the definitions up to a revision at least.
  ///   - filling: how much of the views that came to records that were there already is filled.
  /// - Returns: how many events were taken in.
  /// - Complexity: O(waiting events · log records).
  package func catchUp(
    with log: any EventLog,
    to head: LogHead,
    batchEvents: Int,
    definitions: (Revision) throws -> Catalog,
    filling: Filling,
    progress: Progress? = nil
  ) throws -> UInt64 {
    var applied = try environment.read { try self.applied(in: $0) }
    let start = applied.eventCount
    func fill(_ progress: Progress?) throws {
      try self.fill(
        filling,
        &applied,
        of: log,
        stepRecords: batchEvents,
        definitions: definitions,
        progress: progress
      )
    }
    while applied.revision < head.revision {
      let waiting = Int(clamping: head.eventCount - min(applied.eventCount, head.eventCount))
      // Read and sorted before anybody has to wait for this.
      let batch = try EventBatch(
        of: log,
        after: applied.revision,
        to: head.revision,
        maximumEvents: try self.batchEvents(upTo: min(batchEvents, waiting))
      )
      let catalog = try definitions(applied.revision)
      let before = applied.revision
      applied = try environment.write { transaction in
        // Under the writer lock, so that no flush of another process takes the marker away again.
        try mark { try marker.set() }
        // Another process may have come first.
        let now = try self.applied(in: transaction)
        guard now == applied, let last = batch.last else { return now }
        var fold = BatchFold(batch, upon: applied, catalog, into: self)
        let gaps = try fold.write(batch, in: &transaction)
        let reached = Applied(last.asHead, since: applied.since, gaps: gaps)
        try setApplied(reached, of: log.identity, in: &transaction)
        return reached
      }
      if applied.revision == batch.last?.revision {
        cache.advance(from: before, to: applied.revision, changed: batch.keys)
      }
      progress?(applied.eventCount, head.eventCount)
      // What is filled at once leaves no gap behind.
      if filling == .all { try fill(nil) }
    }
    // A single step is not worth telling of.
    try fill(filling == .all ? progress : nil)
    let taken = applied.eventCount - min(start, applied.eventCount)
    // A long way is worth a flush: no later stop of the machine makes it walked again.
    if taken >= Self.flushedEvents { try flush() }
    return taken
  }

  private static let flushedEvents: UInt64 = 100_000

  /// A record's state in the views, nil where no event ever named it.
  package func state(
    of key: RecordKey,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> RecordState? {
    guard Self.canBeThere(key) else { return nil }
    return try transaction.withProven(of: tables.records, ViewKeys.record(key)) {
      try RecordState(try Trail.state(in: $0))
    }
  }

  /// Lends a lookup of states that costs less for many than `state` does for each.
  func withStates<R>(
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ body: ((RecordKey) throws -> RecordState?) throws -> R
  ) throws -> R {
    try transaction.withCursor(over: tables.records) { cursor in
      try body { key in
        guard Self.canBeThere(key) else { return nil }
        return try cursor.withProven(ViewKeys.record(key)) {
          try RecordState(try Trail.state(in: $0))
        }
      }
    }
  }

  /// A living record, nil where it does not live.
  ///
  /// - Parameter revision: what the views show in the transaction.
  package func record(
    of key: RecordKey,
    under definition: TypeDefinition,
    at revision: Revision,
    in transaction: borrowing some ReadableTransaction & ~Copyable
  ) throws -> StoredRecord? {
    if let known = cache.find(key, at: revision, under: definition) { return known }
    return try readRecord(of: key, under: definition, in: transaction) { record, bytes in
      if !environment.isUnlocked { cache.keep(record, key, at: revision, bytes: bytes) }
    }
  }

  /// The same for one that is not looked for in what was read lately, nor kept there.
  ///
  /// - Parameter found: gets a record that lives, and how many bytes it has where it is stored.
  func readRecord(
    of key: RecordKey,
    under definition: TypeDefinition,
    in transaction: borrowing some ReadableTransaction & ~Copyable,
    _ found: (StoredRecord, Int) -> Void = { _, _ in }
  ) throws -> StoredRecord? {
    guard Self.canBeThere(key) else { return nil }
    return try transaction.withChecked(of: tables.records, ViewKeys.record(key)) {
      let state = try Trail.state(in: $0)
      guard let record = try StoredRecord(state, key.id, under: definition) else { return nil }
      found(record, state.count)
      return record
    } ?? nil
  }

  /// Makes everything in the views survive a stop of the machine.
  func flush() throws {
    try environment.write { _ in
      // Nobody else can write between the flush and the word that it was done.
      try environment.flush()
      try mark { try marker.clear() }
    }
  }

  /// Changes the marker, unless other views took the place of these: it is theirs then, and these end with the
  /// processes that still have them open.
  func mark(_ change: () throws -> Void) throws {
    guard environment.isInPlace else { return }
    do { try change() } catch {
      if environment.isInPlace { throw error }
    }
  }
}

extension Span<UInt8> {
  /// Whether these bytes begin with others.
  func starts(with prefix: [UInt8]) -> Bool {
    guard count >= prefix.count else { return false }
    for index in prefix.indices where self[index] != prefix[index] { return false }
    return true
  }
}

extension WriteTransaction {
  /// Removes all entries whose keys begin with a prefix.
  mutating func removeAll(in table: Table, withPrefix prefix: [UInt8]) throws {
    var isThere = true
    while isThere {
      // The next key is looked up anew each time: nothing is removed under a live cursor.
      let key = try withCursor(over: table) { cursor -> [UInt8]? in
        guard try cursor.seek(atOrAfter: prefix) else { return nil }
        return try cursor.withEntry { key, _ in key.starts(with: prefix) ? Array(key) : nil }
      }
      if let key { _ = try delete(table, key) } else { isThere = false }
    }
  }
}
