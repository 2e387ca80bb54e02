public import EventLog
internal import PageStore
internal import StoreErrors
public import Records

extension Store {
  /// One commit with its events.
  ///
  /// - Throws: `StoreError`: `notFound` where there is none; `io`, `damaged`, `closed`.
  /// - Complexity: O(events of the commit).
  public func commit(_ revision: Revision) throws -> Commit {
    guard let header = try log.header(of: revision) else {
      throw StoreError(.notFound, "there is no \(revision); the head is \(try log.head().revision)")
    }
    var events: [Event] = []
    try self.events(in: revision...revision) { event in
      events.append(event)
      return true
    }
    return Commit(header: header, events: events)
  }

  /// The events of a range of commits.
  ///
  /// - Parameters:
  ///   - range: the revisions; those past the head are left out.
  ///   - reversed: whether the last event comes first.
  ///   - visit: called with each event; returns false to stop.
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`), and what `visit` throws.
  public func events(
    in range: ClosedRange<Revision>,
    reversed: Bool = false,
    _ visit: (Event) throws -> Bool
  ) throws {
    let head = try log.head().revision
    let first = max(range.lowerBound, Revision(1))
    let last = min(range.upperBound, head)
    guard first <= last else { return }
    let catalog = try views.catalog(to: last)
    guard reversed else {
      return try log.scan(first...last) { header, position, bytes in
        try visit(Event(bytes, at: position, of: header, catalog))
      }
    }
    try eventsBackwards(in: first...last, catalog, visit)
  }

  /// Visits the events of some commits, the last first.
  ///
  /// The log is read forwards, a stretch at a time, each longer than the one behind it: the last few cost little, and
  /// of a commit of very many events not all are held at once.
  private func eventsBackwards(
    in range: ClosedRange<Revision>,
    _ catalog: Catalog,
    _ visit: (Event) throws -> Bool
  ) throws {
    let begin = try log.requireHeader(of: range.lowerBound).eventsBefore
    let last = try log.requireHeader(of: range.upperBound)
    var end = last.eventsBefore + UInt64(last.eventCount)
    var size: UInt64 = 64
    while end > begin {
      let start = end - min(size, end - begin)
      var events: [Event] = []
      let first = try log.revision(ofEvent: start, in: range)
      try log.scan(first...range.upperBound) { header, position, bytes in
        let number = header.eventsBefore + UInt64(position.ordinal)
        guard number < end else { return false }
        if number >= start { events.append(try Event(bytes, at: position, of: header, catalog)) }
        return true
      }
      for event in events.reversed() where try !visit(event) { return }
      end = start
      size = min(size * 4, 1 << 16)
    }
  }

  /// The events of one record.
  ///
  /// - Parameters:
  ///   - type: its type.
  ///   - id: its id.
  ///   - reversed: whether the last event comes first.
  ///   - visit: called with each event; returns false to stop.
  /// - Throws: `StoreError`: `usage` for an unknown type; `io`, `damaged`, `closed`; and what `visit` throws.
  /// - Complexity: O(events visited · log events).
  public func events(
    of type: ExactString,
    _ id: ExactString,
    reversed: Bool = false,
    _ visit: (Event) throws -> Bool
  ) throws {
    // Where views that turn out damaged are made anew, the reading goes on behind what was handed out.
    var next: UInt64?
    try views.read { transaction, sight in
      let definition = try self.type(type, atRevision: sight.applied.revision)
      let key = RecordKey(definition.number, id)
      let history = try RecordHistory(of: key, log, sight, in: transaction)
      try history.forEachEvent(reversed: reversed, from: next, in: transaction) { event in
        next = reversed ? event.version - 1 : event.version + 1
        return try visit(event)
      }
    }
  }

  /// Waits for a commit after a revision, by this process or another.
  ///
  /// - Returns: the head's revision, which is not past `revision` where the time ran out.
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  public func waitForCommit(after revision: Revision, timeout: Duration) throws -> Revision {
    try log.waitForCommit(after: revision, timeout: timeout)
  }
}

extension EventLog {
  /// The header of a commit that is there.
  fileprivate func requireHeader(of revision: Revision) throws -> CommitHeader {
    if let header = try header(of: revision) { return header }
    throw StoreError(.damaged, "the log has no \(revision), though later commits are there")
  }

  /// The commit that holds an event, given how many events come before it.
  ///
  /// - Complexity: O(log commits) headers.
  fileprivate func revision(ofEvent number: UInt64, in range: ClosedRange<Revision>) throws
    -> Revision
  {
    var low = range.lowerBound.rawValue
    var high = range.upperBound.rawValue
    while low < high {
      let middle = high - (high - low) / 2
      if try requireHeader(of: Revision(middle)).eventsBefore <= number {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return Revision(low)
  }
}
