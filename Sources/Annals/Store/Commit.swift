public import EventLog
public import Records

/// One commit with its events.
public struct Commit: Sendable, Hashable {
  /// What it says of itself: who, when, why.
  public let header: CommitHeader
  /// What it did, in order.
  public let events: [Event]

  /// Its number.
  public var revision: Revision { header.revision }
}

extension Event {
  /// Whether its commit ends with it.
  package var isLastOfCommit: Bool { position.ordinal + 1 == commit.eventCount }
}
