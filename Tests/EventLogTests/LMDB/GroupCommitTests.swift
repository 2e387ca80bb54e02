import ByteCoding
import EventLog
import Foundation
import StoreErrors
import Synchronization
import Testing

@Suite("Group commit")
struct GroupCommitTests {
  private struct Odd: Error, Equatable { let number: Int }

  @Test("a caller alone is a group of one, and gets its answer or its error")
  func alone() throws {
    let group = GroupCommit<Int, Int>()
    for _ in 0..<3 {
      #expect(try group.submit(20) { $0.map { .success($0 + 1) } } == 21)
      #expect(throws: Odd(number: 1)) {
        try group.submit(1) { $0.map { .failure(Odd(number: $0)) } }
      }
    }
  }

  @Test("each caller gets its own answer, one group works at a time, and all take turns")
  func manyCallers() {
    let group = GroupCommit<Int, Int>(maximumGroup: 8)
    let workers = Atomic(0)
    let done = Mutex<[Int]>([])
    inThreads(64) { thread in
      for number in 0..<50 {
        let request = thread * 50 + number
        let turns = Atomic(0)
        let answer = Result {
          try group.submit(request) { requests in
            #expect(workers.add(1, ordering: .relaxed).newValue == 1)
            defer { workers.subtract(1, ordering: .relaxed) }
            // Nobody works for others only, nor twice.
            #expect(requests.contains(request))
            #expect(turns.add(1, ordering: .relaxed).newValue == 1)
            #expect((1...8).contains(requests.count))
            done.withLock { $0 += requests }
            return requests.map {
              $0.isMultiple(of: 7) ? .failure(Odd(number: $0)) : .success($0 * 2)
            }
          }
        }
        switch answer {
        case .success(let answer): #expect(answer == request * 2 && request % 7 != 0)
        case .failure(let error): #expect(error as? Odd == Odd(number: request))
        }
      }
    }
    let requests = done.withLock { $0 }
    #expect(requests.sorted() == Array(0..<3200))
  }

  @Test("64 threads append at once: each commit has its revision, and none is lost")
  func log() throws {
    try withTemporaryFolder { folder in
      try LMDBEventLog.create(at: folder)
      let log = try LMDBEventLog.open(at: folder)
      defer { log.close() }
      let answers = Mutex<[Revision: String]>([:])
      inThreads(64) { thread in
        for number in 0..<50 {
          let name = "\(thread) \(number)"
          #expect(throws: Never.self) {
            let answer = try log.append(.of(name))
            answers.withLock { $0[answer[0].revision] = name }
          }
        }
      }
      let expected = answers.withLock { $0 }
      #expect(expected.keys.map(\.rawValue).sorted() == Array(1...3200))
      var found: [Revision: String] = [:]
      try log.scan(Revision(1)...Revision(.max)) { header, _, bytes in
        found[header.revision] = String(decoding: Array(bytes), as: UTF8.self)
        return true
      }
      #expect(found == expected)
    }
  }

  @Test("what is refused to one caller does not hurt the others")
  func refusals() throws {
    try withTemporaryFolder { folder in
      try LMDBEventLog.create(at: folder)
      let log = try LMDBEventLog.open(at: folder, durability: .buffered)
      defer { log.close() }
      try log.append(.of("first", key: IdempotencyKey(name: "taken", content: 0)))
      let revisions = Mutex<[Revision]>([])
      inThreads(32) { thread in
        for _ in 0..<25 {
          let answers = Self.appendOrBeRefused(thread % 4, to: log)
          revisions.withLock { $0 += answers.map(\.revision) }
        }
      }
      let found = revisions.withLock { $0 }
      #expect(found.map(\.rawValue).sorted() == Array(2...401))
      let texts = try log.events(2...UInt64.max).map { String(decoding: $0.bytes, as: UTF8.self) }
      #expect(texts == Array(repeating: "good", count: 400))
    }
  }

  /// Appends in one of four ways, of which the last succeeds.
  private static func appendOrBeRefused(_ way: Int, to log: LMDBEventLog) -> [Appended] {
    let key = IdempotencyKey(name: "taken", content: 1)
    switch way {
    case 0: expectError(.conflict) { try log.append(.of("x"), expecting: .head(.zero)) }
    case 1: expectError(.keyReused) { try log.append(.of("x"), .of("x", key: key)) }
    case 2: expectError(.usage) { try log.append(.of("x"), .of()) }
    default:
      let answers = try? log.append(.of("good"), .of("good"))
      #expect(answers?.count == 2 && answers?[1].revision == answers?[0].revision.next)
      return answers ?? []
    }
    return []
  }
}
