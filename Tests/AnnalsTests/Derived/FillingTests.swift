import Annals
import EventLog
import Foundation
import Testing

/// A view that comes to records which are there already is filled while everything else goes on.
@Suite struct FillingTests {
  private static let sizes = ViewDefinition("by-size", filters: [], sorts: [SortKey(field: 2)])
  private static let owned = ViewDefinition(
    "owned",
    filters: [1],
    sorts: [SortKey(field: 2, isDescending: true)]
  )

  private static func definition(_ views: ViewDefinition...) throws -> TypeDefinition {
    try .thing(FieldDefinition("owner", .text), FieldDefinition("size", .int), views: views)
  }

  /// A store of 40 records, whose views take so many records at once.
  private static func options(step: Int) -> Store.Options {
    var options = Store.Options.quick
    options.catchUpEvents = step
    return options
  }

  private static func withThings(
    step: Int = 3,
    _ body: (_ store: Store, _ path: String) throws -> Void
  ) throws {
    try withFolder { folder in
      let store = try Store.create(at: folder + "/s", options(step: step))
      defer { store.close() }
      try store.write([.define(definition(owned))])
      for start in stride(from: 0, to: 40, by: 10) {
        try store.write(
          (start..<start + 10).map {
            .new("\($0 + 10)", ["owner": .text("o\($0 % 3)"), "size": .int(Int64($0 * 7 % 40))])
          }
        )
      }
      _ = try store.ids()
      try body(store, folder + "/s")
    }
  }

  /// The records by size, as a scan gives them.
  private static func bySize(_ store: Store, at point: Point = .head) throws -> [ExactString] {
    try store.fetch(Query("thing"), at: point).records.map {
      (size: $0["size"] ?? .null, id: $0.id)
    }
    .sorted {
      Value.order($0.size, $1.size) == 0 ? $0.id < $1.id : Value.order($0.size, $1.size) < 0
    }
    .map(\.id)
  }

  private static func plan(_ store: Store, at point: Point = .head) throws -> Plan {
    try store.explain(Query("thing", view: "by-size"), at: point)
  }

  private static func fetched(_ store: Store, at point: Point = .head) throws -> [ExactString] {
    try store.fetch(Query("thing", view: "by-size"), at: point).records.map(\.id)
  }

  @Test func `each read fills some of it, and does without it until it is whole`() throws {
    try Self.withThings(step: 1) { store, _ in
      let before = try store.head().revision
      try store.write([.redefine(try Self.definition(Self.owned, Self.sizes))])
      var reads = 0
      while try Self.plan(store).source == .scan {
        #expect(try Self.plan(store).unfilled == "by-size")
        reads += 1
        // On both sides of what is filled records change, come and go.
        try store.write([
          .put("\(10 + reads * 11 % 40)", ["owner": .text("o"), "size": .int(Int64(reads * 5))]),
          .new("a\(reads)", ["size": .int(3)]), .new("z\(reads)", ["size": .int(4)]),
        ])
        if reads > 2 { try store.write([.remove("a\(reads - 1)"), .remove("z\(reads - 2)")]) }
        #expect(try Self.fetched(store) == Self.bySize(store))
        // Nothing but the view waits.
        #expect(try store.explain(Query("thing", view: "owned")).unfilled == nil)
        try #require(reads < 100)
      }
      #expect(reads > 3)
      #expect(try Self.plan(store).source == .view(name: "by-size", fixed: 0, isBounded: false))
      #expect(try Self.fetched(store) == Self.bySize(store))
      try store.write([.set("12", ["size": .int(-9)])])
      #expect(try Self.fetched(store).first == "12")

      let head = try store.head().revision
      for number in before.rawValue + 1...head.rawValue {
        let point = Point.revision(Revision(number))
        #expect(try Self.fetched(store, at: point) == Self.bySize(store, at: point), "\(point)")
      }
      // What it was while it was filled is found by a scan, before and after as ever.
      #expect(try Self.plan(store, at: .revision(before.next)).source == .scan)
      #expect(try Self.plan(store, at: .revision(head)).unfilled == nil)
      #expect(try store.verifyEverywhere().fault == nil)
      #expect(try store.verifyEverywhere().views == 2)
    }
  }

