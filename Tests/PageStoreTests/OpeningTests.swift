import Foundation
import PageStore
import StoreErrors
import Testing

@Suite("Opening and closing")
struct OpeningTests {
  @Test("The same place is the same object, whatever path leads to it, and each use is closed")
  func registry() throws {
    try withFolder { path in
      let folder = path + "/store"
      let first = try Environment.open(at: folder, .small())
      try FileManager.default.createSymbolicLink(
        atPath: path + "/link",
        withDestinationPath: folder
      )
      let second = try Environment.open(at: path + "/link", .small())
      let third = try Environment.open(at: path + "/./store/", .small(isReadOnly: true))
      #expect(first === second && first === third)
      first.close()
      try second.fill(0..<3)
      second.close()
      #expect(try third.keys() == [0, 1, 2])
      third.close()
      #expect(code { _ = try third.keys() } == .closed)
    }
  }

  @Test("The numbers of closed standard streams are not given to the store's files")
  func standardStreams() async throws {
    try await withFolder { path in
      await #expect(processExitsWith: .success) { [path = path as String] in
        for descriptor in STDIN_FILENO...STDERR_FILENO { close(descriptor) }
        let environment = try Environment.open(at: path, .small())
        let text = Array("not for the store".utf8)
        for descriptor in STDOUT_FILENO...STDERR_FILENO {
          #expect(write(descriptor, text, text.count) == -1)
        }
        try environment.fill(0..<3)
        #expect(try environment.keys() == [0, 1, 2])
        environment.close()
      }
      let again = try Environment.open(at: path, .small())
      defer { again.close() }
      #expect(try again.keys() == [0, 1, 2])
    }
  }

  @Test("A renamed folder is still the same place")
  func renaming() throws {
    try withFolder { path in
      let first = try Environment.open(at: path + "/old", .small())
      try FileManager.default.moveItem(atPath: path + "/old", toPath: path + "/new")
      let second = try Environment.open(at: path + "/new", .small())
      #expect(first === second)
      first.close()
      second.close()
    }
  }

  @Test("A deleted folder made anew is another place")
  func deleting() throws {
    try withFolder { path in
      let first = try Environment.open(at: path + "/store", .small())
      try first.fill(0..<3)
      try FileManager.default.removeItem(atPath: path + "/store")
      let second = try Environment.open(at: path + "/store", .small())
      #expect(first !== second)
      #expect(try second.keys().isEmpty)
      first.close()
      second.close()
    }
  }

  @Test("A second open that wants more than is open is refused")
  func incompatible() throws {
    try withFolder { path in
      try Environment.open(at: path, .small()).close()
      let reading = try Environment.open(at: path, .small(isReadOnly: true))
      #expect(code { _ = try Environment.open(at: path, .small()) } == .misuse)
      reading.close()
      let unsynced = try Environment.open(at: path, .small())
      defer { unsynced.close() }
      #expect(code { _ = try Environment.open(at: path, .init(tables: ["entries"])) } == .misuse)
      #expect(
        code { _ = try Environment.open(at: path, .init(tables: ["x"], isSynced: false)) }
          == .misuse
      )
    }
  }

  @Test("Threads that open the same place at once share one object")
  func racing() throws {
    try withFolder { path in
      let threads = (0..<4).map { thread in
        Background {
          for round in 0..<50 {
            let environment = try Environment.open(at: path, .small())
            defer { environment.close() }
            try environment.fill(thread * 100 + round..<thread * 100 + round + 1)
          }
        }
      }
      threads.forEach { $0.wait() }
      let environment = try Environment.open(at: path, .small())
      defer { environment.close() }
      #expect(try environment.keys().count == 200)
    }
  }

  @Test("Closing waits for running transactions, and keeps new ones out")
  func closingWaits() throws {
    try withFolder { path in
      let environment = try Environment.open(at: path, .small())
      try environment.fill(0..<3)
      let (isReading, isClosing) = (Flag(), Flag())
      let reader = Background {
        try environment.read { transaction in
          isReading.raise()
          isClosing.wait()
          // Goes on until the gate is shut, and a little longer.
          while code({ try environment.read { _ in } }) != .closed {}
          let count = try transaction.count(of: environment.entries)
          #expect(count == 3)
        }
      }
      isReading.wait()
      isClosing.raise()
      environment.close()
      reader.wait()
      environment.close()
      #expect(code { try environment.read { _ in } } == .closed)
      #expect(code { try environment.write { _ in } } == .closed)
      #expect(code { try environment.flush() } == .closed)
      #expect(code { _ = try environment.lastTransaction() } == .closed)
      #expect(code { _ = try environment.statistics() } == .closed)
      #expect(code { _ = try environment.readers() } == .closed)
      #expect(code { try environment.copy(to: path + "-copy") } == .closed)
    }
  }

  @Test("A transaction may close its own environment, which then ends with it")
  func closingInside() throws {
    try withFolder { path in
      let environment = try Environment.open(at: path, .small())
      let table = try environment.entries
      try environment.write { transaction in
        environment.close()
        try transaction.put(table, [1], [1])
      }
      #expect(code { try environment.read { _ in } } == .closed)
      let again = try Environment.open(at: path, .small())
      defer { again.close() }
      #expect(again !== environment)
      #expect(try again.read { try $0.contains(again.entries, [1]) })
    }
  }

  @Test("A place that a stuck transaction keeps from closing is busy")
  func stuck() throws {
    try withFolder { path in
      let environment = try Environment.open(at: path, .small(deadline: .milliseconds(20)))
      let (isReading, mayEnd) = (Flag(), Flag())
      let reader = Background {
        try environment.read { _ in
          isReading.raise()
          mayEnd.wait()
        }
      }
      isReading.wait()
      environment.close()
      #expect(
        code { _ = try Environment.open(at: path, .small(deadline: .milliseconds(20))) } == .busy
      )
      mayEnd.raise()
      reader.wait()
      try Environment.open(at: path, .small()).close()
    }
  }

  @Test("Without a store there is nothing to read, and nothing is made")
  func missing() throws {
    try withFolder { path in
      let place = path + "/none"
      #expect(code { _ = try Environment.open(at: place, .small(isReadOnly: true)) } == .noStore)
      #expect(!FileManager.default.fileExists(atPath: place))
      #expect(code { _ = try Environment.open(at: place + "/deep", .small()) } == .cannotCreate)
      #expect(code { _ = try Environment.open(at: "/dev/null/x", .small()) } == .noStore)
    }
  }

  @Test("A store without the tables is not one to read")
  func missingTables() throws {
    try withFolder { path in
      try Environment.open(at: path, .init(tables: ["other"], isSynced: false)).close()
      #expect(code { _ = try Environment.open(at: path, .small(isReadOnly: true)) } == .noStore)
      // The refusal left nothing open.
      let environment = try Environment.open(at: path, .small())
      defer { environment.close() }
      #expect(try environment.keys().isEmpty)
    }
  }

  @Test("A failed open leaves no descriptor behind")
  func leaks() throws {
    try withFolder { path in
      try Data("not a store".utf8).write(to: URL(fileURLWithPath: path + "/data.mdb"))
      func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0))?
            .hasPrefix(path) == true
        }.count
      }
      for _ in 0..<20 {
        #expect(code { _ = try Environment.open(at: path, .small()) } == .damaged)
        #expect(code { _ = try Environment.open(at: path, .small(isReadOnly: true)) } == .damaged)
      }
      #expect(try descriptors() == 0)
    }
  }

  @Test("A copy is compact, complete and never half there")
  func copying() throws {
    try withFolder { path in
      let environment = try Environment.open(at: path + "/store", .small())
      defer { environment.close() }
      try environment.fill(0..<5000)
      try environment.fill(0..<5000, bytes: 50)
      try environment.copy(to: path + "/copy")
      #expect(code { try environment.copy(to: path + "/copy") } == .alreadyExists)
      #expect(code { try environment.copy(to: path + "/none/copy") } == .noStore)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["copy", "store"]
      )
      let copy = try Environment.open(at: path + "/copy", .small())
      defer { copy.close() }
      #expect(try copy.keys() == Array(0..<5000))
      #expect(try copy.statistics().freePages == 0)
      #expect(try copy.statistics().fileBytes < environment.statistics().fileBytes)
    }
  }
}
