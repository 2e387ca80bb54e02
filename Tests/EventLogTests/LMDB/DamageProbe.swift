import ByteCoding
import EventLog
import StoreErrors
import Testing

/// What is damaged.
enum Sample: String, CaseIterable, Sendable {
  /// Four commits of one piece each, with all that a header can hold.
  case small
  /// Commits of several pieces, compressed and not, and of pieces in parts.
  case long

  var drafts: [CommitDraft] {
    switch self {
    case .small:
      var full = CommitDraft.of("b", "bb", at: 10, key: .init(name: "k", content: 1))
      full.reason = "because"
      full.bookmark = Bookmark(source: 7, place: 300)
      full.events[0].kind = .definition
      var imported = CommitDraft.of("", at: 20, key: .init(name: "l", content: 2))
      imported.time = .source(.at(5))
      return [.of("a", at: 1), full, imported, .of("d", "e", "f", at: 30)]
    case .long:
      let many = (0..<5).map { noise(15_000, seed: $0) }
      let repetitive = (0..<5).map { filler(15_000, seed: $0) }
      let longest = [filler(140_000, seed: 1), [1, 2, 3], filler(66_000, seed: 2)]
      return [.of(many), .of(longest), .of(repetitive), .of(many)]
    }
  }
}

/// A log on disk, the way to its stored bytes, and what it holds.
struct DamageProbe {
  let log: LMDBEventLog
  let stored: StoredLog
  /// The entries of the table of commits as they should be.
  let commits: [StoredLog.Entry]
  let events: [FoundEvent]
  let headers: [CommitHeader]
  var keys: [IdempotencyKey] { headers.compactMap(\.key) }

  init(_ log: LMDBEventLog, _ stored: StoredLog, _ sample: Sample) throws {
    try log.appendAll(sample.drafts)
    self.log = log
    self.stored = stored
    commits = try stored.entries(of: "commits")
    events = try log.events(1...UInt64.max)
    headers = try sample.drafts.indices.map {
      try #require(try log.header(of: Revision(UInt64($0 + 1))))
    }
  }

  func damage(_ body: (StoredLog) throws -> Void) throws { try body(stored) }

  func repair() throws { try stored.replace("commits", with: commits) }

  /// Damages, expects that a scan notices and that every other answer is right or an error, and repairs.
  func expectNoticed(_ what: String, _ body: (StoredLog) throws -> Void) throws {
    try damage(body)
    var found: [FoundEvent] = []
    let error = #expect(throws: StoreError.self, "\(what)") {
      try log.scan(Revision(1)...Revision(.max)) { header, position, bytes in
        #expect(header == headers[Int(header.revision.rawValue) - 1], "\(what)")
        found.append(FoundEvent(position, Array(bytes)))
        return true
      }
    }
    #expect(error?.code == .damaged || error?.code == .futureFormat, "\(what)")
    let isPrefix = events.starts(with: found)
    #expect(isPrefix, "\(what)")
    expectRightOrError(what)
    try repair()
  }

  /// Expects that everything reads as it was written.
  func expectSound() throws {
    let isSame = try log.events(1...UInt64.max) == events
    #expect(isSame)
    #expect(try log.head() == headers.last?.asHead)
  }

  private func expectRightOrError(_ what: String) {
    for event in events {
      expect(event.bytes, "event at \(event.position), \(what)") {
        try log.withEvent(at: event.position) { Array($0) }
      }
    }
    for header in headers {
      expect(header, "\(header.revision), \(what)") { try log.header(of: header.revision) }
      if let key = header.key {
        expect(header.revision, "key of \(header.revision), \(what)") {
          try log.result(forKey: key)?.revision
        }
      }
    }
  }

  private func expect<Answer: Equatable>(
    _ right: Answer,
    _ what: String,
    _ read: () throws -> Answer?
  ) {
    do {
      let isRight = try read() == right
      #expect(isRight, "\(what)")
    } catch let error as StoreError {
      #expect(error.code == .damaged || error.code == .futureFormat, "\(what): \(error)")
    } catch {
      Issue.record(error, "\(what)")
    }
  }
}

/// Runs a test with a fresh sample.
func withProbe(_ sample: Sample, _ body: (DamageProbe) throws -> Void) throws {
  try withTemporaryFolder { folder in
    try LMDBEventLog.create(at: folder)
    let log = try LMDBEventLog.open(at: folder, durability: .buffered)
    defer { log.close() }
    let stored = try StoredLog(at: folder, isSynced: false)
    defer { stored.close() }
    try body(try DamageProbe(log, stored, sample))
  }
}
