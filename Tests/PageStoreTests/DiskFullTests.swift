import Foundation
import PageStore
import StoreErrors
import Testing

@Suite("A full disk", .serialized)
struct DiskFullTests {
  /// Writes until the disk is full, frees nothing, and looks at what is left.
  private static func fillUp(_ path: String) throws {
    let environment = try Environment.open(at: path, .init(tables: ["entries"]))
    let table = try environment.entries
    var acknowledged = 0
    let error = refusal {
      while acknowledged < 10_000 {
        try environment.write { transaction in
          try transaction.put(table, key(acknowledged), [UInt8](repeating: 7, count: 20_000))
        }
        acknowledged += 1
      }
    }
    #expect(error?.code == .diskFull)
    #expect(acknowledged > 5)
    #expect(try environment.keys() == Array(0..<acknowledged))
    environment.close()

    let again = try Environment.open(at: path, .init(tables: ["entries"]))
    #expect(try again.keys() == Array(0..<acknowledged))
    again.close()
    let reading = try Environment.open(at: path, .init(tables: ["entries"], isReadOnly: true))
    #expect(try reading.keys() == Array(0..<acknowledged))
    reading.close()
  }

  @Test("is an error, keeps what was acknowledged, and the store opens again: a limit on file size")
  func fileSize() async throws {
    try await withFolder { path in
      _ = await #expect(processExitsWith: .success) { [path = path as String] in
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        try DiskFullTests.fillUp(path)
      }
    }
  }

  #if os(Linux)
    @Test(
      "is an error, keeps what was acknowledged, and the store opens again: a small file system",
      .enabled(if: getuid() == 0, "only root can mount a file system")
    )
    func fileSystem() throws {
      try withFolder { path in
        guard mount("tmpfs", path, "tmpfs", 0, "size=1m") == 0 else {
          print("skipped: this system lets nobody mount a file system")
          return
        }
        defer { umount2(path, Int32(MNT_DETACH)) }
        try Self.fillUp(path)
        // Room again, and writing goes on.
        let environment = try Environment.open(at: path, .init(tables: ["entries"]))
        defer { environment.close() }
        guard mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=8m") == 0 else { return }
        let table = try environment.entries
        try environment.write { try $0.removeAll(of: table) }
        try environment.fill(0..<10)
        #expect(try environment.keys() == Array(0..<10))
      }
    }

    @Test(
      "refuses to make a store, and leaves nothing open",
      .enabled(if: getuid() == 0, "only root can mount a file system")
    )
    func noRoomAtAll() throws {
      try withFolder { path in
        guard mount("tmpfs", path, "tmpfs", 0, "size=64k") == 0 else {
          print("skipped: this system lets nobody mount a file system")
          return
        }
        defer { umount2(path, Int32(MNT_DETACH)) }
        try Data(count: 60_000).write(to: URL(fileURLWithPath: path + "/other"))
        #expect(code { _ = try Environment.open(at: path + "/store", .small()) } == .diskFull)
        try FileManager.default.removeItem(atPath: path + "/other")
      }
    }
  #endif
}
