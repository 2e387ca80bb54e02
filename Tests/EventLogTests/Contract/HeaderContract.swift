import EventLog
import Testing

@Suite("Contract: headers")
struct HeaderContract {
  private static let drafts: [CommitDraft] = {
    var plain = CommitDraft.of("a", by: "", at: -1)
    var full = CommitDraft.of("b", by: "Zoë 🦉 e\u{301} \u{E9}\u{0}", at: 1 << 32)
    full.reason = "because\nof “this”"
    full.key = IdempotencyKey(name: "k\u{301}", content: .max)
    full.bookmark = Bookmark(source: .max, place: .max)
    var emptyReason = plain
    emptyReason.reason = ""
    var longReason = plain
    longReason.reason = String(repeating: "because ", count: LogLimits.textBytes / 8)
    var imported = plain
    imported.time = .source(.distantFuture)
    imported.bookmark = Bookmark(source: 0, place: 0)
    plain.key = IdempotencyKey(name: "0", content: 0)
    return [plain, full, emptyReason, longReason, imported]
  }()

  @Test("what a draft says is in the header, to the byte", arguments: Keeper.allCases)
  func roundTrip(keeper: Keeper) throws {
    try keeper.withLog { log in
      try log.appendAll(Self.drafts)
      var scanned: [CommitHeader] = []
      try log.scan(Revision(1)...Revision(9)) { header, _, _ in
        scanned.append(header)
        return true
      }
      for (index, draft) in Self.drafts.enumerated() {
        let revision = Revision(UInt64(index + 1))
        let header = try #require(try log.header(of: revision))
        #expect(header == scanned[index])
        #expect(header.revision == revision)
        #expect(Array(header.actor.utf8) == Array(draft.actor.utf8))
        #expect(header.reason.map { Array($0.utf8) } == draft.reason.map { Array($0.utf8) })
        #expect(header.key.map { Array($0.name.utf8) } == draft.key.map { Array($0.name.utf8) })
        #expect(header.key?.content == draft.key?.content)
        #expect(header.bookmark == draft.bookmark)
        #expect(header.eventCount == 1)
        #expect(header.eventsBefore == UInt64(index))
        switch draft.time {
        case .live(let clock): #expect(header.clock == clock && !header.isImported)
        case .source(let clock): #expect(header.clock == clock && header.isImported)
        }
      }
    }
  }

  @Test("the digest depends on all that went before", arguments: Keeper.allCases)
  func chain(keeper: Keeper) throws {
    func chain(_ drafts: CommitDraft...) throws -> LogDigest {
      try keeper.withLog { log in
        try log.appendAll(drafts)
        return try log.head().chain
      }
    }
    var definition = CommitDraft.of("a")
    definition.events[0].kind = .definition
    var reasoned = CommitDraft.of("a")
    reasoned.reason = ""
    var imported = CommitDraft.of("a")
    imported.time = .source(.at(0))
    let digests = try [
      chain(.of("a")), chain(.of("b")), chain(.of("a", by: "b")), chain(.of("a", at: 1)),
      chain(definition), chain(reasoned), chain(imported), chain(.of("a", "")),
      chain(.of("a"), .of("a")), chain(.of("b"), .of("a")), .empty,
    ]
    #expect(Set(digests).count == digests.count)
    #expect(try chain(.of("a"), .of("b")) == chain(.of("a"), .of("b")))
  }
}
