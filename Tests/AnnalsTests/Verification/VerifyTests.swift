import Annals
import EventLog
import Foundation
import StoreErrors
import TestSupport
import Testing

@testable import Records

/// A verification finds nothing in a sound store, and the right thing in a damaged one.
@Suite struct VerifyTests {
  private static func withSample(
    snapshots: Set<UInt64> = [],
    _ body: (_ store: String) throws -> Void
  ) throws {
    try withFolder { folder in
      try SampleStore.make(at: folder + "/s", snapshots: snapshots)
      try body(folder + "/s")
    }
  }

  private static func verify(_ path: String, _ options: Store.Options = .quick) throws
    -> Verification
  {
    let store = try Store.open(at: path, options)
    defer { store.close() }
    return try store.verifyEverywhere()
  }

  @Test func `nothing differs in a sound store, and what was compared is told`() throws {
    try Self.withSample(snapshots: [2, 4]) { path in
      for options in [Store.Options.quick, .readOnly] {
        let done = try Self.verify(path, options)
        #expect(done.fault == nil)
        #expect(done.head == Revision(5) && done.events == 64 && done.isOfLog)
        #expect(done.points == (1...5).map { Revision($0) })
        #expect(done.views == 2 && done.snapshots == 2 && done.since == .zero)
        #expect(done.records > 0 && done.entries > 0)
      }
      let store = try Store.open(at: path, .quick)
      defer { store.close() }
      var options = Store.VerificationOptions()
      options.onlyViews = true
      options.points = 0
      let done = try store.verify(options)
      #expect(done.fault == nil && !done.isOfLog && done.snapshots == 0)
      #expect(done.points == [Revision(5)])
    }
  }

  @Test func `an empty store and one in memory are sound`() throws {
    try withStore { store in
      let done = try store.verify()
      #expect(done.fault == nil && done.points.isEmpty && done.events == 0)
      try store.write(SampleStore.definitions().map(RecordOperation.define))
      try store.write([.new("a", ["n": .int(1)])])
      #expect(try store.verify().fault == nil)
      #expect(try store.verify().points == [Revision(1), Revision(2)])
    }
  }

  @Test func `views that began from a snapshot are compared from there on`() throws {
    try Self.withSample(snapshots: [2, 4]) { path in
      try FileManager.default.removeItem(atPath: path + "/views")
      var options = Store.Options.quick
      options.restoreEvents = 1
      let done = try Self.verify(path, options)
      #expect(done.fault == nil && done.since == Revision(4))
      #expect(done.points == [Revision(4), Revision(5)])
    }
  }

