import Foundation
import Testing

@testable import PageStore
import StoreErrors

@Suite("A damaged file")
struct DamageTests {
  /// A store of a few pages, overflow pages among them, closed.
  private func makeStore(at path: String) throws {
    let environment = try Environment.open(at: path, .small())
    try environment.fill(0..<60, bytes: 100)
    try environment.fill(60..<62, bytes: 9000)
    try environment.fill(0..<5, bytes: 50)
    environment.close()
  }

  @Test("that is cut off is an error, not the end of the process", arguments: [1, 2, 3, 5, 8])
  func cutOff(_ pages: Int) throws {
    try withFolder { path in
      try makeStore(at: path)
      #expect(truncate(path + "/data.mdb", pages * 4096) == 0)
      #expect(code { _ = try Environment.open(at: path, .small()) } == .damaged)
      #expect(code { _ = try Environment.open(at: path, .small(isReadOnly: true)) } == .damaged)
    }
  }

  @Test(
    "whose last page has an impossible number is an error",
    arguments: [0x40, 0x08, 0x80, 0xFF]
  )
  func impossibleLastPage(_ topByte: UInt8) throws {
    try withFolder { path in
      try makeStore(at: path)
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path + "/data.mdb"))
      for page: UInt64 in [0, 1] {
        // Behind the page's head of 16 bytes, 24 bytes and the 96 of two tables.
        try file.seek(toOffset: page * 4096 + 16 + 24 + 96 + 7)
        try file.write(contentsOf: [topByte])
      }
      try file.close()
      #expect(code { _ = try Environment.open(at: path, .small()) } == .damaged)
      #expect(code { _ = try Environment.open(at: path, .small(isReadOnly: true)) } == .damaged)
    }
  }

  @Test("that lacks only its last page is an error")
  func lastPage() throws {
    try withFolder { path in
      try makeStore(at: path)
      let size = try FileManager.default.attributesOfItem(atPath: path + "/data.mdb")[.size] as? Int
      #expect(truncate(path + "/data.mdb", (size ?? 0) - 4096) == 0)
      let error = refusal { _ = try Environment.open(at: path, .small()) }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("must have \(size ?? 0)") == true)
    }
  }

  @Test("is told from one whose last pages were freed before they were written")
  func unwrittenTail() throws {
    try withEnvironment { environment, table in
      let file = environment.path + "/data.mdb"
      var isShort = false
      // Pages that one transaction takes and gives back are never written.
      for round in 1...20 {
        try environment.write { transaction in
          for number in 0..<round * 200 {
            try transaction.put(table, key(number), [UInt8](repeating: 1, count: 300))
          }
          for number in 10..<round * 200 { try transaction.delete(table, key(number)) }
        }
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? UInt64 ?? 0
        try environment.copy(to: environment.path + "/copy\(round)")
        let place = environment.path + "/place\(round)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        // A plain copy of a file nobody writes to at the moment.
        try FileManager.default.copyItem(atPath: file, toPath: place + "/data.mdb")
        let again = try Environment.open(at: place, .small())
        defer { again.close() }
        #expect(try again.keys() == Array(0..<10))
        let pageSize = UInt64(again.handle.pageSize)
        isShort = isShort || size < (again.handle.facts.lastPage + 1) * pageSize
      }
      #expect(isShort)
    }
  }

  @Test(
    "that is something else is an error",
    arguments: ["", "text", String(repeating: "x", count: 9000)]
  )
  func somethingElse(_ content: String) throws {
    try withFolder { path in
      try Data(content.utf8).write(to: URL(fileURLWithPath: path + "/data.mdb"))
      let refusal = code { _ = try Environment.open(at: path, .small(isReadOnly: true)) }
      #expect(refusal == (content.isEmpty ? .noStore : .damaged))
    }
  }

  /// LMDB may abort on such a file, or touch what is not there; this layer itself must not trap.
  @Test(
    "gives an error, wrong entries or LMDB's abort, but no trap",
    arguments: [0, 0xFF] as [UInt8]
  )
  func overwrittenPages(_ byte: UInt8) async throws {
    try await withFolder { path in
      try makeStore(at: path)
      let file = URL(fileURLWithPath: path + "/data.mdb")
      let sound = try Data(contentsOf: file)
      for page in 0..<sound.count / 4096 {
        var damaged = sound
        damaged.replaceSubrange(
          page * 4096..<(page + 1) * 4096,
          with: repeatElement(byte, count: 4096)
        )
        try damaged.write(to: file)
        await #expect(processExitsWith: .success, "page \(page)") { [path = path as String] in
          for known in [SIGABRT, SIGBUS, SIGSEGV] { signal(known) { _ in _exit(0) } }
          alarm(30)
          close(STDERR_FILENO)
          do {
            let environment = try Environment.open(at: path, .small())
            _ = try environment.keys()
            try environment.fill(0..<100, bytes: 50)
            try environment.copy(to: path + "/copy")
          } catch is StoreError {}
          _exit(0)
        }
        try? FileManager.default.removeItem(atPath: path + "/copy")
      }
    }
  }
}
