import Foundation
import TestSupport
import Testing

@testable import PageStore

@Suite("Writing through to the disk")
struct WritingThroughTests {
  private static let block = 4096

  /// A file of zeros, eight blocks long.
  private func withFile(_ body: (String) throws -> Void) throws {
    try withFolder { folder in
      let path = folder + "/file"
      try Data(count: 8 * Self.block).write(to: URL(filePath: path))
      try body(path)
    }
  }

  /// Whole blocks go past the system's cache where the file system lets them, other bytes never do.
  @Test(
    "whoever reads the file sees what was written, whole blocks or not",
    arguments: [
      (offset: 4096, count: 4096), (offset: 8192, count: 12_288), (offset: 100, count: 50),
      (offset: 4096, count: 4097), (offset: 1, count: 4096), (offset: 0, count: 0),
    ]
  )
  func isSeen(offset: Int, count: Int) throws {
    try withFile { path in
      let file = try OpenFile(path, writingThrough: true)
      let reader = try OpenFile(path, isReadOnly: true)
      // In the cache before, so that a stale page would show.
      _ = try reader.read(at: 0, 8 * Self.block)
      for round in UInt8(1)...3 {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) &+ round }
        try file.writeThrough(bytes, at: offset)
        var expected = [UInt8](repeating: 0, count: 8 * Self.block)
        expected.replaceSubrange(offset..<offset + count, with: bytes)
        #expect(try reader.read(at: 0, 8 * Self.block) == expected)
        #expect(try file.read(at: 0, 8 * Self.block) == expected)
      }
    }
  }

  @Test("both ways of writing can take turns in one block")
  func takingTurns() throws {
    try withFile { path in
      let file = try OpenFile(path, writingThrough: true)
      try file.writeThrough([UInt8](repeating: 1, count: Self.block), at: Self.block)
      try file.write([2], at: Self.block + 7)
      try file.writeThrough([UInt8](repeating: 3, count: Self.block), at: 2 * Self.block)
      try file.writeThrough([4], at: Self.block + 8)
      let found = try file.read(at: Self.block, Self.block)
      #expect(Array(found[6...9]) == [1, 2, 4, 1])
    }
  }

  #if canImport(Glibc)
    @Test("a file that another took the place of meanwhile is not written in its stead")
    func anotherFile() throws {
      try withFile { path in
        let identity = try Files.identity(at: path)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        try Data(count: Self.block).write(to: URL(filePath: path))
        #expect(DirectWriter(path, identity) == nil)
      }
    }
  #endif

  @Test("a write beyond what a disk takes at once goes the ordinary way")
  func longWrites() throws {
    try withFile { path in
      let file = try OpenFile(path, writingThrough: true)
      let bytes = (0..<64 * Self.block).map { UInt8(truncatingIfNeeded: $0 / 251) }
      try file.writeThrough(bytes, at: 0)
      #expect(try file.read(at: 0, bytes.count) == bytes)
    }
  }
}
