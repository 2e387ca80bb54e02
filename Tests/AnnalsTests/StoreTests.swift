import Annals
import Foundation
import Testing

@Suite struct StoreTests {
  static func people() throws -> TypeDefinition {
    try TypeDefinition(
      name: "person",
      fields: [
        FieldDefinition("name", .text, Rules(isRequired: true)),
        FieldDefinition("age", .int, Rules(minimum: .int(0))),
        FieldDefinition("owner", .text),
      ],
      views: [
        ViewDefinition("by-age", filters: [], sorts: [SortKey(field: 2)]),
        ViewDefinition("by-owner", filters: [3], sorts: [SortKey(field: 2)]),
      ]
    )
  }

  @Test func `a store keeps records, their order and their past`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/annals-test-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try Store.create(at: folder)
    defer { store.close() }
    _ = try store.write(by: "ann", [.define(try Self.people())])
    let first = try store.write(
      by: "ann",
      because: "hired",
      [
        .create(
          type: "person",
          id: "p1",
          [("name", .text("张三")), ("age", .int(41)), ("owner", .text("x"))]
        ),
        .create(
          type: "person",
          id: "p2",
          [("name", .text("Bo")), ("age", .int(30)), ("owner", .text("y"))]
        ),
        .create(type: "person", id: "p3", [("name", .text("Cy")), ("owner", .text("x"))]),
      ]
    )
    #expect(first.revision == Revision(2))
    _ = try store.write(by: "bob", [.update(type: "person", id: "p1", [("age", .int(20))])])
    _ = try store.write(by: "bob", [.delete(type: "person", id: "p2")])
    let byAge = Query("person", sort: [SortKey(field: 2)])
    #expect(try store.fetch(byAge).records.map(\.id) == ["p1", "p3"])
    #expect(
      try store.fetch(byAge, at: .revision(Revision(2))).records.map(\.id) == ["p2", "p1", "p3"]
    )
    #expect(try store.explain(byAge).source == .view(name: "by-age", fixed: 0, isBounded: false))
    let definition = try store.type("person")
    let owned = Query(
      "person",
      where: try Condition(parsing: "owner = 'x'", for: definition),
      sort: [SortKey(field: 2)]
    )
    #expect(
      try store.explain(owned)
        == Plan(
          source: .view(name: "by-owner", fixed: 1, isBounded: false),
          needsSort: false,
          needsFilter: false,
          estimate: 2
        )
    )
    #expect(try store.fetch(owned).records.map(\.id) == ["p1", "p3"])
    #expect(try store.count(owned) == 2)
    guard case .deleted(let last, let by) = try store.lookup("person", "p2") else {
      return #expect(Bool(false))
    }
    #expect(last["name"] == .text("Bo") && by.commit.actor == "bob")
    #expect(throws: StoreError.self) {
      try store.write(by: "a", [.create(type: "person", id: "p9", [("name", .text(""))])])
    }
    _ = try store.snapshot()
    var seen: [ExactString] = []
    let replay = try store.replay { record in
      seen.append(record.id); return true
    }
    #expect(seen == ["p1", "p3"] && replay.snapshot == Revision(4) && replay.events == 0)
    _ = try store.rebuild()
    #expect(try store.fetch(owned).records.map(\.id) == ["p1", "p3"])
    try FileManager.default.removeItem(atPath: folder + "/views")
    store.close()
    let again = try Store.open(at: folder)
    defer { again.close() }
    #expect(try again.fetch(owned).records.map(\.id) == ["p1", "p3"])
    #expect(try again.version(1, of: "person", "p1").record?["age"] == .int(41))
  }

  @Test func `a unique value passes from record to record within one commit`() throws {
    let store = Store.inMemory()
    defer { store.close() }
    let seat = try TypeDefinition(
      name: "seat",
      fields: [FieldDefinition("number", .int, Rules(isUnique: true))]
    )
    var operations: [RecordOperation] = [.define(seat)]
    for id in 0..<20 {
      operations.append(
        .create(type: "seat", id: ExactString("s\(id)"), [("number", .int(Int64(id)))])
      )
    }
    _ = try store.write(by: "ann", operations)
    // Each gives its number up, then each takes its neighbour's.
    var passing: [RecordOperation] = (0..<20).map {
      .update(type: "seat", id: ExactString("s\($0)"), [("number", .null)])
    }
    for id in 0..<20 {
      passing.append(
        .update(type: "seat", id: ExactString("s\(id)"), [("number", .int(Int64((id + 1) % 20)))])
      )
    }
    _ = try store.write(by: "ann", passing)
    for number in 0..<20 {
      let doubled = RecordOperation.create(
        type: "seat",
        id: ExactString("other \(number)"),
        [("number", .int(Int64(number)))]
      )
      let error = #expect(throws: StoreError.self) { try store.write(by: "bo", [doubled]) }
      #expect(error?.code == .notUnique)
    }
  }
}