  @Test func `it is filled at once where that is asked for`() throws {
    try Self.withThings { store, _ in
      try store.write([.redefine(try Self.definition(Self.owned, Self.sizes))])
      try store.catchUp()
      let head = try store.head().revision
      #expect(try Self.plan(store, at: .revision(head)).unfilled == nil, "without a gap")
      #expect(try store.statistics().views.map(\.isWhole) == [true, true])
      #expect(try store.statistics().views.map(\.entries) == [40, 40])
      #expect(try Self.fetched(store) == Self.bySize(store))
    }
  }

  @Test func `another process goes on where one stopped`() throws {
    try Self.withThings { store, path in
      try store.write([.redefine(try Self.definition(Self.owned, Self.sizes))])
      for _ in 0..<3 { _ = try store.ids() }
      #expect(try store.statistics().views.map(\.isWhole) == [true, false])
      #expect(try store.statistics().views.map(\.entries) == [40, 9])
      store.close()
      let again = try Store.open(at: path, Self.options(step: 1000))
      defer { again.close() }
      _ = try again.ids()
      #expect(try again.statistics().views.map(\.isWhole) == [true, true])
      #expect(try again.verifyEverywhere().fault == nil)
    }
  }

  @Test func `a view that ends, or becomes another, while it is filled leaves nothing wrong`()
    throws
  {
    for isDropped in [false, true] {
      try Self.withThings { store, _ in
        try store.write([.redefine(try Self.definition(Self.owned, Self.sizes))])
        for _ in 0..<4 { _ = try store.ids() }
        let filling = try store.head().revision
        let known = try store.type("thing")
        let next = try known.changed { _, views in
          if isDropped {
            views.removeLast()
          } else {
            views[1].sorts = [SortKey(field: 2, isDescending: true)]
          }
        }
        try store.write([.redefine(next)])
        #expect(
          try Self.fetched(store, at: .revision(filling))
            == Self.bySize(store, at: .revision(filling))
        )
        #expect(try Self.plan(store, at: .revision(filling)).unfilled == "by-size")
        #expect(try store.verifyEverywhere().fault == nil)
        try store.catchUp()
        #expect(try Self.plan(store, at: .revision(filling)).unfilled == "by-size")
        #expect(try store.statistics().views.count == (isDropped ? 1 : 2))
        if !isDropped {
          let sizes = try store.fetch(Query("thing", view: "by-size")).records.map { $0["size"] }
          #expect(sizes == (0..<40).reversed().map { .int($0) })
        }
        #expect(try store.verifyEverywhere().fault == nil)
        #expect(try store.rebuild().differences.isEmpty)
        #expect(try store.verifyEverywhere().fault == nil)
      }
    }
  }

  @Test func `a change that does not concern a view leaves it alone`() throws {
    try Self.withThings { store, _ in
      let renamed = try store.type("thing").changed { fields, _ in
        fields[1].name = "extent"
        fields[0].rules.maximum = .int(9)
        fields.append(FieldDefinition("more", .text))
      }
      try store.write([.redefine(renamed)])
      #expect(try store.explain(Query("thing", view: "owned")).unfilled == nil)
      #expect(try store.statistics().views.map(\.entries) == [40])
      #expect(try store.verifyEverywhere().fault == nil)
    }
  }

  @Test func `a page token goes on when the view is whole meanwhile`() throws {
    try Self.withThings { store, _ in
      try store.write([.redefine(try Self.definition(Self.owned, Self.sizes))])
      var query = Query("thing", view: "by-size", limit: 7)
      var ids: [ExactString] = []
      repeat {
        let page = try store.fetch(query)
        ids += page.records.map(\.id)
        query.after = page.next
        try store.catchUp()
      } while query.after != nil
      #expect(try ids == Self.bySize(store))
    }
  }

  @Test func `the digest of a view is the same however it came to be`() throws {
    var digests: [Set<LogDigest>] = []
    for step in [1, 7, 100_000] {
      try Self.withThings(step: step) { store, _ in
        try store.write([.redefine(try Self.definition(Self.owned, Self.sizes))])
        try store.write([.set("12", ["size": .int(99)])])
        try store.catchUp()
        try store.write([.remove("13")])
        try store.catchUp()
        digests.append(Set(try store.statistics().views.map(\.digest)))
        try store.rebuild()
        digests.append(Set(try store.statistics().views.map(\.digest)))
      }
    }
    #expect(Set(digests).count == 1 && digests[0].count == 2)
  }
}
