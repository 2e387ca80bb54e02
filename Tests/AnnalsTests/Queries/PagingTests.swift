import Annals
import TestSupport
import Testing

@Suite struct PagingTests {
  private func things() throws -> TypeDefinition {
    try .thing(
      FieldDefinition("n", .int),
      FieldDefinition("t", .text),
      views: [
        ViewDefinition("by-n", filters: [], sorts: [SortKey(field: 1)]),
        ViewDefinition("by-t", filters: [2], sorts: [SortKey(field: 1, isDescending: true)]),
      ]
    )
  }

  /// Few values among many records: only the id tells neighbours apart.
  private func fill(_ store: Store, _ random: inout SeededGenerator) throws {
    try store.write(
      (0..<60).map { number in
        let n = random.pick([nil, .null, .int(0), .int(1), .int(2)] as [Value?])
        return .new("\(number)", ["n": n, "t": .text(random.pick(["x", "y"]))])
      }
    )
  }

  private func change(_ store: Store, _ random: inout SeededGenerator) throws {
    for _ in 0..<random.index(below: 3) {
      let id: ExactString = "\(random.index(below: 70))"
      let n = random.pick([nil, .null, .int(0), .int(3)] as [Value?])
      if random.oneIn(3), try store.record(id) != nil {
        try store.write([.remove(id)])
      } else {
        try store.write([.put(id, ["n": n, "t": .text(random.pick(["x", "y"]))])])
      }
    }
  }

  @Test func `the pages together are the whole list of their revision, while others write`() throws
  {
    var random = SeededGenerator()
    try withStore(things()) { store in
      try fill(store, &random)
      for _ in 0..<rounds(4) {
        for (condition, sort) in [
          (nil, ""), (nil, "n"), (nil, "-n"), (nil, "-n,t"), ("t = 'x'", "-n"), ("n >= 1", "n"),
          ("t = 'y' and n < 3", ""), ("n is null", "t"),
        ] as [(String?, String)] {
          let definition = try store.type("thing")
          var query = Query(
            "thing",
            where: try condition.map { try Condition(parsing: $0, for: definition) },
            sort: sort.isEmpty ? [] : try SortKey.parse(sort, for: definition),
            limit: 1 + random.index(below: 20)
          )
          let first = try store.fetch(query)
          var whole = query
          whole.limit = nil
          let wanted = try store.fetch(whole, at: .revision(first.point.revision)).records
          var found = first.records
          query.after = first.next
          while query.after != nil, found.count <= 100 {
            try change(store, &random)
            let page = try store.fetch(query)
            #expect(page.point.revision == first.point.revision)
            #expect(!page.records.isEmpty)
            found += page.records
            query.after = page.next
          }
          #expect(found == wanted, "\(query)")
        }
      }
    }
  }

  @Test func `a token is good for its own store and query only`() throws {
    var random = SeededGenerator()
    try withStore(things()) { store in
      try fill(store, &random)
      var query = Query("thing", sort: [SortKey(field: 1)], limit: 5)
      let token = try #require(try store.fetch(query).next)
      query.after = token
      let second = try store.fetch(query).records
      // Page sizes may change from page to page.
      query.limit = 2
      #expect(try store.fetch(query).records == Array(second.prefix(2)))
      #expect(try store.fetch(query, at: .revision(Revision(2))).records.count == 2)
      #expect(code { _ = try store.fetch(query, at: .revision(Revision(1))) } == .usage)

      func isRefused(_ change: (inout Query) -> Void) -> Bool {
        var other = query
        change(&other)
        return code { _ = try store.fetch(other) } == .usage
      }
      #expect(isRefused { $0.sort = [] })
      #expect(isRefused { $0.sort = [SortKey(field: 1, isDescending: true)] })
      #expect(isRefused { $0.sort.append(SortKey(field: 2)) })
      #expect(isRefused { $0.condition = .isNull(field: 1) })
      #expect(isRefused { $0.view = "by-n" })

      for text in [
        "", "x", "=", token.text + "A", String(token.text.dropLast(4)), "é" + token.text,
      ] {
        #expect(isRefused { $0.after = PageToken(text) }, "\(text)")
      }
      var characters = Array(token.text)
      for index in characters.indices.dropLast() {
        let kept = characters[index]
        characters[index] = kept == "A" ? "B" : "A"
        #expect(isRefused { $0.after = PageToken(String(characters)) }, "changed at \(index)")
        characters[index] = kept
      }
      try withStore(try things()) { other in
        var random = random
        try fill(other, &random)
        #expect(code { _ = try other.fetch(query) } == .usage)
      }
      // Nothing but the query counts: the token lives on when the store is changed and made anew.
      try change(store, &random)
      try store.rebuild()
      #expect(try store.fetch(query).records == Array(second.prefix(2)))
    }
  }

  @Test func `limits and offsets of every size are fine, negative ones are not`() throws {
    var random = SeededGenerator()
    try withStore(things()) { store in
      try fill(store, &random)
      for sort in [[], [SortKey(field: 1)], [SortKey(field: 2)]] {
        let all = try store.fetch(Query("thing", sort: sort)).records
        for (limit, offset) in [
          (nil, 0), (0, 0), (1, 0), (60, 0), (59, 1), (7, 57), (7, 60), (7, Int.max),
          (Int.max, 0), (Int.max, Int.max), (Int.max, 3), (Int.max / 2, 3), (nil, 58),
        ] as [(Int?, Int)] {
          let query = Query("thing", sort: sort, limit: limit, offset: offset)
          let page = try store.fetch(query)
          let wanted = all.dropFirst(offset).prefix(limit ?? .max)
          #expect(page.records == Array(wanted), "limit \(limit as Any), offset \(offset)")
          #expect((page.next == nil) == (limit == 0 || wanted.last == all.last || wanted.isEmpty))
          var handed: [StoredRecord] = []
          try store.forEach(query) { record in
            handed.append(record)
            return true
          }
          #expect(handed == page.records)
          #expect(try store.count(query) == 60)
        }
      }
      for query in [Query("thing", limit: -1), Query("thing", offset: -1)] {
        #expect(code { _ = try store.fetch(query) } == .usage)
        #expect(code { _ = try store.explain(query) } == .usage)
        #expect(code { try store.forEach(query) { _ in true } } == .usage)
      }
    }
  }

  @Test func `whoever has enough stops the reading`() throws {
    var random = SeededGenerator()
    try withStore(things()) { store in
      try fill(store, &random)
      for point in [Point.head, .revision(Revision(2))] {
        var count = 0
        let read = try store.forEach(Query("thing", sort: [SortKey(field: 1)]), at: point) { _ in
          count += 1
          return count < 5
        }
        #expect(count == 5 && read.revision == Revision(2))
        #expect(throws: CancellationError.self) {
          try store.forEach(Query("thing"), at: point) { _ in throw CancellationError() }
        }
      }
    }
  }
}
