import EventLog
import Foundation
import StoreErrors
import Synchronization
import Testing

@Suite("Processes share a log")
struct ProcessTests {
  @Test("two append at the same time: no gap, and all that was acknowledged is there")
  func twoWriters() async throws {
    try await withTemporaryFolder { folder in
      try LMDBEventLog.create(at: folder)
      async let first = #expect(processExitsWith: .success) { [folder = folder as String] in
        try Acknowledgements(of: "first", in: folder).append(150, to: folder)
      }
      async let second = #expect(processExitsWith: .success) { [folder = folder as String] in
        try Acknowledgements(of: "second", in: folder).append(150, to: folder)
      }
      _ = await (first, second)

      let log = try LMDBEventLog.open(at: folder, isReadOnly: true)
      defer { log.close() }
      #expect(try log.head().revision == Revision(300))
      var acknowledged: Set<UInt64> = []
      for name in ["first", "second"] {
        let numbers = try Acknowledgements.read(of: name, in: folder)
        #expect(numbers.count == 150 && numbers == numbers.sorted())
        for (index, number) in numbers.enumerated() {
          #expect(try log.header(of: Revision(number))?.actor == name)
          #expect(try log.event(number, 0) == Array("\(index)".utf8))
        }
        acknowledged.formUnion(numbers)
      }
      #expect(acknowledged == Set(1...300))
    }
  }

  @Test("waiting sees another process's commit")
  func waiting() async throws {
    try await withTemporaryFolder { folder in
      try LMDBEventLog.create(at: folder)
      let log = try LMDBEventLog.open(at: folder)
      defer { log.close() }
      async let other = #expect(processExitsWith: .success) { [folder = folder as String] in
        try Acknowledgements(of: "other", in: folder).append(1, to: folder)
      }
      // On a thread of its own, as the wait blocks.
      let head = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let head = Result { try log.waitForCommit(after: .zero, timeout: .seconds(600)) }
          continuation.resume(returning: head)
        }
      }
      _ = await other
      #expect(try head.get() == Revision(1))
      #expect(try log.header(of: Revision(1))?.actor == "other")
    }
  }

  @Test("a writer killed at any moment: what it was told is there, nothing is there by half")
  func killed() async throws {
    try await withTemporaryFolder { folder in
      try LMDBEventLog.create(at: folder)
      var acknowledgedBefore = 0
      for round in 1...6 {
        // In every other round this process has the log open, and inherits the dead writer's lock.
        let watcher = round.isMultiple(of: 2) ? try LMDBEventLog.open(at: folder) : nil
        async let child = #expect(processExitsWith: .signal(SIGKILL)) {
          [folder = folder as String] in
          try Acknowledgements(of: "writer", in: folder).append(1_000_000, to: folder)
        }
        let wanted = acknowledgedBefore + 7 * round
        while try Acknowledgements.read(of: "writer", in: folder).count < wanted {
          try await Task.sleep(for: .milliseconds(2))
        }
        kill(try Acknowledgements.process(of: "writer", in: folder), SIGKILL)
        _ = await child

        let acknowledged = try Acknowledgements.read(of: "writer", in: folder)
        acknowledgedBefore = acknowledged.count
        let log = try LMDBEventLog.open(at: folder)
        let head = try log.head()
        try checkWhole(log, head)
        #expect(acknowledged.allSatisfy { $0 <= head.revision.rawValue })
        #expect(Set(acknowledged).count == acknowledged.count)
        let next = try log.append(.of("next", by: "survivor"))
        // A commit that was complete but not acknowledged may show only once the next writer has put
        // the dead one's lock in order.
        #expect([head.revision.next, head.revision.next.next].contains(next[0].revision))
        try checkWhole(log, log.head())
        log.close()
        watcher?.close()
      }
    }
  }

  /// Checks that commits come without gaps and have all their events.
  private func checkWhole(_ log: LMDBEventLog, _ head: LogHead) throws {
    var counts: [Revision: UInt32] = [:]
    try log.scan(Revision(1)...head.revision) { header, _, bytes in
      counts[header.revision, default: 0] += 1
      if header.actor == "writer" {
        #expect(header.eventCount == UInt32(Acknowledgements.eventsPerCommit))
      }
      return true
    }
    #expect(counts.count == Int(head.revision.rawValue))
    for (revision, count) in counts {
      #expect(try log.header(of: revision)?.eventCount == count)
    }
  }
}

/// What a writing process was told: one revision a line, written down after each append.
private struct Acknowledgements {
  static let eventsPerCommit = 4
  private let name: String
  private let file: FileHandle

  init(of name: String, in folder: String) throws {
    self.name = name
    let path = Self.path(of: name, in: folder)
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try "\(getpid())".write(toFile: path + ".process", atomically: true, encoding: .utf8)
  }

  /// Appends commits: the first event holds the number, others several stored values.
  func append(_ count: Int, to folder: String) throws {
    let log = try LMDBEventLog.open(at: folder)
    for number in 0..<count {
      let events = [Array("\(number)".utf8), filler(3000, seed: 1), filler(70_000, seed: 2), [0]]
      var draft = CommitDraft.of(events)
      draft.actor = name
      let answers = try log.append(draft)
      try file.write(contentsOf: Array("\(answers[0].revision.rawValue)\n".utf8))
    }
    log.close()
  }

  static func read(of name: String, in folder: String) throws -> [UInt64] {
    guard let bytes = FileManager.default.contents(atPath: path(of: name, in: folder)) else {
      return []
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { UInt64($0) }
  }

  static func process(of name: String, in folder: String) throws -> pid_t {
    let text = try String(contentsOfFile: path(of: name, in: folder) + ".process", encoding: .utf8)
    return try #require(pid_t(text))
  }

  private static func path(of name: String, in folder: String) -> String {
    folder + "/acknowledged-" + name
  }
}
