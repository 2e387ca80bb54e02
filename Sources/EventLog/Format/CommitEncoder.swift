internal import ByteCoding
internal import StoreErrors

/// Turns a draft into the header and the pieces that are stored.
///
/// `FORMAT.md` describes every byte.
struct CommitEncoder {
  let header: CommitHeader
  private let events: [EventDraft]
  private let checksums: [UInt64]

  /// Where its definition events stand.
  var definitions: [EventPosition] {
    events.enumerated().compactMap { ordinal, event in
      event.kind == .definition ? EventPosition(header.revision, UInt32(ordinal)) : nil
    }
  }

  /// Encodes a draft as the commit after `head`.
  init(_ draft: CommitDraft, after head: LogHead) throws(StoreError) {
    try Self.check(draft)
    var header = Self.header(of: draft, after: head)
    let checksums = draft.events.enumerated().map { ordinal, event in
      EventFrame.checksum(
        of: event.bytes.span,
        kind: event.kind.rawValue,
        at: EventPosition(header.revision, UInt32(ordinal))
      )
    }
    header.chain = Self.chain(header, checksums, after: head.chain)
    self.header = header
    self.checksums = checksums
    events = draft.events
  }

  /// What is stored.
  ///
  /// - Throws: `internal` where there is no memory to compress it.
  func pieces() throws(StoreError) -> [(key: PieceKey, bytes: [UInt8])] {
    let stored = header.encoded(withChain: true)
    var builder = PieceBuilder(revision: header.revision)
    builder.begin(with: stored, checksum: Checksum.of(stored.span, seed: header.revision.rawValue))
    for (event, checksum) in zip(events, checksums) {
      try builder.append(event, checksum: checksum)
    }
    return try builder.finish()
  }

  private static func header(of draft: CommitDraft, after head: LogHead) -> CommitHeader {
    let time: Instant
    let clock: Instant
    let isImported: Bool
    switch draft.time {
    case .live(let reading):
      clock = reading
      time = head.revision == .zero ? reading : max(reading, head.time.next)
      isImported = false
    case .source(let moment):
      clock = moment
      time = max(moment, head.time)
      isImported = true
    }
    return CommitHeader(
      revision: head.revision.next,
      time: time,
      clock: clock,
      isImported: isImported,
      actor: draft.actor,
      reason: draft.reason,
      key: draft.key,
      bookmark: draft.bookmark,
      eventCount: UInt32(draft.events.count),
      eventsBefore: head.eventCount,
      chain: .empty
    )
  }

  /// The digest over the chain so far, the header and every event's checksum.
  static func chain(_ header: CommitHeader, _ checksums: [UInt64], after previous: LogDigest)
    -> LogDigest
  {
    let plain = header.encoded(withChain: false)
    var writer = ByteWriter(reserving: 16 + plain.count + 8 * checksums.count)
    writer.appendFixed(previous.high)
    writer.appendFixed(previous.low)
    writer.append(plain)
    for checksum in checksums { writer.appendFixed(checksum) }
    return Checksum.digest(of: writer.bytes)
  }

  private static func check(_ draft: CommitDraft) throws(StoreError) {
    guard !draft.events.isEmpty else { throw StoreError(.usage, "a commit needs an event") }
    try check("events in one commit", draft.events.count, LogLimits.eventsPerCommit)
    try check("bytes of an actor's name", draft.actor.utf8.count, LogLimits.textBytes)
    try check("bytes of a reason", draft.reason?.utf8.count ?? 0, LogLimits.textBytes)
    try check("bytes of an idempotency key", draft.key?.name.utf8.count ?? 0, LogLimits.keyBytes)
    if let key = draft.key, key.name.isEmpty {
      throw StoreError(.usage, "an idempotency key is empty")
    }
    for event in draft.events {
      try check("bytes of one event", event.bytes.count, LogLimits.eventBytes)
    }
  }

  private static func check(_ what: String, _ count: Int, _ limit: Int) throws(StoreError) {
    guard count <= limit else {
      throw StoreError(
        .tooLarge,
        "\(count) \(what) are over the limit of \(limit)",
        hints: ["split it into smaller ones"]
      )
    }
  }
}