  @Test func `points are spread over history, the same for one seed`() {
    for count in [1, 3, 7, 50, 99, 100, 1000] {
      let points = Verifier.sample(count, from: Revision(1), before: Revision(101), seed: 7)
      #expect(points == points.sorted() && Set(points).count == min(count, 100))
      #expect(points.allSatisfy { $0 >= Revision(1) && $0 < Revision(101) })
      #expect(points == Verifier.sample(count, from: Revision(1), before: Revision(101), seed: 7))
      for (number, point) in points.enumerated() where count == 50 {
        #expect(
          point.rawValue == UInt64(2 * number + 1) || point.rawValue == UInt64(2 * number + 2)
        )
      }
    }
    #expect(Verifier.sample(3, from: Revision(1), before: Revision(1), seed: 1).isEmpty)
  }

  // MARK: Damaged views

  private static func damage(
    _ table: String,
    in path: String,
    isResealed: Bool = true,
    _ change: (inout [StoredTables.Entry]) -> Void
  ) throws -> VerificationFault {
    if isResealed {
      try StoredTables.changeContent(of: table, at: path + "/views", change)
    } else {
      try StoredTables.change(table, at: path + "/views", of: StoredTables.views, change)
    }
    let done = try verify(path)
    let fault = try #require(done.fault, "a change of \(table) is not noticed")
    #expect(fault.part == .views)
    return fault
  }

  @Test func `one byte of any record's state names that record`() throws {
    var random = SeededGenerator()
    for _ in 0..<rounds(12) {
      try Self.withSample { path in
        var id = ""
        let fault = try Self.damage("records", in: path, isResealed: random.oneIn(2)) { entries in
          let index = random.index(below: entries.count)
          id = String(decoding: entries[index].key.dropFirst(4), as: UTF8.self)
          // The state's length is a varint of one byte or two.
          let head = entries[index].value[0] < 128 ? 1 : 2
          let length = entries[index].value.prefix(head).enumerated().reduce(0) {
            $0 | Int($1.element & 127) << (7 * $1.offset)
          }
          // The first byte says whether it lives: any value but 1 says no.
          let place = head + random.index(below: length)
          entries[index].value[place] ^= place == head ? 1 : 1 << UInt8(random.index(below: 7))
        }
        #expect(fault.id == ExactString(id), "\(fault)")
        #expect(fault.type != nil && fault.revision != nil && fault.view == nil)
      }
    }
  }

  @Test func `a lost record, a strange one and a wrong count are found`() throws {
    try Self.withSample { path in
      let fault = try Self.damage("records", in: path) { $0.remove(at: 7) }
      #expect(fault.id == "15" && fault.message == "the record is missing")
    }
    try Self.withSample { path in
      let fault = try Self.damage("records", in: path) { entries in
        entries.append((entries[3].key + [65], entries[3].value))
      }
      #expect(fault.id == "11A" && fault.revision == Revision(2))
    }
    try Self.withSample { path in
      let fault = try Self.damage("lists", in: path) { $0[0].value[0] += 1 }
      #expect(fault.message == "32 are counted in the records of thing, by the log there are 31")
    }
  }

  @Test func `an entry of a view that is gone or doubled names view and record`() throws {
    var random = SeededGenerator()
    for isDoubled in [false, true] {
      try Self.withSample { path in
        var key: [UInt8] = [], value: [UInt8] = []
        let fault = try Self.damage("entries", in: path) { entries in
          let index = random.index(below: entries.count)
          (key, value) = entries[index]
          if isDoubled {
            // The same record at a place of its own, behind all others of the view.
            entries.append((Array(key.prefix(8)) + [255, 255], value))
          } else {
            entries.remove(at: index)
          }
        }
        #expect(fault.view == (key[7] == 1 ? "by-n" : "by-t"))
        #expect(fault.revision == Revision(5))
        if value[0] == 0 {
          #expect(fault.id == ExactString(String(decoding: value.dropFirst(), as: UTF8.self)))
        }
      }
    }
  }

  @Test func `a unique value that is gone or another's names its record`() throws {
    try Self.withSample { path in
      var id = ""
      let fault = try Self.damage("uniques", in: path) { entries in
        id = String(decoding: entries.remove(at: 4).value, as: UTF8.self)
      }
      #expect(fault.id == ExactString(id) && fault.message.contains("unique values"))
    }
    try Self.withSample { path in
      let fault = try Self.damage("uniques", in: path) { $0[4].value = Array("none".utf8) }
      #expect(fault.id == "none")
    }
  }

  @Test func `damage of a node of the past names its list`() throws {
    for table in ["pastNodes", "pastRoots"] {
      try Self.withSample { path in
        for view in 0...2 {
          let sound = try StoredTables.entries(table, at: path + "/views", of: StoredTables.views)
          let fault = try Self.damage(table, in: path, isResealed: false) { entries in
            for index in entries.indices
            where entries[index].key[3] == 1 && entries[index].key[7] == view {
              entries[index].value[entries[index].value.count / 2] ^= 4
            }
          }
          #expect(fault.view == [nil, "by-n", "by-t"][view] && fault.type == "thing")
          #expect(fault.message.contains("past"))
          try StoredTables.change(table, at: path + "/views", of: StoredTables.views) { $0 = sound }
          #expect(try Self.verify(path).fault == nil)
        }
      }
    }
  }

  @Test func `a sealed trail that is gone names its record at a point of the past`() throws {
    try Self.withSample { path in
      let store = try Store.open(at: path, .quick)
      for number in 0..<40 { try store.write([.set("3", ["n": .int(Int64(number))])]) }
      try store.catchUp()
      store.close()
      let fault = try Self.damage("history", in: path) { entries in
        // The type's number, the length of the id and the id begin a key.
        let first = entries.firstIndex { $0.key[4...5].elementsEqual([1, UInt8(ascii: "3")]) }
        if let first { entries.remove(at: first) }
      }
      #expect(fault.id == "3" && fault.view == nil, "\(fault)")
      #expect(fault.revision.map { $0 < Revision(20) } ?? false)
    }
  }

  @Test func `what is found is not mended, and a rebuild mends it`() throws {
    try Self.withSample { path in
      _ = try Self.damage("entries", in: path) { $0.remove(at: 3) }
      let store = try Store.open(at: path, .quick)
      defer { store.close() }
      #expect(try store.verify().fault != nil)
      try store.rebuild()
      #expect(try store.verify().fault == nil)
    }
  }

  // MARK: Others at work meanwhile

  @Test func `a type that is defined while the log is checked is no damage`() throws {
    let log = MemoryEventLog()
    let directory = ViewsDirectory(root: nil, isReadOnly: false)
    let views = Views(of: log, in: directory, snapshots: nil, batchEvents: 9, restoreEvents: 1)
    defer { views.close() }
    let writer = Writer(to: log, views, waitingLimit: 9)
    func define(_ name: ExactString) throws {
      let type = try TypeDefinition(name: name, fields: [])
      _ = try writer.write([
        WriteRequest(actor: "ann", reason: nil, operations: [.define(type)], key: nil)
      ])
    }
    try define("a")
    var check = try LogCheck(of: log)
    try define("b")
    try log.scan(Revision(1)...Revision(2)) { header, position, bytes in
      try check.take(header, position, bytes)
      return true
    }
    try check.finish()
    #expect(try check.head == log.head())
  }

  @Test func `a snapshot that is pruned while it is compared is no fault`() throws {
    try Self.withSample(snapshots: [2]) { path in
      let log = try LMDBEventLog.open(at: path + "/log", durability: .buffered, isReadOnly: true)
      defer { log.close() }
      let found = Snapshots(in: path + "/snapshots", of: log).inspect()
      #expect(try found.map { try $0.forEach { _, _ in nil } } == [.whole])
      #expect(try found.map { try $0.forEach { _, _ in "no" } } == [.wrong("no")])
      try FileManager.default.removeItem(atPath: path + "/snapshots")
      #expect(try found.map { try $0.forEach { _, _ in nil } } == [.gone])
    }
  }
}
