import Annals
import TestSupport
import Testing

/// Pages that are read again and again come from memory; they must be those that a store shows which is read for the
/// first time.
@Suite struct `Lists that were read lately` {
  private static func definition() throws -> TypeDefinition {
    try TypeDefinition(
      name: "thing",
      fields: [
        FieldDefinition("owner", .text, number: 1), FieldDefinition("age", .int, number: 2),
        FieldDefinition("note", .text, number: 3),
      ],
      views: [
        ViewDefinition("by-age", filters: [], sorts: [SortKey(field: 2)]),
        ViewDefinition("by-owner", filters: [1], sorts: [SortKey(field: 2, isDescending: true)]),
      ]
    )
  }

  private struct Thing {
    var owner: String
    var age: Int64
    var note: String
  }

  private var generator = SeededGenerator()
  private var things: [String: Thing] = [:]

  private mutating func operation() -> RecordOperation {
    let id = "t\(generator.index(below: 40))"
    if things[id] != nil, generator.oneIn(4) {
      things[id] = nil
      return .delete(type: "thing", id: ExactString(id))
    }
    // Long owners have entries that LMDB does not keep in order by itself.
    let owner = generator.pick(["a", "b", String(repeating: "c", count: 600)])
    let thing = Thing(
      owner: generator.oneIn(2) ? things[id]?.owner ?? owner : owner,
      age: Int64(generator.index(below: 10)),
      note: "note \(generator.index(below: 1000))"
    )
    things[id] = thing
    let values: RecordOperation.Assignments = [
      ("owner", .text(thing.owner)), ("age", .int(thing.age)), ("note", .text(thing.note)),
    ]
    return .put(type: "thing", id: ExactString(id), values)
  }

  private func expected(_ owner: String?, _ limit: Int) -> [String] {
    let sign: Int64 = owner == nil ? 1 : -1
    let sorted = things.filter { owner == nil || $0.value.owner == owner }
      .sorted { ($0.value.age * sign, $0.key) < ($1.value.age * sign, $1.key) }
    return sorted.prefix(limit).map { "\($0.key) \($0.value.age) \($0.value.note)" }
  }

  private func page(_ store: Store, _ owner: String?, _ limit: Int) throws -> [String] {
    let query = Query(
      "thing",
      where: owner.map { .compare(field: 1, .equal, .text($0)) },
      sort: [SortKey(field: 2, isDescending: owner != nil)],
      limit: limit
    )
    return try store.fetch(query).records.map { record in
      "\(record.id) \(record["age"]?.text ?? "-") \(record["note"]?.text ?? "-")"
    }
  }

  @Test mutating func `show what was committed since, before and after the views take it in`()
    throws
  {
    let store = Store.inMemory()
    defer { store.close() }
    _ = try store.write(by: "test", [.define(Self.definition())])
    for _ in 0..<rounds(150) {
      let operations = (0...generator.index(below: 3)).map { _ in operation() }
      _ = try store.write(by: "test", operations)
      for _ in 0..<3 {
        let owner = generator.pick(["a", "b", String(repeating: "c", count: 600), nil])
        let limit = generator.index(below: 50)
        #expect(try page(store, owner, limit) == expected(owner, limit))
      }
      if generator.oneIn(6) { _ = try store.catchUp() }
    }
  }
}
