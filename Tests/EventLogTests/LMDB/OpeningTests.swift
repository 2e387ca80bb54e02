import ByteCoding
import EventLog
import Foundation
import PageStore
import StoreErrors
import Testing

@Suite("The log on disk: opening")
struct OpeningTests {
  @Test("what was committed is there after reopening, keys too")
  func reopening() throws {
    try withTemporaryFolder { folder in
      let key = IdempotencyKey(name: "k", content: 1)
      try LMDBEventLog.create(at: folder)
      let log = try LMDBEventLog.open(at: folder)
      let first = try log.append(.of("a", "b", key: key), .of("c"))
      #expect(first.map(\.durability) == [.durable, .durable])
      let (identity, head) = (log.identity, try log.head())
      log.close()

      let again = try LMDBEventLog.open(at: folder)
      defer { again.close() }
      #expect(again.identity == identity)
      #expect(try again.head() == head)
      #expect(try again.events(1...9).map(\.bytes) == [[0x61], [0x62], [0x63]])
      let repeated = try again.append(.of("a", "b", key: key))
      #expect(repeated.map(\.revision) == [Revision(1)])
      #expect(repeated.map(\.isRepeat) == [true])
      #expect(repeated.map(\.time) == [first[0].time])
      let changed = IdempotencyKey(name: "k", content: 2)
      expectError(.keyReused) { try again.append(.of("x", key: changed)) }
    }
  }

  @Test("a log is made once, and each has its own identity")
  func creating() throws {
    try withTemporaryFolder { folder in
      expectError(.noStore) { _ = try LMDBEventLog.open(at: folder) }
      expectError(.noStore) { _ = try LMDBEventLog.open(at: folder, isReadOnly: true) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
      expectError(.cannotCreate) { try LMDBEventLog.create(at: folder + "/no/such") }
      let folders = [folder + "/a", folder + "/b"]
      let identities = try folders.map { folder in
        try LMDBEventLog.create(at: folder)
        expectError(.alreadyExists) { try LMDBEventLog.create(at: folder) }
        let log = try LMDBEventLog.open(at: folder)
        defer { log.close() }
        return log.identity
      }
      #expect(identities[0] != identities[1])
    }
  }

  @Test("a log that lacks its first values is none, or damaged, or of a newer version")
  func unfinished() throws {
    try withTemporaryFolder { folder in
      func expectRefusal(_ code: StoreError.Code) {
        expectError(code) { _ = try LMDBEventLog.open(at: folder) }
      }
      // Makes the file and its tables, as a log does first.
      let stored = try StoredLog(at: folder)
      defer { stored.close() }
      expectRefusal(.noStore)
      try stored.put("meta", Array("format".utf8), [2])
      expectRefusal(.damaged)
      try stored.put("meta", Array("identity".utf8), filler(15, seed: 0))
      expectRefusal(.damaged)
      try stored.put("meta", Array("identity".utf8), filler(16, seed: 0))
      let log = try LMDBEventLog.open(at: folder)
      try log.append(.of("a"))
      log.close()
      for format in [[4], [0], [2, 0], []] as [[UInt8]] {
        try stored.put("meta", Array("format".utf8), format)
        expectRefusal(.futureFormat)
      }
      try stored.delete("meta", Array("format".utf8))
      expectRefusal(.damaged)
      // Making it again must not hide what is there.
      expectError(.alreadyExists) { try LMDBEventLog.create(at: folder) }
    }
  }

  @Test("logs of one process on one folder see each other and close apart")
  func sharing() throws {
    try withTemporaryFolder { folder in
      try LMDBEventLog.create(at: folder)
      let first = try LMDBEventLog.open(at: folder)
      let second = try LMDBEventLog.open(at: folder)
      try first.append(.of("a"))
      try second.append(.of("b"), expecting: .head(Revision(1)))
      #expect(try first.events(1...9) == second.events(1...9))

      first.close()
      first.close()
      expectError(.closed) { _ = try first.head() }
      #expect(try second.head().revision == Revision(2))
      try second.append(.of("c"))
      second.close()
    }
  }

  @Test("a log opened for reading refuses appends, also beside one that takes them")
  func readOnly() throws {
    try withTemporaryFolder { folder in
      try LMDBEventLog.create(at: folder)
      let writer = try LMDBEventLog.open(at: folder)
      try writer.append(.of("a"))
      let beside = try LMDBEventLog.open(at: folder, isReadOnly: true)
      expectError(.readOnly) { try beside.append(.of("x")) }
      #expect(try beside.head().revision == Revision(1))
      beside.close()
      writer.close()

      let alone = try LMDBEventLog.open(at: folder, isReadOnly: true)
      defer { alone.close() }
      expectError(.readOnly) { try alone.append(.of("x")) }
      #expect(try alone.events(1...9).map(\.bytes) == [[0x61]])
      #expect(try alone.waitForCommit(after: .zero, timeout: .zero) == Revision(1))
    }
  }

  @Test("a scan sees each event once while others append")
  func scanBesideAppends() throws {
    try withTemporaryFolder { folder in
      try LMDBEventLog.create(at: folder)
      let log = try LMDBEventLog.open(at: folder, durability: .buffered)
      defer { log.close() }
      // More than a slice of the scan.
      let event = filler(3000, seed: 1)
      for _ in 0..<300 { try log.append(.of([event])) }
      var next = UInt64(1)
      try log.scan(Revision(1)...Revision(300)) { _, position, bytes in
        #expect(position == EventPosition(Revision(next), 0))
        #expect(Array(bytes) == event)
        next += 1
        try log.append(.of([event]))
        return true
      }
      #expect(next == 301)
      #expect(try log.head().revision == Revision(600))
    }
  }
}
