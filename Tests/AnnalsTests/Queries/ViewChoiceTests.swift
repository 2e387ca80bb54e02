import Annals
import TestSupport
import Testing

/// Which view answers, and that long keys keep their order.
@Suite struct ViewChoiceTests {
  private func things() throws -> TypeDefinition {
    try .thing(
      FieldDefinition("owner", .text),
      FieldDefinition("age", .int),
      FieldDefinition("note", .text),
      views: [
        ViewDefinition("by-age", filters: [], sorts: [SortKey(field: 2)]),
        ViewDefinition("owned", filters: [1], sorts: [SortKey(field: 2, isDescending: true)]),
        ViewDefinition("by-note", filters: [], sorts: [SortKey(field: 3)]),
      ]
    )
  }

  /// A condition, an order, and the plan: the view with its fixed fields and whether a range bounds it; sorted and
  /// filtered afterwards.
  @Test(arguments: [
    ("", "", "scan", false, false),
    ("", "age", "by-age 0", false, false),
    ("", "-age", "scan", true, false),
    ("", "note,age", "scan", true, false),
    ("owner = 'x'", "-age", "owned 1", false, false),
    ("owner = 'x'", "age", "owned 1", true, false),
    ("owner = 'x'", "owner,-age", "owned 1", false, false),
    ("owner = 'x' and age = 3", "", "owned 2", false, false),
    ("owner = 'x' and age > 3", "-age", "owned 1 bounded", false, true),
    ("owner = 'x' and note = 'y'", "-age", "owned 1", false, true),
    ("age between 1 and 5", "age", "by-age 0 bounded", false, true),
    ("age = 3", "age", "by-age 1", false, false),
    ("age <> 3", "", "scan", false, true),
    ("age = 3 or owner = 'x'", "", "scan", false, true),
    ("not owner = 'x'", "age", "by-age 0", false, true),
    ("note >= 'a'", "", "by-note 0 bounded", true, true),
    ("note like 'a%'", "note", "by-note 0 bounded", false, true),
    ("note like '%a'", "", "scan", false, true),
    ("age in (3, 4)", "age", "by-age 1", false, false),
    ("age = 4 or age in (3, 4) or age = 9", "", "by-age 1", false, false),
    ("age in (1, 3, 5, 3)", "", "by-age 1", true, false),
    ("age is null or age = 3", "", "by-age 1", true, false),
    ("age < 2 or age > 4", "age", "by-age 0 bounded", false, true),
    ("age = 3 or age > 4", "age", "by-age 0 bounded", false, true),
    ("age is null or age > 4", "age", "by-age 0", false, true),
    ("age in (3, 4) and age = 3", "", "by-age 1", false, true),
    ("owner in ('x', 'y')", "-age", "owned 1", false, false),
    ("owner in ('x', 'y')", "owner,-age", "owned 1", false, false),
    ("owner in ('x', 'y', 'z')", "-age", "owned 1", true, false),
    ("owner in ('x', 'y') and age > 3", "-age", "owned 1 bounded", false, true),
    ("owner = 'x' and age in (1, 2)", "", "owned 2", false, false),
    ("owner is null", "-age", "owned 1", false, false),
  ]) func `the view that narrows most is used, otherwise a scan`(
    _ condition: String,
    _ sort: String,
    _ source: String,
    _ needsSort: Bool,
    _ needsFilter: Bool
  ) throws {
    try withStore(things()) { store in
      try store.write([
        .new("a", ["owner": .text("x"), "age": .int(3)]),
        .new("b", ["owner": .text("z"), "age": .int(1)]),
        .new("c"),
      ])
      let definition = try store.type("thing")
      let plan = try store.explain(
        Query(
          "thing",
          where: condition.isEmpty ? nil : try Condition(parsing: condition, for: definition),
          sort: sort.isEmpty ? [] : try SortKey.parse(sort, for: definition)
        )
      )
      let found =
        switch plan.source {
        case .view(let name, let fixed, let isBounded):
          "\(name) \(fixed)" + (isBounded ? " bounded" : "")
        case .records(let count): "\(count) records"
        case .scan: "scan"
        case .replay: "replay"
        }
      #expect(found == source)
      #expect(plan.needsSort == needsSort && plan.needsFilter == needsFilter)
    }
  }

  @Test func `the past is answered as the head is, and explained so`() throws {
    try withStore(things()) { store in
      try store.write([.new("a")])
      try store.write([.new("b")])
      let plan = try store.explain(Query("thing"), at: .revision(Revision(2)))
      #expect(plan.source == .scan && plan.estimate == 1)
      #expect(try store.explain(Query("thing"), at: .revision(Revision(3))).source == .scan)
      #expect(
        code { _ = try store.explain(Query("thing"), at: .revision(Revision(4))) } == .notFound
      )
    }
  }

  /// Texts longer than an LMDB key that share their first 480 bytes and more.
  @Test func `long texts stay in order while records come and go`() throws {
    var random = SeededGenerator()
    let beginnings = [470, 480, 490, 600, 1000].map { String(repeating: "k", count: $0) }
    try withStore(things()) { store in
      var notes: [ExactString: String] = [:]
      for _ in 0..<rounds(12) {
        var operations: [RecordOperation] = []
        for _ in 0..<10 {
          let id: ExactString = "\(random.index(below: 40))"
          if notes[id] != nil, random.oneIn(3) {
            operations.append(.remove(id))
            notes[id] = nil
          } else {
            let end = random.pick(["", "a", "b", "\u{0}", "é", String(repeating: "z", count: 600)])
            let note = random.pick(beginnings) + random.pick(["", "m", "\u{0}"]) + end
            operations.append(.put(id, ["note": .text(note)]))
            notes[id] = note
          }
        }
        try store.write(operations)
        let sorted = notes.sorted {
          let (left, right) = (Array($0.value.utf8), Array($1.value.utf8))
          return left == right ? $0.key < $1.key : left.lexicographicallyPrecedes(right)
        }.map(\.key)
        #expect(try store.ids(sort: "note") == sorted)
        #expect(try store.fetch(Query("thing", view: "by-note")).records.map(\.id) == sorted)
        guard let wanted = notes.values.randomElement(using: &random) else { continue }
        let same = sorted.filter { notes[$0]?.utf8.elementsEqual(wanted.utf8) ?? false }
        let query = Query("thing", where: .compare(field: 3, .equal, .text(wanted)))
        #expect(try store.fetch(query).records.map(\.id) == same)
        // By pages, which begin in the middle of such a run.
        var page = Query("thing", sort: [SortKey(field: 3)], limit: 7)
        var paged: [ExactString] = []
        repeat {
          let answer = try store.fetch(page)
          paged += answer.records.map(\.id)
          page.after = answer.next
        } while page.after != nil
        #expect(paged == sorted)
      }
    }
  }
}
