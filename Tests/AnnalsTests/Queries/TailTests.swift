import Annals
import Foundation
import Testing

/// Few events that the views do not show yet are merged into what they show, and the views stay as they are.
@Suite struct TailTests {
  private static func definition(_ views: ViewDefinition...) throws -> TypeDefinition {
    try .thing(
      FieldDefinition("owner", .text),
      FieldDefinition("size", .int),
      views: [
        ViewDefinition("by-size", filters: [], sorts: [SortKey(field: 2)]),
        ViewDefinition("owned", filters: [1], sorts: [SortKey(field: 2, isDescending: true)]),
      ] + views
    )
  }

  /// A store whose views show 30 things, and nothing that is written afterwards.
  private static func withThings(_ body: (_ store: Store, _ path: String) throws -> Void) throws {
    try withFolder { folder in
      let store = try Store.create(at: folder + "/s", .quick)
      defer { store.close() }
      try store.write([.define(definition())])
      try store.write(
        (10..<40).map {
          .new("\($0)", ["owner": .text("o\($0 % 3)"), "size": .int(Int64($0 * 7 % 30))])
        }
      )
      try store.catchUp()
      try body(store, folder + "/s")
    }
  }

  private static let changes: [RecordOperation] = [
    .new("a", ["owner": .text("o1"), "size": .int(-1)]), .new("zz", ["size": .int(5)]),
    .set("12", ["size": .int(999)]), .set("13", ["owner": .text("o2")]), .remove("14"),
    .remove("15"), .new("15", ["owner": .text("o1")]), .set("16", ["owner": .null]),
  ]

  /// What a store says of the present, in every way that a tail is merged into.
  private static func answers(of store: Store) throws -> [String] {
    var lines: [String] = []
    func add(_ query: Query) throws {
      let ids = try store.fetch(query).records.map(\.id)
      lines.append("\(ids) \(try store.count(query))")
      var paged = query
      paged.limit = 4
      var pages: [ExactString] = []
      repeat {
        let page = try store.fetch(paged)
        pages += page.records.map(\.id)
        paged.after = page.next
      } while paged.after != nil
      #expect(pages == ids)
    }
    try add(Query("thing"))
    try add(Query("thing", view: "by-size"))
    try add(Query("thing", view: "owned"))
    for text in [
      "owner = 'o1'", "owner = 'o1' and size > 3", "size between -5 and 9", "owner is null",
    ] {
      let condition = try Condition(parsing: text, for: store.type("thing"))
      try add(Query("thing", where: condition))
      try add(Query("thing", where: condition, sort: [SortKey(field: 2, isDescending: true)]))
    }
    for id: ExactString in ["a", "12", "14", "15", "zz", "never"] {
      switch try store.lookup("thing", id) {
      case .found(let record): lines.append("\(id) \(record.version) \(record.values)")
      case .deleted(let last, let event): lines.append("\(id) \(last.version) \(event.version)")
      case .neverExisted: lines.append("\(id) never")
      case .notYetCreated: lines.append("\(id) not yet")
      }
    }
    return lines
  }

  private static func waiting(_ store: Store) throws -> UInt64 {
    try store.statistics().waitingEvents
  }

  @Test func `a read sees what waits, and answers as the views do that show it`() throws {
    try Self.withThings { store, _ in
      for change in Self.changes {
        try store.write([change])
        #expect(
          try store.fetch(Query("thing", view: "by-size")).point.revision == store.head().revision
        )
      }
      #expect(try Self.waiting(store) == 8, "nothing was written")
      let condition = try Condition(parsing: "owner = 'o1'", for: store.type("thing"))
      let plan = try store.explain(Query("thing", where: condition))
      #expect(plan.source == .view(name: "owned", fixed: 1, isBounded: false))
      #expect(try Self.waiting(store) == 8)
      let answers = try Self.answers(of: store)
      try store.catchUp()
      #expect(try Self.waiting(store) == 0)
      #expect(try Self.answers(of: store) == answers)
      #expect(try store.verifyEverywhere().fault == nil)
    }
  }

  @Test func `whoever opens the store, or may only read it, sees what waits, too`() throws {
    try Self.withThings { store, path in
      try store.write(Self.changes)
      store.close()
      for options in [Store.Options.quick, .readOnly] {
        let other = try Store.open(at: path, options)
        defer { other.close() }
        #expect(try other.fetch(Query("thing", view: "by-size", limit: 1)).records.first?.id == "a")
        #expect(try other.count(Query("thing")) == 31)
        #expect(try Self.waiting(other) == 8)
      }
    }
  }

  @Test func `points before, within and behind what waits are told apart`() throws {
    try Self.withThings { store, _ in
      for change in Self.changes { try store.write([change]) }
      let shown = Point.revision(Revision(2))
      #expect(try store.count(Query("thing"), at: shown) == 30)
      #expect(
        try store.fetch(Query("thing", view: "by-size", limit: 1), at: shown).records.first?.id
          == "30"
      )
      #expect(try Self.waiting(store) == 8)
      if case .notYetCreated(let first) = try store.lookup("thing", "a", at: shown) {
        #expect(first.position.revision == Revision(3))
      } else {
        Issue.record("a comes into being later")
      }
      #expect(try Self.waiting(store) == 0, "the first event is found through the views")
      try store.write([.set("a", ["size": .int(7)])])
      try store.write([.set("a", ["size": .int(8)])])
      let within = Point.revision(Revision(11))
      #expect(try store.record("a", at: within)?["size"] == .int(7))
      try store.write([.set("a", ["size": .int(9)])])
      let head = try store.head().revision
      #expect(try store.record("a", at: .revision(head))?["size"] == .int(9))
      #expect(try Self.waiting(store) == 1)
    }
  }

  @Test func `a definition that waits brings the views up`() throws {
    try Self.withThings { store, _ in
      try store.write([.set("12", ["size": .int(3)])])
      let wider = try store.type("thing").changed { fields, _ in
        fields.append(FieldDefinition("x", .int))
      }
      try store.write([.redefine(wider)])
      #expect(try store.fetch(Query("thing", limit: 1)).records.first?.values.count == 3)
      #expect(try Self.waiting(store) == 0)
    }
  }

  @Test func `many events bring the views up, and then few wait again`() throws {
    try Self.withThings { store, _ in
      for round: Int64 in 1...2 {
        try store.write(
          (0..<4001).map { .put("n\($0 % 600)", ["size": .int(round * 10_000 + Int64($0))]) }
        )
        #expect(try store.count(Query("thing")) == 630)
        #expect(try Self.waiting(store) == 0)
        try store.write([.set("12", ["size": .int(-99)])])
        #expect(
          try store.fetch(Query("thing", view: "by-size", limit: 1)).records.first?.id == "12"
        )
        #expect(try Self.waiting(store) == 1)
        try store.write([.set("12", ["size": .int(0)])])
      }
    }
  }

  @Test func `a page token that was given while events waited goes on when they do not`() throws {
    try Self.withThings { store, _ in
      try store.write(Self.changes)
      var query = Query("thing", view: "owned", limit: 5)
      let all = try store.fetch(Query("thing", view: "owned")).records.map(\.id)
      var ids: [ExactString] = []
      repeat {
        let page = try store.fetch(query)
        ids += page.records.map(\.id)
        query.after = page.next
        // The next page is of the same revision, whatever is written.
        try store.write([.new(nil, ["size": .int(1)])])
        if ids.count > 12 { try store.catchUp() }
      } while query.after != nil
      #expect(ids == all)
    }
  }
}
