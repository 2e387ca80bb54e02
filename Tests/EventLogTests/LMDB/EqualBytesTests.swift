import EventLog
import TestSupport
import Testing

@Suite("Both logs keep the same bytes")
struct EqualBytesTests {
  @Test("equal drafts give equal headers, digests and sizes, however they are grouped")
  func equalChains() throws {
    var random = SeededGenerator()
    let drafts = (0..<60).map { random.draft(number: $0) }
    let memory = MemoryEventLog()
    for draft in drafts { try memory.append(draft) }
    try Keeper.lmdb.withLog { log in
      try log.appendAll(Array(drafts.prefix(20)))
      for draft in drafts.dropFirst(20) { try log.append(draft) }

      #expect(try log.head() == memory.head())
      #expect(try log.head().chain != .empty)
      for revision in 1...UInt64(drafts.count) {
        #expect(try log.header(of: Revision(revision)) == memory.header(of: Revision(revision)))
      }
      let all = UInt64(1)...UInt64(drafts.count)
      let isSame = try log.events(all) == memory.events(all)
      #expect(isSame)
      #expect(try log.definitions(after: .zero) == memory.definitions(after: .zero))
    }
  }
}
