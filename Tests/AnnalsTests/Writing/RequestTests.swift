import Annals
import Testing

/// What a write may be asked for besides its operations, and what it answers.
@Suite struct RequestTests {
  private func things() throws -> TypeDefinition {
    try .thing(FieldDefinition("n", .int), FieldDefinition("t", .text))
  }

  @Test func `what changes nothing is neither an event nor a commit`() throws {
    try withStore(things()) { store in
      try store.write([.new("a", ["n": .int(1), "t": .null])])
      let head = try store.head()
      let nothing: [RecordOperation] = [
        .set("a", ["n": .int(1)]), .set("a", ["t": .null]), .set("a", [:]),
        .put("a", ["n": .int(1)]),
        .replace("a", ["n": .int(1), "t": .null]),
        .new("a", ifAbsent: true), .define(try things()),
        .deleteWhere(type: "thing", .compare(field: 1, .equal, .int(2))),
      ]
      let receipt = try store.write(nothing)
      #expect(receipt.revision == nil && receipt.time == nil && receipt.eventCount == 0)
      #expect(receipt.outcomes.map(\.effect) == nothing.map { _ in .unchanged })
      #expect(try store.head() == head)
      #expect(try store.write([]).revision == nil)
      // Null and missing are different: this is a change.
      #expect(try store.write([.set("a", ["t": nil])]).eventCount == 1)
      let mixed = try store.write([.set("a", ["n": .int(1)]), .new("b"), .set("b", ["n": nil])])
      #expect(mixed.outcomes.map(\.effect) == [.unchanged, .created, .unchanged])
      #expect(mixed.eventCount == 1)
    }
  }

  @Test func `a decimal written with other digits is a change`() throws {
    try withStore(.thing(FieldDefinition("d", .decimal))) { store in
      try store.write([.new("a", ["d": Value(parsing: "1.5", as: .decimal)])])
      let receipt = try store.write([.set("a", ["d": Value(parsing: "1.50", as: .decimal)])])
      #expect(receipt.eventCount == 1)
      #expect(try store.record("a")?["d"]?.text == "1.50")
    }
  }

