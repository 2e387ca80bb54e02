import Annals
import TestSupport
import Testing

/// Random conditions over random records: what the views answer is what plain code filters and sorts.
@Suite struct QueryPropertyTests {
  private typealias Rows = [ExactString: [Kind: Value]]

  private static func expected(_ rows: Rows, _ condition: Condition, _ sort: [SortKey])
    -> [ExactString]
  {
    rows.filter { truth(of: condition, $0.value) == true }.sorted { left, right in
      for key in sort {
        guard let kind = Kind(rawValue: UInt8(key.field)) else { continue }
        let order = Model.order(left.value[kind], right.value[kind], key.isDescending)
        if order != 0 { return order < 0 }
      }
      return left.key < right.key
    }.map(\.key)
  }

  @Test func `any query gives what a plain filter and sort give, now and in the past`() throws {
    var generator = RandomConditions(random: SeededGenerator())
    try withStore(RandomConditions.definition()) { store in
      var rows: Rows = [:]
      var earlier: [(revision: Revision, rows: Rows)] = []
      for round in 0..<rounds(8) {
        var operations: [RecordOperation] = []
        for _ in 0..<12 {
          let id: ExactString = "\(generator.random.index(below: 40))"
          if rows[id] != nil, generator.random.oneIn(3) {
            operations.append(.remove(id))
            rows[id] = nil
          } else {
            let values = generator.values()
            let list = values.map { (name: ExactString($0.key.name), value: Optional($0.value)) }
            operations.append(.replace(type: "thing", id: id, list))
            rows[id] = values
          }
        }
        try store.write(operations)
        earlier.append((try store.head().revision, rows))
        for _ in 0..<25 {
          let condition = generator.condition()
          let sort = generator.sort()
          var query = Query("thing", where: condition, sort: sort)
          let found = try store.fetch(query).records.map(\.id)
          let wanted = Self.expected(rows, condition, sort)
          let source = try store.explain(query).source
          #expect(found == wanted, "\(query) by \(source)")
          #expect(try store.count(query) == UInt64(wanted.count))
          // The same through whatever view is named.
          query.view = generator.random.pick(try store.type("thing").views).name
          if sort.isEmpty { query.sort = [SortKey(field: 2)] }
          let named = try store.fetch(query).records.map(\.id)
          #expect(named == Self.expected(rows, condition, query.sort), "\(query)")
        }
        let past = generator.random.pick(earlier)
        let condition = generator.condition()
        let query = Query("thing", where: condition, sort: generator.sort())
        #expect(
          try store.fetch(query, at: .revision(past.revision)).records.map(\.id)
            == Self.expected(past.rows, condition, query.sort),
          "round \(round): \(query) at \(past.revision)"
        )
      }
    }
  }

  @Test func `a delete by condition deletes what the condition finds`() throws {
    var generator = RandomConditions(random: SeededGenerator())
    try withStore(RandomConditions.definition()) { store in
      for _ in 0..<rounds(25) {
        var rows: Rows = [:]
        for number in 0..<15 { rows["\(number)"] = generator.values() }
        let isRead = generator.random.oneIn(2)
        try store.write(
          rows.map { id, values in
            .replace(
              type: "thing",
              id: id,
              values.map { (name: ExactString($0.key.name), value: $0.value) }
            )
          }
        )
        if isRead { _ = try store.fetch(Query("thing")) }
        let condition = generator.condition()
        let receipt = try store.write([.deleteWhere(type: "thing", condition)])
        let gone = Set(Self.expected(rows, condition, []))
        #expect(receipt.eventCount == gone.count && receipt.outcomes.map(\.count) == [gone.count])
        let left = rows.keys.filter { !gone.contains($0) }.sorted()
        #expect(try store.ids() == left, "\(condition)")
      }
    }
  }
}
