import Annals
import Testing

@Suite struct TypeChangeTests {
  private func things() throws -> TypeDefinition {
    try .thing(
      FieldDefinition("a", .int),
      FieldDefinition("b", .text),
      views: [ViewDefinition("by-a", filters: [], sorts: [SortKey(field: 1)])]
    )
  }

  @Test func `the same definition once more changes nothing, another is refused`() throws {
    try withStore(things()) { store in
      #expect(try store.write([.define(things())]).revision == nil)
      #expect(try store.write([.redefine(things())]).revision == nil)
      let other = try TypeDefinition.thing(FieldDefinition("a", .int))
      #expect(code { try store.write([.define(other)]) } == .conflict)
      let rule = try things().changed { fields, _ in fields[0].rules.minimum = .int(0) }
      #expect(code { try store.write([.define(rule)]) } == .conflict)
      let unknown = try TypeDefinition(name: "thingy", fields: [])
      let error = refusal { try store.write([.redefine(unknown)]) }
      #expect(error?.code == .usage && error?.hints == ["did you mean thing?"])
      #expect(try store.head().revision == Revision(1))
    }
  }

  @Test func `a renamed field keeps its past, and old versions keep its old name`() throws {
    try withStore(things()) { store in
      try store.write([.new("x", ["a": .int(1), "b": .text("one")])])
      let renamed = try store.type("thing").changed { fields, _ in fields[0].name = "age" }
      try store.write([.redefine(renamed)])
      #expect(try store.record("x")?["age"] == .int(1))
      #expect(try store.record("x")?["a"] == nil)
      #expect(code { try store.write([.set("x", ["a": .int(2)])]) } == .usage)
      try store.write([.set("x", ["age": .int(2)])])
      let first = try store.version(1, of: "thing", "x")
      #expect(first.record?["a"] == .int(1) && first.event.changes.map(\.field.name) == ["a", "b"])
      let second = try store.version(2, of: "thing", "x")
      #expect(second.record?["age"] == .int(2) && second.event.changes.first?.old == .int(1))
      #expect(try store.record("x", at: .revision(Revision(2)))?["a"] == .int(1))
      #expect(try store.type("thing", at: .revision(Revision(2))).version == 1)
      #expect(try store.ids(sort: "age") == ["x"])
    }
  }

  @Test func `a dropped field's name, taken again, does not bring old values back`() throws {
    try withStore(things()) { store in
      try store.write([.new("x", ["a": .int(1), "b": .text("old")]), .new("y")])
      let dropped = try store.type("thing").changed { fields, _ in fields.removeLast() }
      try store.write([.redefine(dropped)])
      #expect(try store.record("x")?.values == [.int(1)])
      #expect(code { try store.write([.set("x", ["b": .text("new")])]) } == .usage)
      try store.write([.set("x", ["a": .int(2)])])
      let again = try store.type("thing").changed { fields, _ in
        fields.append(FieldDefinition("b", .text, Rules(isUnique: true)))
      }
      try store.write([.redefine(again)])
      #expect(try store.type("thing").field("b")?.number == 3)
      #expect(try store.record("x")?["b"] == nil)
      #expect(try store.ids("b is null") == ["x", "y"])
      try store.write([.set("y", ["b": .text("old")])])
      #expect(try store.version(1, of: "thing", "x").record?["b"] == .text("old"))
      #expect(try store.record("x", at: .revision(Revision(2)))?["b"] == .text("old"))
      // The deletion holds the values of the fields that there are.
      try store.write([.remove("x")])
      let deletion = try store.version(3, of: "thing", "x").event
      #expect(deletion.changes.map(\.field.name) == ["a"])
    }
  }

  @Test func `a field dropped and another added at once are two fields`() throws {
    try withStore(things()) { store in
      try store.write([.new("x", ["b": .text("old")])])
      let known = try store.type("thing")
      let next = try known.changed { fields, _ in
        fields.removeLast()
        fields.append(FieldDefinition("c", .text))
      }
      try store.write([.redefine(next)])
      #expect(try store.type("thing").field("c")?.number == 3)
      #expect(try store.record("x")?["c"] == nil)
    }
  }

  @Test func `an int widens to decimal and all to json, and every value stays what it was`() throws
  {
    try withStore(things()) { store in
      try store.write([
        .new("x", ["a": .int(.max)]), .new("y", ["a": .int(-2)]), .new("z", ["a": .null]),
        .new("w"),
      ])
      for kind in [Kind.decimal, .json] {
        let wide = try store.type("thing").changed { fields, _ in fields[0].kind = kind }
        try store.write([.redefine(wide)])
        let values = try store.fetch(Query("thing")).records.map { $0["a"] }
        #expect(values.map { $0?.text } == [nil, "9223372036854775807", "-2", "null"])
        #expect(values.map { $0?.kind } == [nil, kind, kind, nil])
        var replayed: [Value?] = []
        try store.replay { record in
          replayed.append(record["a"])
          return true
        }
        #expect(replayed == values)
        // The same value in the wider kind is no change.
        let same = try Value(parsing: "-2", as: kind)
        #expect(try store.write([.set("y", ["a": same])]).revision == nil)
      }
      #expect(try store.version(1, of: "thing", "x").record?["a"] == .int(.max))
      #expect(try store.record("y", at: .revision(Revision(3)))?["a"]?.kind == .decimal)
    }
  }

