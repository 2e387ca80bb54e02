import Foundation
import StoreErrors
import TestSupport
import Testing

@testable import PageStore

/// Power cuts are played: of every page that was written since the last flush of `data.mdb`, the disk may have any state.
@Suite("The journal of small writes")
struct JournalTests {
  private typealias Model = [[UInt8]: [UInt8]]

  private static func options(boot: String, mapBytes: Int = 64 << 30) -> Environment.Options {
    Environment.Options(
      tables: ["entries"],
      isJournaled: true,
      boot: boot,
      initialMapBytes: mapBytes
    )
  }

  /// What the disk may hold after a power cut: `data.mdb` as it was flushed last, each later state, and the journal.
  private struct Disk {
    let path: String
    var states: [[UInt8]] = []
    var generation: UInt64 = 0

    init(of path: String) throws {
      self.path = path
      states = [try data()]
    }

    private func data() throws -> [UInt8] {
      Array(try Data(contentsOf: URL(filePath: path + "/data.mdb")))
    }

    var header: JournalHeader? {
      (try? Data(contentsOf: URL(filePath: path + "/journal")))
        .flatMap { JournalHeader(Array($0.prefix(512))) }
    }

    /// To be called after each write.
    mutating func note() throws {
      let header = header
      if let header, header.isActive {
        // With a new base everything before this write was flushed.
        if header.generation != generation { states = states.suffix(1) }
        states.append(try data())
      } else {
        states = [try data()]
      }
      generation = header?.generation ?? 0
    }

