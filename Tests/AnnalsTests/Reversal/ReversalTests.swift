import Annals
import Foundation
import Testing

/// What puts things back where types changed meanwhile, or several events of a record share a commit.
@Suite struct `Putting things back` {
  @Test func `leaves a dropped field in history, and says so`() throws {
    let type = try TypeDefinition.thing(FieldDefinition("a", .int), FieldDefinition("b", .int))
    try withStore(type) { store in
      try store.write([.new("x", ["a": .int(1), "b": .int(2)]), .new("y", ["a": .int(3)])])
      try store.write([.set("x", ["a": .int(5), "b": .int(6)])])
      try store.write([.remove("x")])
      let dropped = try store.type("thing").changed { fields, _ in fields.removeLast() }
      try store.write([.redefine(dropped)])
      func omitted(_ subject: Reversal.Subject) throws -> [String] {
        try store.reversal(of: subject).omissions.map { "\($0.type)/\($0.id) \($0.field)" }
      }
      #expect(try omitted(.deletion(type: "thing", id: "x")) == ["thing/x b"])
      try store.reverse(.deletion(type: "thing", id: "x"), by: "ann")
      #expect(try store.record("x")?.values == [.int(5)])
      let past = Reversal.Subject.record(type: "thing", id: "x", at: .revision(2))
      #expect(try omitted(past) == ["thing/x b"])
      #expect(try omitted(.commit(3)) == ["thing/x b"])
      #expect(try omitted(.commit(6)).isEmpty)
    }
  }

  @Test func `goes by the names and kinds that fields have now, and fills what must have a value`()
    throws
  {
    try withStore(.thing(FieldDefinition("a", .int))) { store in
      try store.write([.new("x", ["a": .int(1)])])
      try store.write([.remove("x")])
      let changed = try store.type("thing").changed { fields, _ in
        fields[0].name = "amount"
        fields[0].kind = .decimal
        let rules = Rules(isRequired: true, defaultValue: .text("none"))
        fields.append(FieldDefinition("new", .text, rules))
        fields.append(FieldDefinition("free", .text, Rules(defaultValue: .text("x"))))
      }
      try store.write([.redefine(changed)])
      try store.reverse(.deletion(type: "thing", id: "x"), by: "ann")
      let one = ExactDecimal("1").map(Value.decimal)
      #expect(try store.record("x")?.values == [one, .text("none"), nil])
    }
  }

  @Test func `fills what must have a value by now where an earlier life is put back`()
    throws
  {
    try withStore(.thing(FieldDefinition("a", .int))) { store in
      try store.write([.new("x", ["a": .int(1)])])
      try store.write([.remove("x")])
      try store.write([.new("x", ["a": .int(2)])])
      let changed = try store.type("thing").changed { fields, _ in
        let rules = Rules(isRequired: true, defaultValue: .int(7))
        fields.append(FieldDefinition("b", .int, rules))
      }
      try store.write([.redefine(changed)])
      try store.write([.set("x", ["b": .int(8)])])
      try store.reverse(.deletion(type: "thing", id: "x"), by: "ann", conflicts: .force)
      #expect(try store.record("x")?.values == [.int(1), .int(7)])
    }
  }

  @Test func `takes the events of one commit together`() throws {
    try withStore(.thing(FieldDefinition("a", .int, Rules(isUnique: true)))) { store in
      // Nobody holds 1 for a moment, then y does: the way back must go the other way round.
      try store.write([.new("x", ["a": .int(1)])])
      try store.write([
        .set("x", ["a": .int(2)]), .new("y", ["a": .int(1)]), .set("y", ["a": .int(7)]),
        .new("z", ["a": .int(1)]), .new("gone"), .remove("gone"),
      ])
      let receipt = try store.reverse(.commit(3), by: "ann")
      #expect(receipt.eventCount == 3)
      #expect(try store.ids(sort: "a") == ["x"])
      #expect(try store.record("x")?["a"] == .int(1))
    }
  }

  @Test func `puts back all but what later events changed`() throws {
    try withStore(.thing(FieldDefinition("a", .int), FieldDefinition("b", .int))) { store in
      try store.write([.new("x", ["a": .int(1), "b": .int(1)]), .new("y", ["a": .int(1)])])
      try store.write([
        .set("x", ["a": .int(2), "b": .int(2)]), .set("y", ["a": .int(2)]), .new("z"), .new("made"),
      ])
      try store.write([
        .set("x", ["b": .int(3)]), .set("z", ["a": .int(9)]), .set("y", ["b": .int(5)]),
      ])
      #expect(code { try store.reverse(.commit(3), by: "ann") } == .conflict)
      let receipt = try store.reverse(.commit(3), by: "ann", conflicts: .skip)
      #expect(receipt.outcomes.compactMap(\.id).sorted() == ["made", "x", "y"])
      #expect(try store.record("x")?["a"] == .int(1))
      #expect(try store.record("x")?["b"] == .int(3))
      #expect(try store.record("y")?["a"] == .int(1))
      #expect(try store.record("z")?["a"] == .int(9))
      #expect(try store.record("made") == nil)
      // Nothing is left but what is in conflict.
      let again = try store.reverse(.commit(3), by: "ann", conflicts: .skip)
      #expect(again.revision == nil)
      #expect(try store.reversal(of: .commit(3)).conflicts.count == 2)
    }
  }

  @Test func `does not undo what changes types, nor what is not there`() throws {
    try withStore(.thing(FieldDefinition("a", .int))) { store in
      // A type stays, whatever becomes of its records.
      #expect(try store.reversal(of: .commit(1)).differences.isEmpty)
      let changed = try store.type("thing").changed { fields, _ in fields[0].kind = .decimal }
      try store.write([.redefine(changed)])
      #expect(code { try store.reverse(.commit(2), by: "ann") } == .usage)
      #expect(code { try store.reverse(.commit(0), by: "ann") } == .notFound)
      #expect(code { try store.reverse(.commit(9), by: "ann") } == .notFound)
    }
  }

  @Test func `works upon views that began at a snapshot`() throws {
    try withFolder { folder in
      let path = folder + "/store"
      var store = try Store.create(at: path, .quick)
      try store.write([.define(.thing(FieldDefinition("a", .int)))])
      try store.write([.new("x", ["a": .int(1)])])
      try store.write([.set("x", ["a": .int(2)])])
      try store.write([.set("x", ["a": .int(3)])])
      try store.snapshot()
      store.close()
      try FileManager.default.removeItem(atPath: path + "/views")
      var options = Store.Options.quick
      options.restoreEvents = 1
      store = try Store.open(at: path, options)
      defer { store.close() }
      let found = try store.reversal(of: .commit(3))
      #expect(found.conflicts.map(\.event.commit.revision) == [4])
      #expect(found.differences.first?.changes.first?.new == .int(1))
      try store.reverse(.commit(4), by: "ann")
      #expect(try store.record("x")?["a"] == .int(2))
    }
  }
}
