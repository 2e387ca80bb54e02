import EventLog
import Foundation
import Testing

/// Logs that earlier versions wrote, kept as files, must open and read for ever.
@Suite("Stored format")
struct FixtureTests {
  /// `Fixtures/format-1/data.mdb`, made by `make` below.
  private static let fixture = Bundle.module.bundleURL.appending(path: "Fixtures/format-1/data.mdb")

  @Test("a log of format 1 opens, reads, and goes on")
  func format1() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.copyItem(
        at: Self.fixture,
        to: URL(filePath: folder).appending(path: "data.mdb")
      )
      let log = try LMDBEventLog.open(at: folder)
      defer { log.close() }
      #expect(log.identity == LogIdentity(bytes: FormatSample.identity))
      let expected = FormatSample.drafts.enumerated().flatMap { index, draft in
        draft.events.enumerated().map { FoundEvent(UInt64(index + 1), $0, $1.bytes) }
      }
      let isSame = try log.events(1...UInt64.max) == expected
      #expect(isSame)
      for event in expected {
        let isSame = try log.withEvent(at: event.position) { Array($0) == event.bytes }
        #expect(isSame, "\(event.position)")
      }
      for (index, draft) in FormatSample.drafts.enumerated() {
        let header = try #require(try log.header(of: Revision(UInt64(index + 1))))
        #expect(Array(header.actor.utf8) == Array(draft.actor.utf8))
        #expect(header.reason == draft.reason)
        #expect(header.key == draft.key)
        #expect(header.bookmark == draft.bookmark)
        #expect(header.eventCount == UInt32(draft.events.count))
      }
      #expect(try log.header(of: Revision(2))?.isImported == true)
      #expect(try log.header(of: Revision(2))?.isClockStep == true)
      #expect(
        try log.definitions(after: .zero) == [
          EventPosition(Revision(1), 0), EventPosition(Revision(3), 2),
        ]
      )
      let key = try #require(FormatSample.example.key)
      #expect(try log.result(forKey: key)?.revision == Revision(1))

      let head = try log.head()
      #expect(head.revision == Revision(4))
      #expect(head.eventCount == 46)
      #expect(head.time == .at(1_709_251_200, nanoseconds: 1))
      #expect(head.chain == LogDigest(high: 0x4C3C_3C35_E8A9_AB57, low: 0xD50D_452A_C70F_D4D8))
      try log.append(.of("more"), expecting: .head(Revision(4)))
      #expect(try log.event(5, 0) == Array("more".utf8))
    }
  }

  @Test("today's code writes format 1 to the bit")
  func sameBytes() throws {
    try withTemporaryFolder { folder in
      let (old, new) = (folder + "/old", folder + "/new")
      try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: false)
      try FileManager.default.copyItem(at: Self.fixture, to: URL(filePath: old + "/data.mdb"))
      try FormatSample.make(at: new, FormatSample.drafts)
      let stored = try (StoredLog(at: old), StoredLog(at: new))
      defer {
        stored.0.close()
        stored.1.close()
      }
      for table in StoredLog.tables {
        let isSame = try stored.0.entries(of: table) == stored.1.entries(of: table)
        #expect(isSame, "\(table)")
      }
    }
  }

  /// Not a test: makes the fixture anew.
  ///
  /// `MAKE_FIXTURE=/tmp/format-1 swift test --filter FixtureTests/make` writes a compact copy into that
  /// folder, which must not exist. A new format gets a new folder; an old one is never made again.
  @Test(
    "(makes the fixture)",
    .enabled(if: ProcessInfo.processInfo.environment["MAKE_FIXTURE"] != nil)
  )
  func make() throws {
    let target = try #require(ProcessInfo.processInfo.environment["MAKE_FIXTURE"])
    try withTemporaryFolder { folder in
      try FormatSample.make(at: folder + "/log", FormatSample.drafts)
      let stored = try StoredLog(at: folder + "/log")
      defer { stored.close() }
      try stored.copy(to: target)
    }
  }
}
