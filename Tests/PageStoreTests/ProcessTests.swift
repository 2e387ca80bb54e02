import Foundation
import PageStore
import StoreErrors
import Testing

@Suite("Two processes")
struct ProcessTests {
  // What this process does beside a child runs on a thread of its own: while a child runs, the testing
  // library blocks a thread of the pool.

  @Test("both write, and nothing is lost")
  func twoWriters() async throws {
    try await withFolder { path in
      let environment = try Environment.open(at: path, .small(mapBytes: 1 << 20))
      defer { environment.close() }
      let writer = Background {
        for number in 0..<200 { try environment.fill(number..<number + 1, bytes: 3000) }
      }
      await #expect(processExitsWith: .success) { [path = path as String] in
        let environment = try Environment.open(at: path, .small(mapBytes: 1 << 20))
        for number in 1000..<1200 { try environment.fill(number..<number + 1, bytes: 3000) }
        environment.close()
      }
      writer.wait()
      #expect(try environment.keys() == Array(0..<200) + Array(1000..<1200))
    }
  }

  @Test("open and close at the same time again and again")
  func openingAndClosing() async throws {
    try await withFolder { path in
      try Environment.open(at: path, .small()).close()
      let writer = Background {
        for number in 1000..<1100 {
          let environment = try Environment.open(at: path, .small())
          try environment.fill(number..<number + 1)
          environment.close()
        }
      }
      await #expect(processExitsWith: .success) { [path = path as String] in
        for number in 0..<100 {
          let environment = try Environment.open(at: path, .small())
          try environment.fill(number..<number + 1)
          environment.close()
        }
      }
      writer.wait()
      let environment = try Environment.open(at: path, .small())
      defer { environment.close() }
      #expect(try environment.keys() == Array(0..<100) + Array(1000..<1100))
    }
  }

  @Test("notice each other's commits without a transaction")
  func polling() async throws {
    try await withFolder { path in
      let environment = try Environment.open(at: path, .small())
      defer { environment.close() }
      let before = try environment.lastTransaction()
      await #expect(processExitsWith: .success) { [path = path as String] in
        let environment = try Environment.open(at: path, .small())
        try environment.fill(0..<3)
      }
      #expect(try environment.lastTransaction() == before + 1)
      #expect(try environment.keys() == [0, 1, 2])
    }
  }

  @Test("A reader that opens first sees the newest snapshot, and later ones")
  func readerFirst() async throws {
    try await withFolder { path in
      let writer = try Environment.open(at: path, .small())
      try writer.fill(0..<3)
      writer.close()
      let environment = try Environment.open(at: path, .small(isReadOnly: true))
      defer { environment.close() }
      #expect(try environment.keys() == [0, 1, 2])
      await #expect(processExitsWith: .success) { [path = path as String] in
        try Environment.open(at: path, .small()).fill(3..<5)
      }
      #expect(try environment.keys() == [0, 1, 2, 3, 4])
    }
  }

  @Test("A killed reader's slot is found and cleared")
  func killedReader() async throws {
    try await withFolder { path in
      let environment = try Environment.open(at: path, .small())
      defer { environment.close() }
      try environment.fill(0..<10)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        let environment = try Environment.open(at: path, .small(isReadOnly: true))
        try environment.read { _ in _ = kill(getpid(), SIGKILL) }
      }
      let readers = try environment.readers()
      #expect(readers.count == 1 && readers.first?.process != getpid())
      #expect(try environment.readers().first?.transaction == environment.lastTransaction())
      #expect(try environment.clearStaleReaders() == 1)
      #expect(try environment.readers().isEmpty)
    }
  }

  @Test("A killed reader's slot is cleared by the next open and before the map grows")
  func killedReaderClearedUnasked() async throws {
    try await withFolder { path in
      let environment = try Environment.open(at: path, .small(mapBytes: 1 << 20))
      try environment.fill(0..<10)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        let environment = try Environment.open(at: path, .small(isReadOnly: true))
        try environment.read { _ in _ = kill(getpid(), SIGKILL) }
      }
      #expect(try environment.readers().count == 1)
      try environment.fill(0..<3000, bytes: 1000)
      #expect(try environment.readers().isEmpty)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        let environment = try Environment.open(at: path, .small(isReadOnly: true))
        try environment.read { _ in _ = kill(getpid(), SIGKILL) }
      }
      #expect(try environment.readers().count == 1)
      await #expect(processExitsWith: .success) { [path = path as String] in
        _ = try Environment.open(at: path, .small())
      }
      #expect(try environment.readers().isEmpty)
      environment.close()
    }
  }

  @Test("A killed writer leaves no trace, and the next write does not wait for it")
  func killedWriter() async throws {
    try await withFolder { path in
      let environment = try Environment.open(at: path, .small())
      defer { environment.close() }
      try environment.fill(0..<3)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        let environment = try Environment.open(at: path, .small())
        let table = try environment.entries
        try environment.write { transaction in
          for number in 0..<10_000 {
            try transaction.put(table, key(number), [UInt8](repeating: 9, count: 500))
          }
          _ = kill(getpid(), SIGKILL)
        }
      }
      try environment.fill(3..<5)
      #expect(try environment.keys() == [0, 1, 2, 3, 4])
    }
  }

  @Test("A full table of readers is an error, and clears dead ones first")
  func readersFull() async throws {
    try await withFolder { path in
      var options = Environment.Options.small()
      options.maximumReaders = 4
      let environment = try Environment.open(at: path, options)
      defer { environment.close() }
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        let environment = try Environment.open(at: path, .small(isReadOnly: true))
        try environment.read { _ in _ = kill(getpid(), SIGKILL) }
      }
      func nest(_ depth: Int) throws -> Int {
        try environment.read { _ in depth == 1 ? 1 : try nest(depth - 1) + 1 }
      }
      #expect(try nest(4) == 4)
      #expect(code { _ = try nest(5) } == .busy)
      #expect(try nest(4) == 4)
    }
  }

  @Test("A program started later does not inherit the file")
  func closeOnExec() throws {
    try withEnvironment { environment, _ in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/ls")
      process.arguments = ["-l", "/proc/self/fd"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(!text.contains("data.mdb"))
      _ = try environment.lastTransaction()
    }
  }
}
