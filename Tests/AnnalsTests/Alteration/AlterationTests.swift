import Annals
import Testing

/// Types that are altered by the names of their fields and views.
@Suite struct `Altering a type` {
  private static func people() throws -> TypeDefinition {
    try .thing(
      FieldDefinition("name", .text),
      FieldDefinition("age", .text),
      FieldDefinition("owner", .text),
      views: [ViewDefinition("by-age", filters: [3], sorts: [SortKey(field: 2)])]
    )
  }

  private static func alteration(
    of store: Store,
    _ change: (inout TypeAlteration) throws -> Void
  ) throws -> TypeAlteration {
    var alteration = TypeAlteration(of: try store.type("thing"))
    try change(&alteration)
    return alteration
  }

  @Test func `converts values, keeps renamed fields' past, and moves views along`() throws {
    try withStore(Self.people()) { store in
      try store.write([
        .new("a", ["name": .text("Ann"), "age": .text("41"), "owner": .text("x")]),
        .new("b", ["age": .text("7"), "owner": .text("x")]), .new("c", ["age": .null]), .new("d"),
      ])
      let alteration = try Self.alteration(of: store) { thing in
        try thing.rename("owner", to: "keeper")
        try thing.drop("name")
        try thing.change(FieldDefinition("age", .int, Rules(minimum: .int(0))))
        try thing.add(FieldDefinition("city", .text))
      }
      let plan = try store.rehearse(alteration)
      #expect(
        plan.steps.map(\.words) == [
          "convert age (text) to field age", "rename field owner to keeper", "add field city",
          "drop field name", "change view by-age",
        ]
      )
      #expect(plan.misfits.isEmpty)
      #expect(plan.recordCount == 3)
      #expect(try store.head().revision == 2)

      let receipt = try store.alter(alteration, by: "ann", because: "new form")
      #expect(receipt.revision == 3)
      #expect(try store.type("thing").fields.map(\.name) == ["age", "keeper", "city"])
      #expect(try store.record("a")?.values == [.int(41), .text("x"), nil])
      #expect(try store.record("c")?.values == [.null, nil, nil])
      #expect(try store.record("d")?.values == [nil, nil, nil])
      #expect(try store.ids("keeper = 'x'", sort: "age") == ["b", "a"])
      #expect(try store.record("a", at: .revision(2))?["age"] == .text("41"))
      #expect(try store.record("a", at: .revision(2))?["owner"] == .text("x"))
      #expect(try store.verify().fault == nil)
    }
  }

  @Test func `names each value that does not fit, and then does nothing`() throws {
    try withStore(Self.people()) { store in
      try store.write([
        .new("a", ["age": .text("41")]), .new("b", ["age": .text("old")]),
        .new("c", ["age": .text("-1")]), .new("d"),
      ])
      let rules = Rules(isRequired: true, minimum: .int(0))
      let alteration = try Self.alteration(of: store) { thing in
        try thing.change(FieldDefinition("age", .int, rules))
      }
      let plan = try store.rehearse(alteration)
      #expect(plan.misfits.map(\.id) == ["b", "c", "d"])
      #expect(plan.misfits.map(\.value) == [.text("old"), .text("-1"), nil])
      #expect(plan.misfits.allSatisfy { $0.field == "age" && !$0.reason.isEmpty })
      let error = refusal { try store.alter(alteration, by: "ann") }
      #expect(error?.code == .badData)
      #expect(error?.others.count == 3)
      #expect(try store.head().revision == 2)
    }
  }

  @Test func `does not alter values to make them fit`() throws {
    let wide = try TypeDefinition.thing(FieldDefinition("n", .double), FieldDefinition("j", .json))
    try withStore(wide) { store in
      try store.write([
        .new("a", ["n": .double(2), "j": .json("5")]),
        .new("b", ["n": .double(2.5), "j": .json("\"5\"")]),
        .new("c", ["n": .double(.nan), "j": .json("[5]")]),
      ])
      let alteration = try Self.alteration(of: store) { thing in
        try thing.change(FieldDefinition("n", .int))
        try thing.change(FieldDefinition("j", .int))
      }
      let misfits = try store.rehearse(alteration).misfits.map { "\($0.id) \($0.field)" }
      #expect(misfits == ["b n", "b j", "c n", "c j"])
    }
  }

  @Test func `holds existing records to new rules, and fills what has a default`() throws {
    try withStore(Self.people()) { store in
      try store.write([.new("a", ["name": .text("Ann")]), .new("b")])
      let strict = try Self.alteration(of: store) { thing in
        try thing.change(FieldDefinition("name", .text, Rules(isRequired: true)))
      }
      #expect(try store.rehearse(strict).misfits.map(\.id) == ["b"])
      let filled = try Self.alteration(of: store) { thing in
        let rules = Rules(isRequired: true, defaultValue: .text("nobody"))
        try thing.change(FieldDefinition("name", .text, rules))
      }
      try store.alter(filled, by: "ann")
      #expect(try store.record("b")?["name"] == .text("nobody"))
    }
  }

  @Test func `refuses names that are not there, or twice`() throws {
    try withStore(Self.people()) { store in
      var thing = TypeAlteration(of: try store.type("thing"))
      let mistakes: [(inout TypeAlteration) throws -> Void] = [
        { try $0.drop("nme") }, { try $0.rename("nme", to: "x") },
        { try $0.rename("name", to: "age") }, { try $0.add(FieldDefinition("age", .int)) },
        { try $0.change(FieldDefinition("nme", .int)) }, { try $0.dropView("by-name") },
      ]
      for mistake in mistakes { #expect(code { try mistake(&thing) } == .usage) }
      try thing.drop("age")
      #expect(refusal { try store.alter(thing, by: "ann") }?.message.contains("by-age") == true)
      try thing.dropView("by-age")
      try store.alter(thing, by: "ann")
      #expect(code { try store.alter(thing, by: "ann") } == .conflict)
    }
  }
}