    /// A folder as a power cut may leave it.
    func cut(to other: String, _ random: inout SeededGenerator) throws {
      let page = 4096
      var bytes: [UInt8] = []
      let length = states.map(\.count).max() ?? 0
      for place in stride(from: 0, to: length, by: page) {
        let state = random.pick(states)
        let end = min(place + page, length)
        // What was never flushed beyond the end reads as zeros.
        let known = place < state.count ? Array(state[place..<min(end, state.count)]) : []
        bytes += known + [UInt8](repeating: 0, count: end - place - known.count)
      }
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: other + "/data.mdb"))
      try? FileManager.default.copyItem(atPath: path + "/journal", toPath: other + "/journal")
    }
  }

  private static func contents(_ path: String, _ options: Environment.Options) throws -> Model {
    let environment = try Environment.open(at: path, options)
    defer { environment.close() }
    return try contents(environment)
  }

  private static func contents(_ environment: Environment) throws -> Model {
    let table = try environment.entries
    return try environment.read { transaction in
      try transaction.withCursor(over: table) { cursor in
        var found: Model = [:]
        while try cursor.next() {
          try cursor.withEntry { key, value in
            found[key.indices.map { key[$0] }] = value.indices.map { value[$0] }
          }
        }
        return found
      }
    }
  }

  /// One write, small as a rule, in the environment and in the model.
  private static func write(
    _ environment: Environment,
    _ model: inout Model,
    _ random: inout SeededGenerator
  ) throws {
    let table = try environment.entries
    let isLarge = random.oneIn(30)
    var changed = model
    let seed = random.next()
    try environment.write { transaction in
      changed = model
      var random = SeededGenerator(seed: seed)
      for _ in 0..<(isLarge ? 200 : 1 + random.index(below: 5)) {
        let key = key(random.index(below: 2000))
        if random.oneIn(5) {
          try transaction.delete(table, key)
          changed[key] = nil
        } else {
          let value = [UInt8](
            repeating: UInt8(random.index(below: 256)),
            count: random.pick([0, 8, 100, 300, 1000, 3000])
          )
          try transaction.put(table, key, value)
          changed[key] = value
        }
      }
    }
    model = changed
  }

  @Test(
    "a power cut at any moment, whatever reached the disk, loses no write that was acknowledged"
  )
  func powerCuts() throws {
    var random = SeededGenerator()
    var cuts = 0
    for _ in 0..<rounds(3) {
      try withFolder { folder in
        let path = folder + "/store"
        let environment = try Environment.open(at: path, Self.options(boot: "first"))
        defer { environment.close() }
        var model: Model = [:]
        var disk = try Disk(of: path)
        for step in 0..<300 {
          try Self.write(environment, &model, &random)
          try disk.note()
          guard random.oneIn(12) else { continue }
          let other = folder + "/cut-\(step)"
          try disk.cut(to: other, &random)
          if disk.header?.isActive == true { cuts += 1 }
          #expect(try Self.contents(other, Self.options(boot: "second")) == model)
          // It was made whole for good, and can be written to.
          let again = try Environment.open(at: other, Self.options(boot: "third"))
          var after = model
          for _ in 0..<4 { try Self.write(again, &after, &random) }
          #expect(try Self.contents(again) == after)
          again.close()
          #expect(try Self.contents(other, Self.options(boot: "fourth")) == after)
          try FileManager.default.removeItem(atPath: other)
        }
      }
    }
    #expect(cuts > 10, "the journal was hardly in use")
  }

  @Test(
    "what a killed process left is put away before anybody writes, and survives a power cut then"
  )
  func killedProcess() throws {
    var random = SeededGenerator()
    for _ in 0..<rounds(6) {
      try withFolder { folder in
        let path = folder + "/store"
        let environment = try Environment.open(at: path, Self.options(boot: "first"))
        defer { environment.close() }
        var model: Model = [:]
        for _ in 0..<10 + random.index(below: 30) {
          try Self.write(environment, &model, &random)
        }
        // A process that is killed closes nothing: a copy of its files is what it leaves.
        let left = folder + "/left"
        try FileManager.default.copyItem(atPath: path, toPath: left)
        let next = try Environment.open(at: left, Self.options(boot: "first"))
        defer { next.close() }
        #expect(try Self.contents(next) == model)
        var disk = try Disk(of: left)
        for _ in 0..<40 {
          try Self.write(next, &model, &random)
          try disk.note()
        }
        try disk.cut(to: folder + "/cut", &random)
        #expect(try Self.contents(folder + "/cut", Self.options(boot: "second")) == model)
      }
    }
  }

  @Test("a frame that was not finished, or is of another journal, is not done again")
  func unfinishedFrames() throws {
    try withFolder { folder in
      let path = folder + "/store"
      let environment = try Environment.open(at: path, Self.options(boot: "first"))
      defer { environment.close() }
      for number in 0..<6 { try environment.fill(number..<number + 1) }
      let header = try #require(
        try JournalFile.open(in: path, isReadOnly: true).flatMap(JournalHeader.init)
      )
      try #require(header.isActive)
      let left = folder + "/left"
      try FileManager.default.copyItem(atPath: path, toPath: left)
      // The frames are of keys 1 to 5: the last is cut short.
      let file = try OpenFile(left + "/journal")
      let last = JournalHeader.blockBytes * 5
      try file.write([0xFF], at: last + 100)
      let found = try Self.contents(left, Self.options(boot: "second"))
      #expect(found.keys.map { number($0.span) }.sorted() == Array(0..<5))
    }
  }

  @Test("writes about as large as a frame takes are done again whole")
  func largestRecords() throws {
    try withFolder { folder in
      let path = folder + "/store"
      let environment = try Environment.open(at: path, Self.options(boot: "first"))
      defer { environment.close() }
      for number in 0..<4 { try environment.fill(number..<number + 1) }
      for bytes in RedoRecord.mostBytes - 50..<RedoRecord.mostBytes {
        try environment.fill(7..<8, bytes: bytes)
        let left = folder + "/left-\(bytes)"
        try FileManager.default.copyItem(atPath: path, toPath: left)
        let found = try Self.contents(left, Self.options(boot: "second"))
        #expect(found[key(7)]?.count == bytes)
        try FileManager.default.removeItem(atPath: left)
        // Small ones begin the journal anew after one that was too large.
        for number in 0..<3 { try environment.fill(number..<number + 1) }
      }
    }
  }

  @Test("a process that cannot tell the boot begins no journal, and touches none that is in use")
  func unknownBoot() throws {
    try withFolder { folder in
      let path = folder + "/store"
      var unknown = Self.options(boot: "")
      unknown.boot = nil
      let environment = try Environment.open(at: path, unknown)
      for number in 0..<9 { try environment.fill(number..<number + 1) }
      #expect(!FileManager.default.fileExists(atPath: path + "/journal"))
      environment.close()
      let next = try Environment.open(at: path, Self.options(boot: "first"))
      defer { next.close() }
      for number in 9..<18 { try next.fill(number..<number + 1) }
      let left = folder + "/left"
      try FileManager.default.copyItem(atPath: path, toPath: left)
      #expect(code { _ = try Environment.open(at: left, unknown) } == .busy)
    }
  }

  @Test("a journal that is taken away, or gets another's place, is begun anew")
  func takenAway() throws {
    try withFolder { folder in
      let path = folder + "/store"
      let journal = path + "/journal"
      let environment = try Environment.open(at: path, Self.options(boot: "first"))
      defer { environment.close() }
      var count = 0
      func write(_ more: Int) throws {
        for number in count..<count + more { try environment.fill(number..<number + 1) }
        count += more
      }
      func expectAll(_ name: String) throws {
        let left = folder + "/" + name
        try FileManager.default.copyItem(atPath: path, toPath: left)
        let found = try Self.contents(left, Self.options(boot: "second"))
        #expect(found.keys.map { number($0.span) }.sorted() == Array(0..<count), "\(name)")
      }
      try write(6)
      try FileManager.default.removeItem(atPath: journal)
      try write(6)
      #expect(FileManager.default.fileExists(atPath: journal))
      try expectAll("removed")
      // What stands there is not looked at with each write, but with each new beginning.
      try FileManager.default.moveItem(atPath: journal, toPath: journal + ".old")
      try FileManager.default.copyItem(atPath: journal + ".old", toPath: journal)
      try write(200)
      try expectAll("replaced")
    }
  }

  @Test("a file from before the journal is refused, and left as it is")
  func olderFile() throws {
    try withFolder { folder in
      let path = folder + "/store"
      let environment = try Environment.open(at: path, Self.options(boot: "first"))
      defer { environment.close() }
      let old = try Data(contentsOf: URL(filePath: path + "/data.mdb"))
      for number in 0..<9 { try environment.fill(number..<number + 1) }
      let left = folder + "/left"
      try FileManager.default.copyItem(atPath: path, toPath: left)
      try old.write(to: URL(filePath: left + "/data.mdb"))
      #expect(code { _ = try Environment.open(at: left, Self.options(boot: "second")) } == .damaged)
      #expect(try Data(contentsOf: URL(filePath: left + "/data.mdb")) == old)
      try FileManager.default.removeItem(atPath: left + "/journal")
      #expect(try Self.contents(left, Self.options(boot: "second")).isEmpty)
    }
  }

  @Test("a read-only use makes it whole too")
  func readOnly() throws {
    try withFolder { folder in
      let path = folder + "/store"
      let environment = try Environment.open(at: path, Self.options(boot: "first"))
      defer { environment.close() }
      for number in 0..<9 { try environment.fill(number..<number + 1) }
      let left = folder + "/left"
      try FileManager.default.copyItem(atPath: path, toPath: left)
      var options = Self.options(boot: "second")
      options.isReadOnly = true
      let reader = try Environment.open(at: left, options)
      defer { reader.close() }
      #expect(try reader.keys() == Array(0..<9))
    }
  }

  @Test("closing, and resting, leave nothing to do again")
  func putAway() throws {
    try withFolder { path in
      let environment = try Environment.open(at: path, Self.options(boot: "first"))
      for number in 0..<9 { try environment.fill(number..<number + 1) }
      #expect(environment.journal?.isActive == true)
      let deadline = ContinuousClock.now + .seconds(30)
      while environment.journal?.isActive == true, .now < deadline {
        Thread.sleep(forTimeInterval: 0.05)
      }
      #expect(environment.journal?.isActive == false)
      for number in 9..<20 { try environment.fill(number..<number + 1) }
      environment.close()
      let header = try #require(
        try JournalFile.open(in: path, isReadOnly: true).flatMap(JournalHeader.init)
      )
      #expect(!header.isActive)
    }
  }

  @Test("the map grows while it is in use")
  func growth() throws {
    try withFolder { path in
      let environment = try Environment.open(
        at: path,
        Self.options(boot: "first", mapBytes: 1 << 20)
      )
      defer { environment.close() }
      for number in 0..<900 { try environment.fill(number..<number + 1, bytes: 3000) }
      #expect(try environment.keys() == Array(0..<900))
    }
  }

  @Test("two processes that write by turns lose nothing")
  func twoProcesses() async throws {
    try await withFolder { path in
      let environment = try Environment.open(at: path, Self.options(boot: "first"))
      defer { environment.close() }
      for number in 0..<5 { try environment.fill(number..<number + 1) }
      let writer = Background {
        for number in 5..<60 { try environment.fill(number..<number + 1) }
      }
      await #expect(processExitsWith: .success) { [path = path as String] in
        let options = Environment.Options(tables: ["entries"], isJournaled: true, boot: "first")
        let environment = try Environment.open(at: path, options)
        for number in 1000..<1050 { try environment.fill(number..<number + 1) }
        environment.close()
      }
      writer.wait()
      #expect(try environment.keys() == Array(0..<60) + Array(1000..<1050))
    }
  }
}