  @Test func `a change that could lose values is refused`() throws {
    for (from, to) in [
      (Kind.decimal, Kind.int), (.int, .double), (.int, .text), (.json, .text), (.text, .int),
      (.date, .instant), (.double, .decimal), (.text, .bytes),
    ] {
      try withStore(.thing(FieldDefinition("f", from))) { store in
        let next = try store.type("thing").changed { fields, _ in fields[0].kind = to }
        let error = refusal { try store.write([.redefine(next)]) }
        #expect(error?.code == .usage && error?.field == "f", "\(from) to \(to)")
        #expect(try store.type("thing").version == 1)
      }
    }
  }

  @Test func `a kind that was only a guess may become any`() throws {
    for kind in Kind.allCases {
      try withStore(.thing(FieldDefinition("f", .text, isProvisional: true))) { store in
        try store.write([.new("x", ["f": .null]), .new("y")])
        let settled = try store.type("thing").changed { fields, _ in
          fields[0].kind = kind
          fields[0].isProvisional = false
        }
        try store.write([.redefine(settled)])
        #expect(try store.fetch(Query("thing")).records.map { $0["f"] } == [.null, nil])
        #expect(try store.type("thing").fields[0].kind == kind)
      }
    }
  }

  @Test func `views follow the definition: made, changed, dropped, over widened values`() throws {
    try withStore(things()) { store in
      for (id, number) in [("p", 10), ("q", 9), ("r", -1)] {
        try store.write([.new(ExactString(id), ["a": .int(Int64(number)), "b": .text(id)])])
      }
      _ = try store.fetch(Query("thing"))
      let more = try store.type("thing").changed { _, views in
        views[0].sorts = [SortKey(field: 1, isDescending: true)]
        views.append(ViewDefinition("by-b", filters: [], sorts: [SortKey(field: 2)]))
      }
      try store.write([.redefine(more), .new("s", ["a": .int(0), "b": .text("0")])])
      #expect(
        try store.fetch(Query("thing", view: "by-a")).records.map(\.id) == ["p", "q", "s", "r"]
      )
      #expect(
        try store.fetch(Query("thing", view: "by-b")).records.map(\.id) == ["s", "p", "q", "r"]
      )
      #expect(try store.type("thing").views.map(\.number) == [1, 2])

      // As JSON the numbers sort by their text.
      let wide = try store.type("thing").changed { fields, views in
        fields[0].kind = .json
        views.removeLast()
      }
      try store.write([.redefine(wide)])
      #expect(
        try store.fetch(Query("thing", view: "by-a")).records.map(\.id) == ["q", "p", "s", "r"]
      )
      #expect(code { _ = try store.fetch(Query("thing", view: "by-b")) } == .usage)
      // A view of the same name is a new one.
      let again = try store.type("thing").changed { _, views in
        views.append(ViewDefinition("by-b", filters: [2], sorts: []))
      }
      try store.write([.redefine(again)])
      #expect(try store.type("thing").view("by-b")?.number == 3)
      #expect(
        try store.fetch(Query("thing", view: "by-b")).records.map(\.id) == ["s", "p", "q", "r"]
      )
      try store.rebuild()
      #expect(
        try store.fetch(Query("thing", view: "by-a")).records.map(\.id) == ["q", "p", "s", "r"]
      )
      // The view as it was then.
      let past = try store.fetch(Query("thing", view: "by-b"), at: .revision(Revision(5)))
      #expect(past.records.map(\.id) == ["s", "p", "q", "r"])
    }
  }

  @Test func `a field that becomes required with a default is filled in the same commit`() throws {
    try withStore(things()) { store in
      try store.write([
        .new("x", ["a": .int(5)]), .new("y", ["a": .null]), .new("z", ["b": .text("z")]), .new("w"),
      ])
      try store.write([.remove("w")])
      let filled = try store.type("thing").changed { fields, _ in
        fields[0].rules.isRequired = true
        fields[0].rules.defaultValue = .int(9)
      }
      let receipt = try store.write([.redefine(filled), .set("y", ["a": .int(8)])])
      #expect(receipt.eventCount == 4)
      #expect(receipt.outcomes.map(\.count) == [2, 1])
      #expect(try store.ids("a = 9") == ["z"])
      #expect(try store.version(2, of: "thing", "y").event.changes.first?.old == .null)
      #expect(try store.record("z", at: .revision(Revision(2)))?["a"] == nil)
      // Another default is for what comes.
      let other = try store.type("thing").changed { fields, _ in
        fields[0].rules.defaultValue = .int(1)
      }
      #expect(try store.write([.redefine(other), .new("v")]).eventCount == 2)
      #expect(try store.ids("a = 1") == ["v"])
      #expect(try store.verify().fault == nil)
    }
  }

  @Test func `a new rule binds what comes, not what is there`() throws {
    try withStore(things()) { store in
      try store.write([.new("x", ["a": .int(5)])])
      let strict = try store.type("thing").changed { fields, _ in
        fields[0].rules.maximum = .int(3)
        fields[1].rules.isRequired = true
      }
      try store.write([.redefine(strict)])
      #expect(try store.record("x")?["a"] == .int(5))
      #expect(try store.write([.set("x", ["b": .text("y")])]).eventCount == 1)
      #expect(code { try store.write([.set("x", ["a": .int(4)])]) } == .badData)
      #expect(code { try store.write([.new("z")]) } == .badData)
    }
  }
}
