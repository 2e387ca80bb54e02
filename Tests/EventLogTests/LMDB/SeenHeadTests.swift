import EventLog
import StoreErrors
import TestSupport
import Testing

@Suite("The log on disk: the head that was seen last")
struct SeenHeadTests {
  @Test("several users of a log agree on its head, whatever became of each append")
  func agreement() throws {
    var random = SeededGenerator()
    for _ in 0..<rounds(8) { try agree(&random) }
  }

  private func agree(_ random: inout SeededGenerator) throws {
    try withTemporaryFolder { folder in
      try LMDBEventLog.create(at: folder)
      let logs = try (0..<3).map { _ in try LMDBEventLog.open(at: folder, durability: .buffered) }
      defer { for log in logs { log.close() } }
      let key = IdempotencyKey(name: "k", content: 1)
      try logs[0].append(.of("first", key: key))
      var revision: UInt64 = 1
      var events: UInt64 = 1
      for _ in 0..<60 {
        let log = logs[random.index(below: 3)]
        switch random.index(below: 4) {
        case 0:
          // Writes nothing, but succeeds.
          #expect(try log.append(.of("first", key: key)).map(\.isRepeat) == [true])
        case 1:
          expectError(.conflict) {
            try log.append(.of("refused"), expecting: .head(Revision(revision + 7)))
          }
        case 2:
          try log.append(.of("a", "b"), .of("c"))
          revision += 2
          events += 3
        default:
          try log.append(.of("a"), expecting: .head(Revision(revision)))
          revision += 1
          events += 1
        }
        // Now and then the others hear of several appends at once.
        for log in logs where random.oneIn(2) {
          let head = try log.head()
          #expect(head.revision == Revision(revision))
          #expect(head.eventCount == events)
          #expect(try log.header(of: Revision(revision))?.asHead == head)
        }
      }
    }
  }
}
