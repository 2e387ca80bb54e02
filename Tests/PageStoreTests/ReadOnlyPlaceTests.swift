import Foundation
import PageStore
import StoreErrors
import Testing

/// These start as root and become somebody else, in a process of their own.
@Suite(
  "A folder that may only be read",
  .enabled(if: getuid() == 0, "only root can become another user")
)
struct ReadOnlyPlaceTests {
  private static let nobody: uid_t = 65_534

  private func makeStore(at path: String) throws -> Environment {
    let environment = try Environment.open(at: path, .small())
    try environment.fill(0..<500)
    for file in ["/data.mdb", "/lock.mdb"] { chmod(path + file, 0o644) }
    chmod(path, 0o755)
    return environment
  }

  @Test("can be read, and not opened for writing")
  func reading() async throws {
    try await withFolder { path in
      try makeStore(at: path).close()
      _ = await #expect(processExitsWith: .success) { [path = path as String] in
        setuid(ReadOnlyPlaceTests.nobody)
        #expect(code { _ = try Environment.open(at: path, .small()) } == .permission)
        let environment = try Environment.open(at: path, .small(isReadOnly: true))
        defer { environment.close() }
        #expect(try environment.keys() == Array(0..<500))
        #expect(try environment.statistics().tables.first?.entries == 500)
        #expect(code { try environment.write { _ in } } == .readOnly)
      }
    }
  }

  // The parent writes on a thread of its own: while a child runs, the testing library blocks a thread
  // of the pool. It stops when the child asks for it or has ended.

  @Test("runs a read again if a writer came too near, and sees what was written")
  func readingBesideAWriter() async throws {
    try await withFolder { path in
      let environment = try makeStore(at: path)
      defer { environment.close() }
      let turn = try makeTurn(in: path)
      let writer = Background {
        while try turn.count == 0 { usleep(1000) }
        for number in 500..<503 { try environment.fill(number..<number + 1) }
      }
      await #expect(processExitsWith: .success) { [path = path as String] in
        setuid(ReadOnlyPlaceTests.nobody)
        let turn = Turn(path: path)
        let environment = try Environment.open(at: path, .small(isReadOnly: true))
        let table = try environment.entries
        var runs = 0
        let snapshot = try environment.read { transaction in
          runs += 1
          _ = try transaction.count(of: table)
          if runs == 1 {
            // Lets the writer commit three times during the first run.
            try turn.give()
            while try environment.lastTransaction() < transaction.snapshot + 3 { usleep(1000) }
          }
          return transaction.snapshot
        }
        #expect(runs == 2)
        #expect(try environment.lastTransaction() == snapshot)
        #expect(try environment.keys() == Array(0..<503))
      }
      try turn.give()
      writer.wait()
    }
  }

  @Test("gives up a read that writers never leave alone")
  func busy() async throws {
    try await withFolder { path in
      let environment = try makeStore(at: path)
      defer { environment.close() }
      let turn = try makeTurn(in: path)
      let writer = Background {
        while try turn.count == 0 { try environment.fill(0..<1) }
      }
      await #expect(processExitsWith: .success) { [path = path as String] in
        setuid(ReadOnlyPlaceTests.nobody)
        let environment = try Environment.open(at: path, .small(isReadOnly: true))
        let refusal = code {
          try environment.read { transaction in
            while try environment.lastTransaction() < transaction.snapshot + 2 { usleep(100) }
          }
        }
        #expect(refusal == .busy)
      }
      try turn.give()
      writer.wait()
    }
  }

  /// A file by which one process tells another to go on.
  private struct Turn {
    let path: String

    /// How often it was given.
    ///
    /// The file's length tells; to read it, which Foundation asks a page for that it never gives back where the file is
    /// empty, would take gigabytes while tests wait for each other.
    var count: Int {
      get throws {
        try FileManager.default.attributesOfItem(atPath: path + "/turn")[.size] as? Int ?? 0
      }
    }

    func give() throws {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path + "/turn"))
      try file.seekToEnd()
      try file.write(contentsOf: Data([1]))
      try file.close()
    }
  }

  private func makeTurn(in path: String) throws -> Turn {
    try Data().write(to: URL(fileURLWithPath: path + "/turn"))
    chmod(path + "/turn", 0o666)
    return Turn(path: path)
  }

  #if os(Linux)
    @Test("on a file system that takes no writes, can be read")
    func readOnlyFileSystem() throws {
      try withFolder { path in
        guard mount("tmpfs", path, "tmpfs", 0, "size=2m") == 0 else {
          print("skipped: this system lets nobody mount a file system")
          return
        }
        defer { umount2(path, Int32(MNT_DETACH)) }
        try makeStore(at: path).close()
        let flags = UInt(MS_REMOUNT) | UInt(MS_RDONLY)
        try #require(mount("tmpfs", path, "tmpfs", flags, "size=2m") == 0)
        #expect(code { _ = try Environment.open(at: path, .small()) } == .readOnly)
        let environment = try Environment.open(at: path, .small(isReadOnly: true))
        defer { environment.close() }
        #expect(try environment.keys() == Array(0..<500))
      }
    }
  #endif
}
