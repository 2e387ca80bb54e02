internal import ByteCoding
package import EventLog
package import PageStore
internal import StoreErrors
internal import Synchronization

/// The views on disk: the records as they are now, where each of their events stands, and the
/// views' entries.
///
/// All of it is derived from the log and may be thrown away.
package final class ViewStore: Sendable {
  /// The version of the tables; another version's views are made anew.
  static let format: UInt64 = 5

  let directory: String
  package let environment: Environment
  let tables: Tables
  /// What the records were before their newest trails.
  let sealed: SealedTrails
  /// What the views' entries were.
  let past: PastIndex
  let marker: SyncMarker
  /// The records that were read lately.
  let cache = RecordCache()
  /// The lists whose beginnings were read lately.
  let lists = ListCache()
  /// What the views showed when a read looked last, and the number of that snapshot.
  private let seen = Mutex<(snapshot: UInt64, applied: Applied)?>(nil)

  struct Tables {
    static let names =
      ["meta", "records", "history", "entries", "uniques", "lists"] + PastIndex.tableNames
    let meta: Table, records: Table, history: Table, entries: Table, uniques: Table, lists: Table

    init(_ environment: Environment) throws(StoreError) {
      meta = try environment.table("meta")
      records = try environment.table("records")
      history = try environment.table("history")
      entries = try environment.table("entries")
      uniques = try environment.table("uniques")
      lists = try environment.table("lists")
    }
  }

  /// What the views show: the log up to a commit.
  package struct Applied: Sendable, Equatable {
    package var revision: Revision
    package var chain: LogDigest
    package var eventCount: UInt64
    /// The first revision of which they know the past: not zero where they began from a snapshot.
    package var since: Revision
    /// What single views do not show of it.
    package var gaps: [ViewGap]

    static let nothing = Applied(.empty, since: .zero, gaps: [])

    init(_ head: LogHead, since: Revision, gaps: [ViewGap]) {
      revision = head.revision
      chain = head.chain
      eventCount = head.eventCount
      self.since = since
      self.gaps = gaps
    }
  }

  private static let stateKey = Array("state".utf8)

  /// Opens the views in a folder, or begins new ones there.
  ///
  /// - Throws: `StoreError`; the views' soundness is checked by `isSound`.
  package init(at directory: String, isReadOnly: Bool = false) throws {
    var options = Environment.Options(tables: Tables.names)
    options.isReadOnly = isReadOnly
    // Derived data need no flush: `SyncMarker` tells whether they can be trusted.
    options.isSynced = false
    self.directory = directory
    marker = SyncMarker(in: directory)
    environment = try Self.open(directory, options)
    do {
      tables = try Tables(environment)
      sealed = SealedTrails(in: tables.history, dictionaries: tables.meta)
      past = try PastIndex(environment)
    } catch {
      environment.close()
      throw error
    }
  }

  private static func open(_ directory: String, _ options: Environment.Options)
    throws(StoreError) -> Environment
  {
    do { return try Environment.open(at: directory, options) } catch {
      guard error.code == .futureFormat else { throw error }
      // Views of another version of LMDB are of no more use than damaged ones: both are made anew.
      throw ByteReader.damaged("the views are of another version of LMDB")
    }
  }

  /// Whether the views are what some earlier state of this very log gives.
  package func isSound(for log: any EventLog) throws -> Bool {
    guard marker.isTrustworthy else { return false }
    return try environment.read { transaction in
      guard let (format, identity, applied) = try state(in: transaction) else {
        // New views show nothing yet, which is right.
        return try transaction.count(of: tables.records) == 0
      }
      guard format == Self.format, identity == log.identity else { return false }
      if applied.revision == .zero { return true }
      // Ahead of the log, or of a log that went another way: the log was put back from a backup.
      return try log.header(of: applied.revision)?.chain == applied.chain
    }
  }

  /// What the views show.
  package func applied(in transaction: borrowing some ReadableTransaction & ~Copyable) throws
    -> Applied
  {
    try state(in: transaction)?.applied ?? .nothing
  }

  /// The same, decoded once for each snapshot.
  package func applied(in transaction: borrowing ReadTransaction) throws -> Applied {
    let snapshot = transaction.snapshot
    if let seen = seen.withLock({ $0 }), seen.snapshot == snapshot { return seen.applied }
    let applied = try state(in: transaction)?.applied ?? .nothing
    if !environment.isUnlocked { seen.withLock { $0 = (snapshot, applied) } }
    return applied
  }

  private func state(in transaction: borrowing some ReadableTransaction & ~Copyable) throws -> (
    format: UInt64, identity: LogIdentity?, applied: Applied
  )? {
    try transaction.withValue(of: tables.meta, Self.stateKey) { value in
      var reader = ByteReader(value)
      let format = try reader.varint()
      // What follows is another version's, perhaps without a checksum.
      guard format == Self.format else { return (format, nil, .nothing) }
      _ = try checked(value, under: Self.stateKey.span)
      let identity = try reader.identity()
      var applied = Applied.nothing
      applied.revision = Revision(try reader.varint())
      applied.chain = LogDigest(high: try reader.fixed64(), low: try reader.fixed64())
      applied.eventCount = try reader.varint()
      applied.since = Revision(try reader.varint())
      for _ in 0..<(try reader.count()) { applied.gaps.append(try ViewGap(&reader)) }
      return (format, identity, applied)
    }
  }

  func setApplied(
    _ applied: Applied,
    of identity: LogIdentity,
    in transaction: inout WriteTransaction
  ) throws {
    var writer = ByteWriter(reserving: 56)
    writer.appendVarint(Self.format)
    writer.append(identity.uuid.byteArray)
    writer.appendVarint(applied.revision.rawValue)
    writer.appendFixed(applied.chain.high)
    writer.appendFixed(applied.chain.low)
    writer.appendVarint(applied.eventCount)
    writer.appendVarint(applied.since.rawValue)
    writer.appendVarint(UInt64(applied.gaps.count))
    for gap in applied.gaps { gap.append(to: &writer) }
    try transaction.putChecked(tables.meta, Self.stateKey.span, &writer)
  }

  /// Ends the use of the views.
  package func close() { environment.close() }
}
