import ByteCoding
import EventLog
import Foundation
@testable import PageStore
import Testing

/// Logs that earlier versions wrote, kept as files, must open and read for ever.
@Suite("Stored format")
struct FixtureTests {
  /// What a fixture holds.
  struct Fixture: Sendable, CustomTestStringConvertible {
    let format: UInt8
    let drafts: [CommitDraft]
    let time: Instant
    let chain: LogDigest

    /// Copies it into a folder.
    func copy(to folder: String) throws {
      for name in ["data.mdb", "journal"] {
        let file = Bundle.module.bundleURL.appending(path: "Fixtures/format-\(format)/\(name)")
        guard FileManager.default.fileExists(atPath: file.path) else { continue }
        try FileManager.default.copyItem(at: file, to: URL(filePath: folder + "/" + name))
      }
    }

    var testDescription: String { "format \(format)" }
  }

  private static let fixtures = [
    Fixture(
      format: 1,
      drafts: FormatSample.drafts,
      time: .at(1_709_251_200, nanoseconds: 1),
      chain: LogDigest(high: 0x4C3C_3C35_E8A9_AB57, low: 0xD50D_452A_C70F_D4D8)
    ),
    // Compressed pieces came.
    Fixture(
      format: 2,
      drafts: FormatSample.drafts + [FormatSample.wordy],
      time: .at(1_709_251_300),
      chain: LogDigest(high: 6_680_235_573_929_733_003, low: 4_637_233_785_889_140_800)
    ),
    // A journal may stand beside: here with commits that another machine never flushed.
    Fixture(
      format: 3,
      drafts: FormatSample.drafts + [FormatSample.wordy],
      time: .at(1_709_251_300),
      chain: LogDigest(high: 6_680_235_573_929_733_003, low: 4_637_233_785_889_140_800)
    ),
  ]

  @Test("a log of an earlier format opens, reads, and goes on", arguments: fixtures)
  func opens(_ fixture: Fixture) throws {
    try withTemporaryFolder { folder in
      try fixture.copy(to: folder)
      let log = try LMDBEventLog.open(at: folder)
      defer { log.close() }
      #expect(log.identity == LogIdentity(bytes: FormatSample.identity))
      let expected = fixture.drafts.enumerated().flatMap { index, draft in
        draft.events.enumerated().map { FoundEvent(UInt64(index + 1), $0, $1.bytes) }
      }
      let isSame = try log.events(1...UInt64.max) == expected
      #expect(isSame)
      for event in expected {
        let isSame = try log.withEvent(at: event.position) { Array($0) == event.bytes }
        #expect(isSame, "\(event.position)")
      }
      for (index, draft) in fixture.drafts.enumerated() {
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
      #expect(head.revision == Revision(UInt64(fixture.drafts.count)))
      #expect(head.eventCount == UInt64(expected.count))
      #expect(head.time == fixture.time)
      #expect(head.chain == fixture.chain)
      try log.append(.of("more"), expecting: .head(head.revision))
      #expect(try log.event(head.revision.next.rawValue, 0) == Array("more".utf8))
    }
  }

  @Test("a log that goes on has today's format, so that no earlier version misreads it")
  func raisesFormat() throws {
    let first = try #require(Self.fixtures.first)
    let last = try #require(Self.fixtures.last)
    try withTemporaryFolder { folder in
      try first.copy(to: folder)
      let stored = try StoredLog(at: folder)
      defer { stored.close() }
      #expect(try stored.entries(of: "meta").map(\.value).contains([first.format]))
      let log = try LMDBEventLog.open(at: folder)
      defer { log.close() }
      #expect(try stored.entries(of: "meta").map(\.value).contains([first.format]))
      try log.append(FormatSample.wordy)
      #expect(try stored.entries(of: "meta").map(\.value).contains([last.format]))
    }
  }

  @Test("today's code writes the newest format to the bit, but for what the compressor chooses")
  func sameBytes() throws {
    let newest = try #require(Self.fixtures.last)
    try withTemporaryFolder { folder in
      let (old, new) = (folder + "/old", folder + "/new")
      try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: false)
      try newest.copy(to: old)
      // Does again what the journal says.
      try LMDBEventLog.open(at: old).close()
      try FormatSample.make(at: new, newest.drafts)
      let stored = try (StoredLog(at: old), StoredLog(at: new))
      defer {
        stored.0.close()
        stored.1.close()
      }
      var compressed = 0
      for table in StoredLog.tables {
        let (old, new) = try (stored.0.entries(of: table), stored.1.entries(of: table))
        #expect(old.map(\.key) == new.map(\.key))
        for (old, new) in zip(old, new) {
          if table == "commits", new.value[0] == 3 {
            compressed += 1
            #expect(try Self.expanded(old.value) == Self.expanded(new.value))
          } else {
            let isSame = old.value == new.value
            #expect(isSame, "\(table)")
          }
        }
      }
      #expect(compressed == 3)
    }
  }

  /// What stands in a compressed piece.
  private static func expanded(_ value: [UInt8]) throws -> [UInt8] {
    var reader = ByteReader(value.span)
    try #require(try reader.byte() == 3)
    let count = Int(try reader.varint())
    // The checksum stands at the end.
    return try #require(Zstandard.expand(reader.bytes(count: reader.remaining - 8), count: count))
  }

  /// Not a test: makes the fixture anew.
  ///
  /// `MAKE_FIXTURE=/tmp/format-3 swift test --filter FixtureTests/make` writes it into that folder, which must not exist:
  /// what the disk has when the machine stops after the last commit, all since the journal was begun only in there. A
  /// new format gets a new folder; an old one is never made again.
  @Test(
    "(makes the fixture)",
    .enabled(if: ProcessInfo.processInfo.environment["MAKE_FIXTURE"] != nil)
  )
  func make() throws {
    let target = try #require(ProcessInfo.processInfo.environment["MAKE_FIXTURE"])
    try withTemporaryFolder { folder in
      let log = folder + "/log"
      try FormatSample.make(at: log, [])
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      let open = try LMDBEventLog.open(at: log)
      defer { open.close() }
      for draft in try #require(Self.fixtures.last).drafts {
        let before = try Data(contentsOf: URL(filePath: log + "/data.mdb"))
        _ = try open.append([draft], expecting: .any)
        // The first commit that a journal keeps stands upon what the disk has.
        guard !FileManager.default.fileExists(atPath: target + "/data.mdb"),
          FileManager.default.fileExists(atPath: log + "/journal")
        else { continue }
        try before.write(to: URL(filePath: target + "/data.mdb"))
      }
      var journal = Array(try Data(contentsOf: URL(filePath: log + "/journal")))
      // Of a boot that no machine will have again.
      var header = try #require(JournalHeader(Array(journal.prefix(512))))
      header.boot = "that of the machine that made the fixture"
      journal.replaceSubrange(0..<512, with: header.bytes)
      let used = journal.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
      try Data(journal.prefix(used)).write(to: URL(filePath: target + "/journal"))
    }
  }
}
