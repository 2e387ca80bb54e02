internal import PageStore
internal import StoreErrors
internal import Synchronization
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A log that lives as long as its process, byte for byte like the one on disk: for tests and scratch work.
public final class MemoryEventLog: EventLog {
  private typealias KnownKey = (appended: Appended, content: UInt64)

  private struct Stored {
    let header: CommitHeader
    let pieces: [(key: PieceKey, bytes: [UInt8])]
    let definitions: [EventPosition]

    init(_ commit: CommitEncoder) throws(StoreError) {
      header = commit.header
      pieces = try commit.pieces()
      definitions = commit.definitions
    }
  }

  private struct State {
    /// The commits, from revision 1.
    var commits: [Stored] = []
    var keys: [[UInt8]: KnownKey] = [:]
    var isClosed = false

    var head: LogHead { commits.last?.header.asHead ?? .empty }
  }

  /// Which log this is.
  public let identity = LogIdentity(UUID())
  private let state = Mutex(State())

  /// Makes an empty log.
  public init() {}

  /// The last commit, or the empty head.
  public func head() throws -> LogHead { try withState { $0.head } }

  /// Appends commits, all or none.
  public func append(_ drafts: [CommitDraft], expecting expectation: Expectation) throws
    -> [Appended]
  {
    try withState { state in
      let start = state.head
      var head = start
      var commits: [Stored] = []
      var keys: [[UInt8]: KnownKey] = [:]
      let answers = try drafts.map { draft in
        if let key = draft.key, let first = try Self.result(of: key, in: [state.keys, keys]) {
          return first
        }
        // A request that is repeated whole gets its first result, wherever the head is by now.
        try expectation.check(start)
        let commit = try Stored(CommitEncoder(draft, after: head))
        head = commit.header.asHead
        commits.append(commit)
        let appended = Appended(
          revision: head.revision,
          time: head.time,
          durability: .memory,
          isRepeat: false
        )
        if let key = draft.key { keys[Array(key.name.utf8)] = (appended, key.content) }
        return appended
      }
      // Nothing fails from here on.
      state.commits.append(contentsOf: commits)
      state.keys.merge(keys) { first, _ in first }
      return answers
    }
  }

  private static func result(of key: IdempotencyKey, in tables: [[[UInt8]: KnownKey]]) throws
    -> Appended?
  {
    let name = Array(key.name.utf8)
    guard let known = tables.lazy.compactMap({ $0[name] }).first else { return nil }
    guard known.content == key.content else {
      throw StoreError.keyReused(key.name, at: known.appended.revision)
    }
    var first = known.appended
    first.isRepeat = true
    return first
  }

  /// Does nothing: there is nowhere to flush to.
  public func flush() throws { try withState { _ in } }

  /// The header of one commit.
  public func header(of revision: Revision) throws -> CommitHeader? {
    try withState { state in
      guard revision > .zero, revision <= state.head.revision else { return nil }
      return state.commits[Int(revision.rawValue) - 1].header
    }
  }

  /// Reads events in order.
  public func scan(
    _ range: ClosedRange<Revision>,
    _ visit: (CommitHeader, EventPosition, Span<UInt8>) throws -> Bool
  ) throws {
    // The array is shared, not copied, and the lock is not held while `visit` runs.
    let commits = try withState { $0.commits }
    let first = max(range.lowerBound.rawValue, 1)
    let last = min(range.upperBound.rawValue, UInt64(commits.count))
    guard first <= last else { return }
    var reader = PieceReader(from: Revision(first))
    for commit in commits[Int(first - 1)..<Int(last)] {
      for piece in commit.pieces {
        if try !reader.take(piece.key, piece.bytes.span, visit) { return }
      }
    }
  }

  /// Reads one event.
  public func withEvent<R>(at position: EventPosition, _ body: (Span<UInt8>) throws -> R) throws
    -> R
  {
    var result: R?
    try scan(position.revision...position.revision) { _, found, bytes in
      guard found == position else { return true }
      result = try body(bytes)
      return false
    }
    guard let result else { throw StoreError.noEvent(at: position) }
    return result
  }

  /// Where the definition events after `revision` stand.
  public func definitions(after revision: Revision) throws -> [EventPosition] {
    try withState { $0.commits }.dropFirst(Int(clamping: revision.rawValue)).flatMap(\.definitions)
  }

  /// What the commit under an idempotency key was.
  public func result(forKey key: IdempotencyKey) throws -> Appended? {
    try Self.result(of: key, in: [withState { $0.keys }])
  }

  /// Bytes and counts.
  public func statistics() throws -> LogStatistics {
    let state = try withState { $0 }
    let bytes = state.commits.lazy.flatMap(\.pieces).reduce(0) { $0 + UInt64($1.bytes.count) }
    return LogStatistics(
      commits: state.head.revision.rawValue,
      events: state.head.eventCount,
      bytes: bytes,
      tables: [("commits", state.head.revision.rawValue, bytes)]
    )
  }

  /// Ends the use of the log.
  public func close() { state.withLock { $0.isClosed = true } }

  private func withState<R>(_ body: (inout State) throws -> R) throws -> R {
    try state.withLock { state in
      guard !state.isClosed else { throw StoreError.logClosed }
      return try body(&state)
    }
  }
}
