#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Which log this is: drawn at random when it is made.
public struct LogIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The identity itself.
  public let uuid: UUID

  /// Makes an identity from its UUID.
  public init(_ uuid: UUID) { self.uuid = uuid }

  /// The UUID in lower case.
  public var description: String { uuid.uuidString.lowercased() }
}

/// What must hold of the head for an append to happen.
public enum Expectation: Sendable, Hashable {
  /// Anything.
  case any
  /// The head is exactly this revision.
  case head(Revision)
}

/// What an acknowledged commit survives.
public enum Durability: String, Sendable, Hashable, CaseIterable {
  /// A power cut: the commit was flushed to the disk before it was acknowledged.
  case durable
  /// A killed process, but not a power cut: the operating system has the bytes and flushes them later.
  case buffered
  /// Nothing: the log lives in memory, as long as its process.
  case memory
}

/// When a commit happened, as its writer knows it.
public enum CommitTime: Sendable, Hashable {
  /// Now: the log takes the later of this clock reading and one nanosecond past the last commit.
  case live(Instant)
  /// Then: the source's own time, raised to the last commit's where it is earlier.
  case source(Instant)
}

/// One event on its way into the log.
public struct EventDraft: Sendable, Hashable {
  /// What the event is about: only definitions are told apart, so that they can be found quickly.
  public enum Kind: UInt8, Sendable {
    /// A record.
    case record = 0
    /// A type.
    case definition = 1
  }

  /// What the event is about.
  public var kind: Kind
  /// The event's bytes, kept exactly; at most `LogLimits.eventBytes`.
  public var bytes: [UInt8]

  /// Makes a draft.
  public init(_ kind: Kind, _ bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
}

/// Where in a source an imported commit ends, so that an interrupted import can go on.
public struct Bookmark: Sendable, Hashable {
  /// A fingerprint of the source.
  public var source: UInt64
  /// How far the source was read: a line number, say.
  public var place: UInt64

  /// Makes a bookmark.
  public init(source: UInt64, place: UInt64) {
    self.source = source
    self.place = place
  }
}

/// A caller's name for a request, so that the request happens once however often it is sent.
public struct IdempotencyKey: Sendable, Hashable {
  /// The name: 1 to `LogLimits.keyBytes` UTF-8 bytes.
  public var name: String
  /// A fingerprint of what was asked for: the same name with another fingerprint is an error.
  public var content: UInt64

  /// Makes a key.
  public init(name: String, content: UInt64) {
    self.name = name
    self.content = content
  }
}

/// A commit on its way into the log.
public struct CommitDraft: Sendable, Hashable {
  /// Who: at most `LogLimits.textBytes` UTF-8 bytes.
  public var actor: String
  /// Why, if said: at most `LogLimits.textBytes` UTF-8 bytes.
  public var reason: String?
  /// When.
  public var time: CommitTime
  /// The caller's key: an append under a key that is in the log gives the first result again.
  public var key: IdempotencyKey?
  /// Where an import stands.
  public var bookmark: Bookmark?
  /// The events, at least one.
  public var events: [EventDraft]

  /// Makes a draft.
  public init(
    actor: String,
    reason: String? = nil,
    time: CommitTime,
    key: IdempotencyKey? = nil,
    bookmark: Bookmark? = nil,
    events: [EventDraft]
  ) {
    self.actor = actor
    self.reason = reason
    self.time = time
    self.key = key
    self.bookmark = bookmark
    self.events = events
  }
}

/// What a commit says of itself, without its events.
public struct CommitHeader: Sendable, Hashable {
  /// Its number.
  public var revision: Revision
  /// When it counts as made: never earlier than the commit before.
  public var time: Instant
  /// What the clock or the source said.
  public var clock: Instant
  /// Whether the time came from an imported source rather than from this machine's clock.
  public var isImported: Bool
  /// Who.
  public var actor: String
  /// Why, if said.
  public var reason: String?
  /// The caller's idempotency key.
  public var key: IdempotencyKey?
  /// Where an import stood.
  public var bookmark: Bookmark?
  /// How many events it has.
  public var eventCount: UInt32
  /// How many events all commits before it have.
  public var eventsBefore: UInt64
  /// A running digest of the log up to and including this commit.
  public var chain: LogDigest

  /// Whether the clock or source had gone back behind the commit before.
  public var isClockStep: Bool { clock < time }

  /// The head that this commit is, when it is the last.
  public var asHead: LogHead {
    LogHead(
      revision: revision,
      time: time,
      eventCount: eventsBefore + UInt64(eventCount),
      chain: chain
    )
  }
}

/// A running digest of a log: equal digests at a revision mean equal logs up to there.
///
/// XXH3 with 128 bits; it finds damage and mix-ups, not forgery.
public struct LogDigest: Hashable, Sendable {
  /// The high and the low half.
  public var high: UInt64, low: UInt64

  /// Makes a digest from its halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The digest of the empty log.
  public static let empty = LogDigest(high: 0, low: 0)
}

/// The end of a log.
public struct LogHead: Sendable, Hashable {
  /// The last revision, or zero.
  public var revision: Revision
  /// The last commit's time; `Instant.distantPast` for the empty log.
  public var time: Instant
  /// How many events the log holds.
  public var eventCount: UInt64
  /// The digest of the whole log.
  public var chain: LogDigest

  /// Makes a head.
  public init(revision: Revision, time: Instant, eventCount: UInt64, chain: LogDigest) {
    self.revision = revision
    self.time = time
    self.eventCount = eventCount
    self.chain = chain
  }

  /// The head of a log without commits.
  public static let empty = LogHead(
    revision: .zero,
    time: .distantPast,
    eventCount: 0,
    chain: .empty
  )
}

/// What became of one draft.
public struct Appended: Sendable, Hashable {
  /// The commit's number.
  public var revision: Revision
  /// The commit's time.
  public var time: Instant
  /// The level reached.
  public var durability: Durability
  /// Whether the draft's key was known and this is the first result once more.
  public var isRepeat: Bool

  /// Makes an answer.
  public init(revision: Revision, time: Instant, durability: Durability, isRepeat: Bool) {
    self.revision = revision
    self.time = time
    self.durability = durability
    self.isRepeat = isRepeat
  }
}

/// What one commit may hold.
public enum LogLimits {
  /// Bytes of one event.
  public static let eventBytes = 64 << 20
  /// Events of one commit.
  public static let eventsPerCommit = 10_000_000
  /// UTF-8 bytes of an actor or a reason.
  public static let textBytes = 1 << 20
  /// UTF-8 bytes of an idempotency key.
  public static let keyBytes = 255
}

/// Bytes and counts of a log, for people.
public struct LogStatistics: Sendable {
  /// Commits in the log.
  public var commits: UInt64
  /// Events in the log.
  public var events: UInt64
  /// Bytes on disk, or in memory for a log that has no disk.
  public var bytes: UInt64
  /// Bytes by table.
  public var tables: [(name: String, entries: UInt64, bytes: UInt64)]

  /// Makes statistics.
  public init(
    commits: UInt64,
    events: UInt64,
    bytes: UInt64,
    tables: [(name: String, entries: UInt64, bytes: UInt64)]
  ) {
    self.commits = commits
    self.events = events
    self.bytes = bytes
    self.tables = tables
  }
}
