import Foundation
import PageStore
import StoreErrors
import Testing

@Suite("The map")
struct GrowthTests {
  @Test("grows while a write fills it, and the write runs again from its start")
  func growing() throws {
    try withEnvironment(mapBytes: 1 << 20) { environment, table in
      let before = try environment.statistics().mapBytes
      var runs = 0
      try environment.write { transaction in
        runs += 1
        #expect(try transaction.count(of: table) == 0)
        for number in 0..<3000 {
          try transaction.put(table, key(number), [UInt8](repeating: 1, count: 1000))
        }
      }
      #expect(runs > 1)
      #expect(try environment.statistics().mapBytes > before)
      #expect(try environment.keys() == Array(0..<3000))
    }
  }

  @Test("grows also if the write swallows the error and returns")
  func swallowing() throws {
    try withEnvironment(mapBytes: 1 << 20) { environment, table in
      try environment.write { transaction in
        for number in 0..<3000 {
          try? transaction.put(table, key(number), [UInt8](repeating: 1, count: 1000))
        }
      }
      #expect(try environment.keys() == Array(0..<3000))
    }
  }

  @Test("waits for reads in other threads before it grows, and they see their snapshot to the end")
  func liveReaders() throws {
    try withEnvironment(mapBytes: 1 << 20) { environment, table in
      try environment.fill(0..<100)
      let readers = (0..<4).map { _ in
        let isReading = Flag()
        let reader = Background {
          for round in 0..<20 {
            try environment.read { transaction in
              if round == 0 { isReading.raise() }
              let count = try transaction.count(of: table)
              try transaction.withCursor(over: table) { cursor in
                var seen: UInt64 = 0
                while try cursor.next() { seen += 1 }
                #expect(seen == count)
              }
            }
          }
        }
        isReading.wait()
        return reader
      }
      try environment.fill(100..<8000, bytes: 1000)
      readers.forEach { $0.wait() }
      #expect(try environment.keys() == Array(0..<8000))
    }
  }

  @Test("does not grow past a read that goes on, and the error names it")
  func deadline() throws {
    try withEnvironment(mapBytes: 1 << 20, deadline: .milliseconds(50)) { environment, table in
      let (isReading, mayEnd) = (Flag(), Flag())
      let reader = Background {
        try environment.read { _ in
          isReading.raise()
          mayEnd.wait()
        }
      }
      isReading.wait()
      let error = refusal { try environment.fill(0..<3000, bytes: 1000) }
      #expect(error?.code == .busy)
      #expect(error?.message.contains("the oldest a read of") == true)
      #expect(error?.hints.isEmpty == false)
      mayEnd.raise()
      reader.wait()
      try environment.fill(0..<3000, bytes: 1000)
      #expect(try environment.keys() == Array(0..<3000))
    }
  }

  @Test("cannot grow inside a read of the same thread, and says so instead of waiting for it")
  func growingInsideARead() throws {
    try withEnvironment(mapBytes: 1 << 20) { environment, table in
      try environment.read { outer in
        #expect(code { try environment.fill(0..<3000, bytes: 1000) } == .misuse)
        #expect(try outer.count(of: table) == 0)
        // A write that fits is fine.
        try environment.fill(0..<3)
      }
      #expect(try environment.keys() == [0, 1, 2])
    }
  }

  @Test("keeps tables and reused reads valid when it grows")
  func handlesLive() throws {
    try withFolder { path in
      var options = Environment.Options.small(mapBytes: 1 << 20)
      options.tables = ["a", "b"]
      let environment = try Environment.open(at: path, options)
      defer { environment.close() }
      let (a, b) = (try environment.table("a"), try environment.table("b"))
      for round in 0..<6 {
        _ = try environment.read { try $0.count(of: a) }
        try environment.write { transaction in
          for number in 0..<(200 << round) {
            try transaction.put(a, key(number), [UInt8](repeating: 1, count: 500))
            try transaction.put(b, key(number), [2])
          }
        }
        #expect(try environment.read { try $0.count(of: a) } == UInt64(200 << round))
        #expect(try environment.read { try $0.value(of: b, key(1)) } == [2])
      }
    }
  }

  @Test("follows another process that grew the file, also for threads that read")
  func otherProcess() async throws {
    try await withFolder { path in
      let environment = try Environment.open(at: path, .small(mapBytes: 1 << 20))
      defer { environment.close() }
      try environment.fill(0..<10)
      let mayEnd = Flag()
      let isReading = Flag()
      let table = try environment.entries
      let reader = Background {
        try environment.read { transaction in
          isReading.raise()
          mayEnd.wait()
          let count = try transaction.count(of: table)
          #expect(count == 10)
        }
      }
      isReading.wait()
      await #expect(processExitsWith: .success) { [path = path as String] in
        let environment = try Environment.open(at: path, .small(mapBytes: 64 << 20))
        try environment.fill(10..<5000, bytes: 2000)
        environment.close()
      }
      #expect(try environment.lastTransaction() > 2)
      mayEnd.raise()
      reader.wait()
      #expect(try environment.keys() == Array(0..<5000))
      try environment.fill(5000..<6000)
      #expect(try environment.keys() == Array(0..<6000))
    }
  }

  @Test("takes less when the address space is small, and says so when there is no more")
  func addressSpace() async throws {
    try await withFolder { path in
      _ = await #expect(processExitsWith: .success) { [path = path as String] in
        // What this process has mapped already, and 256 MiB.
        let pages =
          try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
          .split(separator: " ").first.flatMap { rlim_t($0) } ?? 0
        var limit = rlimit()
        limit.rlim_cur = pages * rlim_t(getpagesize()) + (1 << 28)
        limit.rlim_max = limit.rlim_cur
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)

        let environment = try Environment.open(at: path, .small())
        let bytes = try environment.statistics().mapBytes
        #expect(bytes < 1 << 28 && bytes >= 1 << 25)
        let table = try environment.entries
        let value = [UInt8](repeating: 1, count: 1 << 20)
        var batch = 0
        let error = refusal {
          while batch < 100 {
            try environment.write { transaction in
              for number in 0..<16 { try transaction.put(table, key(batch * 16 + number), value) }
            }
            batch += 1
          }
        }
        #expect(error?.code == .mapFull)
        #expect(error?.message.contains { $0.isNumber } == true)
        // Nothing is lost by that.
        #expect(batch > 2)
        #expect(try environment.keys() == Array(0..<batch * 16))
      }
    }
  }

  @Test("a file grows ahead of small writes that are flushed, and of no others")
  func ahead() throws {
    func lengths(isSynced: Bool, bytes: Int) throws -> [Int] {
      try withFolder { folder in
        var options = Environment.Options(tables: ["t"])
        options.isSynced = isSynced
        let environment = try Environment.open(at: folder, options)
        defer { environment.close() }
        let table = try environment.table("t")
        return try (0..<6).map { number in
          try environment.write { transaction in
            try transaction.put(table, [UInt8(number)], [UInt8](repeating: 1, count: bytes))
          }
          let facts = try FileManager.default.attributesOfItem(atPath: folder + "/data.mdb")
          return try #require(facts[.size] as? Int)
        }
      }
    }
    let small = try lengths(isSynced: true, bytes: 100)
    #expect(Set(small).count == 1 && small[0] > 64 << 10 && small[0] < 256 << 10)
    let unflushed = try lengths(isSynced: false, bytes: 100)
    #expect(unflushed[5] < 64 << 10)
    // Each takes 2 MB, of which nothing is written twice.
    let large = try lengths(isSynced: true, bytes: 2 << 20)
    #expect(large[5] < 6 * (2 << 20) + (1 << 20))
  }
}
