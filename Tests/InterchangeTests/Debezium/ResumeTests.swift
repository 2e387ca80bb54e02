import Annals
import EventLog
import Foundation
import Interchange
import Synchronization
import Testing

@Suite struct `Interrupted imports` {
  static let lines = manyLines(transactions: 200)

  /// The head after an import that nothing interrupted.
  static func whole() throws -> (head: LogHead, rows: [ExactString: Row]) {
    let store = Store.inMemory()
    try load(lines, into: store, byTransaction()) { $0.eventsPerFlush = 150 }
    return (try store.head(), try store.rows("person"))
  }

  @Test(arguments: [1, 3, 13])
  func `one that was stopped goes on and ends with the same log`(flushes: Int) throws {
    let store = Store.inMemory()
    let count = Mutex(0)
    let error = #expect(throws: StoreError.self) {
      try load(Self.lines, into: store, byTransaction()) {
        $0.eventsPerFlush = 150
        $0.shouldStop = {
          count.withLock {
            $0 += 1; return $0 == flushes
          }
        }
      }
    }
    #expect(error?.code == .cancelled)
    #expect(try store.head().revision == Revision(UInt64(flushes * 15)))
    let summary = try load(Self.lines, into: store, byTransaction()) {
      $0.eventsPerFlush = 150
      $0.isResuming = true
    }
    #expect(try store.head() == Self.whole().head)
    #expect(summary.commits == UInt64(200 - flushes * 15) && summary.lastLine == 2000)
  }

  @Test func `a source comes a second time only to be resumed`() throws {
    let store = Store.inMemory()
    let some = Array(Self.lines.prefix(100))
    try load(some, into: store, byTransaction())
    let error = #expect(throws: StoreError.self) { try load(some, into: store, byTransaction()) }
    #expect(error?.code == .conflict && error?.hints.contains { $0.contains("--resume") } == true)
    let head = try store.head()
    try load(some, into: store, byTransaction()) { $0.isResuming = true }
    #expect(try store.head() == head)
    // A source that has grown goes on; one that has shrunk is refused.
    try load(Self.lines, into: store, byTransaction()) { $0.isResuming = true }
    #expect(try store.rows("person") == Self.whole().rows)
    #expect(throws: StoreError.self) {
      try load(some, into: store, byTransaction()) { $0.isResuming = true }
    }
    // Another source, and the same one read in another way, are other sources.
    try load([line("c", after: #"{"id":1}"#, table: "other")], into: store)
  }

  @Test func `a killed one holds whole commits, all that were acknowledged, and goes on`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store"
    try Store.create(at: path).close()
    _ = try folder.write("", to: "acknowledged")
    setenv("ANNALS_KILL_TEST", folder.path, 1)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let folder = ProcessInfo.processInfo.environment["ANNALS_KILL_TEST"] ?? ""
      let store = try Store.open(at: folder + "/store")
      let file = FileHandle(forWritingAtPath: folder + "/acknowledged")
      let flushes = Atomic(0)
      try load(Interrupted.lines, into: store, byTransaction()) {
        $0.eventsPerFlush = 150
        $0.progress = { _, _ in
          let revision = (try? store.head().revision.rawValue) ?? 0
          try? file?.write(contentsOf: Data("\(revision)\n".utf8))
          if flushes.add(1, ordering: .relaxed).newValue == 5 {
            // Some time into the next flush.
            Thread.detachNewThread {
              usleep(.random(in: 0..<4000))
              kill(getpid(), SIGKILL)
            }
          }
        }
      }
      // Should the import be quicker than the blow.
      sleep(10)
    }
    let acknowledged =
      try String(contentsOfFile: folder.path + "/acknowledged", encoding: .utf8)
      .split(separator: "\n").compactMap { UInt64($0) }.max() ?? 0
    let store = try Store.open(at: path)
    defer { store.close() }
    let head = try store.head().revision
    #expect(acknowledged >= 75 && head.rawValue >= acknowledged && head.rawValue % 15 == 0)
    for number in 1...head.rawValue {
      let commit = try store.commit(Revision(number))
      #expect(commit.events.filter { $0.op != .define }.count <= 10)
      #expect(commit.header.bookmark?.place == number * 10)
    }
    try load(Self.lines, into: store, byTransaction()) {
      $0.eventsPerFlush = 150
      $0.isResuming = true
    }
    #expect(try store.head() == Self.whole().head)
    #expect(try store.rows("person") == Self.whole().rows)
  }
}

/// A plain name for the suite, which a child process can say.
private typealias Interrupted = `Interrupted imports`
