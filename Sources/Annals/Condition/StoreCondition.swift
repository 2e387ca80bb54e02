public import EventLog
internal import PageStore
internal import StoreErrors
internal import Records

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How a store and its place on the disk are, for those who look after it.
public struct StoreCondition: Sendable {
  /// The log's file; nil for a store in memory.
  public var log: LogCondition?
  /// The views' file; nil for a store in memory.
  public var views: LogCondition?
  /// How many events the views do not show yet.
  public var waitingEvents: UInt64
  /// The last commit.
  public var head: LogHead
  /// Commits that came while the clock, or the source of an import, had gone back behind the commit before; the
  /// latest first, of those that were looked at.
  public var clockSteps: [CommitHeader]
  /// How many of the last commits were looked at for that.
  public var commitsLookedAt: UInt64
  /// The folders and files that the store is made of, with who may do what.
  public var files: [StoredFile]
  /// How many bytes this user may still write where the store lies; nil where the system does not say.
  public var freeBytes: UInt64?
}

extension Store {
  /// The most commits that are looked at for steps of the clock.
  private static let mostCommits: UInt64 = 10_000

  /// Looks after the store: readers, what waits, the clock, permissions and room.
  ///
  /// Records and checksums are not read; see `verify`. Ids that look alike are found by `similarIDs`.
  ///
  /// - Throws: `StoreError` (`io`, `damaged`, `closed`).
  /// - Complexity: O(commits looked at).
  public func condition() throws -> StoreCondition {
    let head = try log.head()
    let looked = min(head.revision.rawValue, Self.mostCommits)
    var steps: [CommitHeader] = []
    for number in (head.revision.rawValue - looked..<head.revision.rawValue).reversed() {
      guard let header = try log.header(of: Revision(number + 1)) else { continue }
      if header.isClockStep { steps.append(header) }
    }
    return StoreCondition(
      log: try log.condition(),
      views: path.isEmpty ? nil : try viewsCondition(),
      waitingEvents: try waitingEvents(),
      head: head,
      clockSteps: steps,
      commitsLookedAt: looked,
      files: StoredFile.all(of: path),
      freeBytes: freeBytes
    )
  }

  private func viewsCondition() throws -> LogCondition {
    try views.readAsIs { _, sight in
      LogCondition(try sight.store.environment.condition(of: getpid()))
    }
  }

  private var freeBytes: UInt64? {
    var facts = statvfs()
    guard !path.isEmpty, statvfs(path, &facts) == 0 else { return nil }
    return UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
  }
}
