import Foundation
import PageStore
import StoreErrors
import TestSupport
import Testing

/// A compacted copy takes the place of an environment's file.
@Suite struct `Compaction` {
  private static let options = Environment.Options(tables: ["t"], isJournaled: true)

  /// Writes random entries and deletes most of them again; returns what is left.
  private static func fill(_ environment: Environment, seed: UInt64) throws -> [String: [UInt8]] {
    var random = SeededGenerator(seed: seed)
    let table = try environment.table("t")
    var kept: [String: [UInt8]] = [:]
    for round in 0..<20 {
      try environment.write { transaction in
        for number in 0..<200 {
          let key = "\(round)-\(number)"
          let value = (0..<random.index(below: 3000)).map { UInt8(truncatingIfNeeded: $0) }
          try transaction.put(table, Array(key.utf8), value)
          kept[key] = value
        }
      }
    }
    try environment.write { transaction in
      for key in kept.keys where random.index(below: 10) > 0 {
        try transaction.delete(table, Array(key.utf8))
        kept[key] = nil
      }
    }
    return kept
  }

  private static func check(_ folder: String, holds kept: [String: [UInt8]]) throws {
    let environment = try Environment.open(at: folder, options)
    defer { environment.close() }
    let table = try environment.table("t")
    let isSame = try environment.read { transaction in
      guard try transaction.count(of: table) == UInt64(kept.count) else { return false }
      for (key, value) in kept {
        guard try transaction.value(of: table, Array(key.utf8)) == value else { return false }
      }
      return true
    }
    #expect(isSame)
  }

  private static func length(_ folder: String) throws -> UInt64 {
    let facts = try FileManager.default.attributesOfItem(atPath: folder + "/data.mdb")
    return (facts[.size] as? UInt64) ?? 0
  }

  @Test func `gives room back, loses nothing, and goes on with the transactions' numbers`() throws {
    try withFolder { folder in
      let folder = folder + "/e"
      var environment = try Environment.open(at: folder, Self.options)
      var kept = try Self.fill(environment, seed: 1)
      let last = try environment.lastTransaction()
      environment.close()
      for _ in 0..<2 {
        let sizes = try Environment.compact(at: folder, Self.options)
        #expect(try Self.length(folder) == sizes.after)
        #expect(sizes.after <= sizes.before)
      }
      #expect(try Self.length(folder) < 2_000_000)
      try Self.check(folder, holds: kept)

      environment = try Environment.open(at: folder, Self.options)
      #expect(try environment.lastTransaction() == last)
      for number in 0..<3 {
        try environment.write { try $0.put(environment.table("t"), [UInt8(number)], [1]) }
        kept[String(decoding: [UInt8(number)], as: UTF8.self)] = [1]
        #expect(try environment.lastTransaction() == last + UInt64(number) + 1)
      }
      environment.close()
      try Self.check(folder, holds: kept)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy {
          !$0.hasPrefix("compacted-")
        }
      )
    }
  }

  @Test func `is refused while the file is open, and leaves it as it is`() throws {
    try withFolder { folder in
      let folder = folder + "/e"
      let environment = try Environment.open(at: folder, Self.options)
      defer { environment.close() }
      let kept = try Self.fill(environment, seed: 2)
      let before = try Self.length(folder)
      let error = #expect(throws: StoreError.self) {
        try Environment.compact(at: folder, Self.options)
      }
      #expect(error?.code == .busy)
      #expect(try Self.length(folder) == before)
      try environment.write { try $0.put(environment.table("t"), [0], [1]) }
      let count = try environment.read { try $0.count(of: environment.table("t")) }
      #expect(count == UInt64(kept.count + 1))
    }
  }

  @Test func `removes what killed processes have left`() throws {
    try withFolder { folder in
      let folder = folder + "/e"
      let environment = try Environment.open(at: folder, Self.options)
      let kept = try Self.fill(environment, seed: 3)
      environment.close()
      // No process has this number: the kernel's limit is 2^22.
      for name in ["compacted-9999999", "compacted-9999999.partial-9999999"] {
        try FileManager.default.createDirectory(
          atPath: folder + "/" + name,
          withIntermediateDirectories: false
        )
        try Data("cut off".utf8).write(to: URL(fileURLWithPath: folder + "/\(name)/data.mdb"))
      }
      _ = try Environment.compact(at: folder, Self.options)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.allSatisfy { !$0.hasPrefix("compacted-") }, "\(names)")
      try Self.check(folder, holds: kept)
    }
  }
}
