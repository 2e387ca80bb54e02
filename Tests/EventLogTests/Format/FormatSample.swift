import EventLog

/// The commits of the stored fixture and of the worked example in `FORMAT.md`.
enum FormatSample {
  /// The identity that both logs get, in place of a random one.
  static let identity: [UInt8] = Array(0xA0...0xAF)

  /// The commits of format 1's fixture.
  static let drafts: [CommitDraft] = [example, imported, long, many]

  /// Several pieces that compress well, the last of them to less than a page.
  static let wordy = CommitDraft(
    actor: "ada",
    reason: "a census",
    time: .live(.at(1_709_251_300)),
    events: (0..<900).map { EventDraft(.record, Array("person \($0 * $0) has a name".utf8)) }
  )

  /// The commit that `FORMAT.md` takes apart: the first of its log.
  static let example = CommitDraft(
    actor: "ada",
    reason: "start",
    time: .live(.at(1_709_251_199, nanoseconds: 500_000_000)),
    key: IdempotencyKey(name: "k1", content: 0x0123_4567_89AB_CDEF),
    events: [
      EventDraft(.definition, Array("person".utf8)), EventDraft(.record, Array("Ada".utf8)),
    ]
  )

  /// An imported commit that lies before the one in front of it.
  private static let imported = CommitDraft(
    actor: "Zoë",
    reason: "",
    time: .source(.at(-86_400)),
    bookmark: Bookmark(source: 0xFEED, place: 1200),
    events: [EventDraft(.record, [])]
  )

  /// An event that fills a piece alone, between two that do not.
  private static let long = CommitDraft(
    actor: "",
    time: .live(.at(1_709_251_200)),
    events: [
      EventDraft(.record, [1]), EventDraft(.record, filler(9000, seed: 3)),
      EventDraft(.definition, [2]),
    ]
  )

  /// Several pieces.
  private static let many = CommitDraft(
    actor: "ada",
    time: .live(.at(0)),
    events: (0..<40).map { EventDraft(.record, filler(10 * $0, seed: $0)) }
  )

  /// A commit with an event in parts, too long for a fixture.
  static let inParts = CommitDraft(
    actor: "ada",
    time: .source(.distantFuture),
    events: [EventDraft(.record, filler(150_000, seed: 9)), EventDraft(.record, [1])]
  )

  /// Makes a log with these commits.
  static func make(at folder: String, _ drafts: [CommitDraft]) throws {
    try LMDBEventLog.create(at: folder)
    let stored = try StoredLog(at: folder)
    defer { stored.close() }
    try stored.put("meta", Array("identity".utf8), identity)
    let log = try LMDBEventLog.open(at: folder)
    defer { log.close() }
    for draft in drafts { try log.append(draft) }
  }
}