  @Test func `an operation for another version, or for what does not live, is refused`() throws {
    try withStore(things()) { store in
      try store.write([.new("a", ["n": .int(1)])])
      try store.write([.set("a", ["n": .int(2)], ifVersion: 1)])
      for version: UInt64 in [0, 1, 3, .max] {
        for operation: RecordOperation in [
          .set("a", ["n": .int(3)], ifVersion: version), .remove("a", ifVersion: version),
          .put("a", ["n": .int(3)], ifVersion: version),
        ] {
          #expect(code { try store.write([operation]) } == .conflict)
        }
      }
      #expect(code { try store.write([.new("a")]) } == .conflict)
      #expect(code { try store.write([.set("b", ["n": .int(1)])]) } == .notFound)
      #expect(code { try store.write([.remove("b")]) } == .notFound)
      #expect(
        code { try store.write([.put("b", ifVersion: 0)]) } == .conflict
      )
      // Versions go on within a commit and through deletions; lives are counted apart.
      let receipt = try store.write([
        .remove("a", ifVersion: 2), .new("a"), .set("a", ["n": .int(5)], ifVersion: 4),
      ])
      #expect(receipt.outcomes.map(\.version) == [3, 4, 5])
      let record = try #require(try store.record("a"))
      #expect(record.version == 5 && record.life == 2 && record["n"] == .int(5))
      #expect(code { try store.write([.remove("a"), .set("a", ["n": .int(1)])]) } == .notFound)
    }
  }

  @Test func `an id of its own is given to a record created without one`() throws {
    try withStore(things()) { store in
      let receipt = try store.write([.new(nil), .new(nil)])
      let ids = receipt.outcomes.compactMap(\.id)
      #expect(Set(ids).count == 2)
      #expect(try store.ids() == ids, "version 7 identifiers sort by the time they were made")
    }
  }

  @Test func `a dry run answers as the write would, and changes nothing`() throws {
    try withStore(things()) { store in
      try store.write([.new("a", ["n": .int(1)])])
      let head = try store.head()
      var dry = Store.WriteOptions()
      dry.isDryRun = true
      dry.key = "k"
      let wide = try store.type("thing").changed { fields, _ in
        fields.append(FieldDefinition("x", .bool))
      }
      let operations: [RecordOperation] = [
        .redefine(wide), .set("a", ["x": .bool(true)]), .new("b"), .remove("b"),
        .deleteWhere(type: "thing", nil),
      ]
      let receipt = try store.write(operations, dry)
      #expect(receipt.revision == nil && receipt.eventCount == 5)
      #expect(
        receipt.outcomes.map(\.effect) == [.defined, .updated, .created, .deleted, .deleted]
      )
      #expect(code { try store.write([.new("a")], dry) } == .conflict)
      #expect(try store.head() == head)
      #expect(try store.type("thing").version == 1)
      // Nothing of it is remembered, neither by the writer nor under the key.
      var real = dry
      real.isDryRun = false
      #expect(try store.write([.new("b")], real).revision == head.revision.next)
      #expect(code { try store.write([.set("a", ["x": .bool(true)])]) } == .usage)
    }
  }

  @Test func `a dry run takes no snapshot either`() throws {
    var options = Store.Options.quick
    options.snapshotPolicy = SnapshotPolicy(everyEvents: 3)
    try withStoreOnDisk(things(), options: options) { store in
      try store.write([.new("a"), .new("b")])
      _ = try store.pruneSnapshots()
      let before = try store.snapshots().map(\.path)
      var dry = Store.WriteOptions()
      dry.isDryRun = true
      for _ in 0..<4 { try store.write([.new("c"), .new("d"), .new("e")], dry) }
      #expect(try store.snapshots().map(\.path) == before)
    }
  }

  @Test func `a request under a key happens once, however often it is sent`() throws {
    try withFolder { folder in
      var store = try Store.create(at: folder + "/s", .quick)
      try store.write([.define(try things())])
      var keyed = Store.WriteOptions()
      keyed.key = "k1"
      let request: [RecordOperation] = [
        .new("a", ["n": .int(1)]), .set("a", ["n": .int(2)]), .remove("a"), .new("b"),
      ]
      let first = try store.write(request, keyed)
      #expect(!first.isRepeat && first.eventCount == 4)
      try store.write([.set("b", ["n": .int(9)])])
      for _ in 0..<2 {
        var second = try store.write(request, keyed)
        #expect(second.isRepeat)
        second.isRepeat = false
        #expect(second == first)
        #expect(code { try store.write([.new("c")], keyed) } == .keyReused)
        #expect(code { _ = try store.write(by: "bob", request, keyed) } == .keyReused)
        #expect(code { _ = try store.write(by: "ann", because: "x", request, keyed) } == .keyReused)
        store.close()
        store = try Store.open(at: folder + "/s", .quick)
      }
      #expect(try store.head().revision == Revision(3))
      keyed.expecting = .head(Revision(1))
      #expect(try store.write(request, keyed).isRepeat, "a repeated request expects nothing")
      for bad in ["", String(repeating: "k", count: 256)] {
        keyed.key = bad
        #expect(code { try store.write([.new("d")], keyed) } != nil)
      }
      store.close()
    }
  }

  @Test func `one key in several requests of one call gives one commit`() throws {
    try withStore(things()) { store in
      var keyed = Store.WriteOptions()
      keyed.key = "k"
      let batch = Store.Batch(by: "ann", [.new("a")], keyed)
      let receipts = try store.write([batch, Store.Batch(by: "ann", [.new("b")]), batch])
      #expect(receipts.map(\.revision) == [Revision(2), Revision(3), Revision(2)])
      #expect(receipts.map(\.isRepeat) == [false, false, true])
      #expect(receipts[2].outcomes == receipts[0].outcomes)
      let other = Store.Batch(by: "ann", [.new("c")], keyed)
      #expect(code { _ = try store.write([other]) } == .keyReused)
      keyed.key = "k2"
      let pair = [Store.Batch(by: "ann", [.new("c")], keyed), .init(by: "ann", [.new("d")], keyed)]
      #expect(code { _ = try store.write(pair) } == .keyReused)
      #expect(try store.head().revision == Revision(3))
    }
  }

  @Test func `a write that expects a revision is refused at any other`() throws {
    try withStore(things()) { store in
      var options = Store.WriteOptions()
      options.expecting = .head(Revision(1))
      #expect(try store.write([.new("a")], options).revision == Revision(2))
      #expect(code { try store.write([.new("b")], options) } == .conflict)
      options.expecting = .head(Revision(3))
      #expect(code { try store.write([.new("b")], options) } == .conflict)
      // In a batch it is the revision before its own commit.
      options.expecting = .head(Revision(3))
      let receipts = try store.write([
        Store.Batch(by: "a", [.new("b")]), .init(by: "b", [.new("c")], options),
      ])
      #expect(receipts.map(\.revision) == [Revision(3), Revision(4)])
    }
  }

  @Test func `several batches are written all or none`() throws {
    try withStore(things()) { store in
      let good = (0..<5).map { Store.Batch(by: "ann", [.new("a\($0)")]) }
      for bad: RecordOperation in [.new("a1"), .set("zz", ["n": .int(1)]), .new("x", ["q": nil])] {
        #expect(code { _ = try store.write(good + [Store.Batch(by: "bob", [bad])]) } != nil)
        #expect(try store.head().revision == Revision(1))
        #expect(try store.count(Query("thing")) == 0)
      }
      let receipts = try store.write(good + [Store.Batch(by: "bob", [.set("a0", [:])])])
      #expect(receipts.map(\.revision) == (2...6).map { Revision($0) } + [nil])
      #expect(try store.commit(Revision(6)).header.actor == "ann")
      #expect(try store.write([Store.Batch]()).isEmpty)
    }
  }

  @Test func `a closed store refuses everything`() throws {
    let store = Store.inMemory()
    try store.write([.define(try things()), .new("a")])
    store.close()
    store.close()
    #expect(code { try store.write([.new("b")]) } == .closed)
    #expect(code { _ = try store.fetch(Query("thing")) } == .closed)
    #expect(code { _ = try store.fetch(Query("thing"), at: .revision(Revision(1))) } == .closed)
    #expect(code { _ = try store.head() } == .closed)
    #expect(code { _ = try store.rebuild() } == .closed)
    #expect(code { _ = try store.replay { _ in true } } == .closed)
  }
}
