internal import ByteCoding
internal import EventLog
internal import PageStore
internal import StoreErrors

extension ViewStore {
  /// Fills views that show nothing yet from the newest sound snapshot, if it spares enough; the past before it they
  /// do not know.
  ///
  /// - Parameter worth: how many events a snapshot must spare, or the views stay empty.
  /// - Complexity: O(n log n) for n records, and memory for the keys of the largest type.
  func restore(
    from snapshots: Snapshots?,
    of log: any EventLog,
    worth: UInt64,
    progress: Progress?
  ) throws {
    guard let snapshots, try environment.read({ try applied(in: $0) }) == .nothing else { return }
    let head = try log.head()
    guard let newest = try snapshots.list().last(where: { $0.revision <= head.revision }),
      newest.eventCount >= worth
    else { return }
    try environment.write { transaction in
      try mark { try marker.set() }
      // Another process may have come first.
      guard try applied(in: transaction) == .nothing else { return }
      // Another snapshot, or none, where the newest turns out damaged.
      var share = Share(of: 0, standingFor: 0)
      let header = try snapshots.load(notAfter: head.revision) { header in
        share = Share(of: header.recordCount, standingFor: header.eventCount)
        try transaction.removeAll(of: tables.records)
      } _: { key, state in
        try put(state, of: key, in: &transaction)
        if let done = share.next() { progress?(done, head.eventCount) }
      }
      guard let header, header.eventCount >= worth else {
        return try transaction.removeAll(of: tables.records)
      }
      var catalog = Catalog()
      try catalog.update(from: log, to: header.revision)
      guard let commit = try log.header(of: header.revision) else {
        throw ByteReader.damaged("\(header.revision) is missing")
      }
      var applied = Applied(commit.asHead, since: header.revision, gaps: [])
      for definition in catalog.definitions(at: header.revision) {
        try restoreLiving(of: definition.number, at: header.revision, in: &transaction)
        try remakeUniques(of: definition, in: &transaction)
        for view in definition.views {
          applied.gaps.open(view.number, of: definition.number, at: header.revision)
        }
        try fill(.max, &applied, catalog, in: &transaction, progress)
      }
      try setApplied(applied, of: log.identity, in: &transaction)
    }
  }

  /// How many of the events that a snapshot stands for its records make up so far.
  private struct Share {
    private let records: UInt64
    private let events: UInt64
    private var count: UInt64 = 0

    init(of records: UInt64, standingFor events: UInt64) {
      self.records = max(records, 1)
      self.events = events
    }

    /// Counts a record; says how many events now and then.
    mutating func next() -> UInt64? {
      count += 1
      guard count % 1024 == 0 else { return nil }
      return UInt64(Double(events) * Double(min(count, records)) / Double(records))
    }
  }

  private func put(
    _ state: RecordState,
    of key: RecordKey,
    in transaction: inout WriteTransaction
  ) throws {
    var trail = Trail.beginning(at: state)
    try transaction.putChecked(tables.records, ViewKeys.record(key).span, &trail)
  }

  /// Makes the list of a type's living records, and the summary of all.
  private func restoreLiving(
    of type: UInt32,
    at revision: Revision,
    in transaction: inout WriteTransaction
  ) throws {
    var living = PastChanges()
    var summary = ListSummary()
    try forEachRecord(ofType: type, in: transaction) { id, state in
      let key = ViewKeys.record(RecordKey(type, id))
      summary.add(ListSummary.digest(of: state.bytes.span, under: key.span))
      if state.isAlive {
        living.append(Array(id.text.utf8), mark: 0, at: revision, isInsertion: true)
      }
      return true
    }
    summary.count = Int64(living.count)
    try past.apply(living, to: PastOfType.livingIndex(of: type), in: &transaction)
    try put(summary, of: .records(of: type), in: &transaction)
  }
}
