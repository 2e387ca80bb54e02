internal import EventLog
internal import Foundation
internal import Records
internal import Synchronization

/// One projection of one store: the newest state that was asked for, and those that are saved.
final class ProjectionFold<P: Projection>: Sendable {
  /// A state and the commits that it is made of.
  private struct Folded {
    var state = P()
    var head = LogHead.empty
    /// How many events the last saved state was made of.
    var savedEvents: UInt64 = 0
  }

  /// How far it is, for those who do not wait for it.
  private struct Standing {
    /// How many events were folded; nil before the first fold.
    var events: UInt64?
    var hasBeenAtHead = false
    var isBuilding = false
  }

  /// Nil for a store in memory.
  private let files: ProjectionFiles?
  /// Whoever holds it folds, and the others wait.
  private let newest = Mutex<Folded?>(nil)
  private let standing = Mutex(Standing())

  init(in folder: String, over log: any EventLog) {
    files =
      folder.isEmpty
      ? nil
      : ProjectionFiles(
        in: folder + "/projections",
        of: P.name,
        version: P.version,
        over: log
      )
  }

  // MARK: - Being asked

  /// The state at a point, and what the point was understood as.
  func state(at point: Point, of store: Store) throws -> (P, ResolvedPoint) {
    let (current, resolved): (P?, ResolvedPoint) = try newest.withLock { newest in
      // The head as it is once those before have folded: it is never behind what they did.
      let resolved = try store.resolve(point)
      // Taken out, so that folding changes it in place, and a fold that failed half-way is forgotten.
      var folded = try newest.take() ?? load(notAfter: Revision(.max))
      let isPast = resolved.revision < folded.head.revision
      if !isPast { try advance(&folded, to: resolved.revision, of: store) }
      if point == .head { try noteArrival(in: store) }
      newest = folded
      return (isPast ? nil : folded.state, resolved)
    }
    if let current { return (current, resolved) }
    var past = try load(notAfter: resolved.revision)
    try fold(&past, to: resolved.revision, of: store) { _ in }
    return (past.state, resolved)
  }

  /// Whether the head can be shown without folding more than lies between two saved states.
  func isReady(_ store: Store) throws -> Bool {
    let known = standing.withLock { $0 }
    if known.hasBeenAtHead { return true }
    let events = try known.events ?? files?.newest()?.eventCount ?? 0
    let head = try store.head().eventCount
    return head - min(events, head) <= P.snapshotPolicy.everyEvents
  }

  /// Folds up to the head on a thread of its own, unless that is being done.
  func buildAside(of store: Store) {
    let begins = standing.withLock { standing in
      defer { standing.isBuilding = true }
      return !standing.isBuilding
    }
    guard begins else { return }
    BlockingWork.start {
      // The version before it goes on answering, and the next who asks begins anew; `catchUp` tells what is wrong.
      try? store.catchUp(P.self)
      self.standing.withLock { $0.isBuilding = false }
    }
  }

  // MARK: - Folding

  /// Folds on, and saves what is due.
  private func advance(_ folded: inout Folded, to target: Revision, of store: Store) throws {
    let step = P.snapshotPolicy.everyEvents
    let files = filesToWrite(in: store)
    try fold(&folded, to: target, of: store) { folded in
      standing.withLock { $0.events = folded.head.eventCount }
      guard let files, folded.head.eventCount - folded.savedEvents >= step else { return }
      // The answer is right whether or not it can be saved, which only makes the next one quicker.
      try? files.save(
        Self.encoded(folded.state),
        at: folded.head,
        keeping: P.snapshotPolicy.keep
      )
      folded.savedEvents = folded.head.eventCount
    }
  }

  /// Notes that the head was reached: from here on this version answers.
  private func noteArrival(in store: Store) throws {
    let isFirst = standing.withLock { standing in
      defer { standing.hasBeenAtHead = true }
      return !standing.hasBeenAtHead
    }
    // Another process need not begin anew either, so nobody waits for what was saved of the versions before.
    guard isFirst, let files = filesToWrite(in: store), try files.newest() != nil else { return }
    try? files.removeEarlierVersions()
  }

  /// Folds the commits up to a revision, and calls `body` after each.
  private func fold(
    _ folded: inout Folded,
    to target: Revision,
    of store: Store,
    _ body: (inout Folded) throws -> Void
  ) throws {
    guard target > folded.head.revision else { return }
    try store.events(in: folded.head.revision.next...target) { event in
      try folded.state.apply(event)
      guard event.isLastOfCommit else { return true }
      folded.head = event.commit.asHead
      try body(&folded)
      return true
    }
  }

  // MARK: - Files

  /// The files, where anything may be saved in them.
  private func filesToWrite(in store: Store) -> ProjectionFiles? {
    P.snapshotPolicy.everyEvents == 0 || store.options.isReadOnly ? nil : files
  }

  private func load(notAfter revision: Revision) throws -> Folded {
    let saved = try files?.load(notAfter: revision) { bytes in
      try FieldJSON.decoder().decode(P.self, from: Data(bytes))
    }
    guard let saved else { return Folded() }
    return Folded(state: saved.state, head: saved.head, savedEvents: saved.head.eventCount)
  }

  private static func encoded(_ state: P) throws -> [UInt8] {
    Array(try FieldJSON.encoder().encode(state))
  }
}
