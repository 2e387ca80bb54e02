import Annals
import Testing

/// How one record and a list differ between two points: the edges.
@Suite struct DifferenceTests {
  private static func at(_ revision: UInt64) -> Point { .revision(Revision(revision)) }

  private static func things() throws -> TypeDefinition {
    try .thing(FieldDefinition("n", .int), FieldDefinition("t", .text))
  }

  private static func line(_ difference: Difference?) -> String? {
    difference.map { difference in
      let changes = difference.changes.map { change in
        "\(change.field.name) \(change.old?.text ?? "missing") → \(change.new?.text ?? "missing")"
      }
      return "\(difference.kind) \(difference.oldVersion) \(difference.newVersion) \(changes)"
    }
  }

  @Test func `a record may live at both points, at one or at neither`() throws {
    try withStore(Self.things()) { store in
      try store.write([.new("x", ["n": .int(1)])])
      try store.write([.set("x", ["n": .int(2)])])
      try store.write([.set("x", ["n": .int(1)])])
      try store.write([.remove("x")])
      try store.write([.new("x", ["t": .text("again")])])
      try store.write([.remove("x")])
      func found(_ from: UInt64, _ to: UInt64) throws -> String? {
        Self.line(try store.difference(of: "thing", "x", from: Self.at(from), to: Self.at(to)))
      }
      #expect(try found(2, 3) == "changed 1 2 [\"n 1 → 2\"]")
      #expect(try found(2, 4) == nil, "it came back to what it was")
      #expect(try found(1, 4) == "created 0 3 [\"n missing → 1\"]")
      #expect(try found(4, 5) == "deleted 3 4 [\"n 1 → missing\"]")
      #expect(try found(4, 6) == "changed 3 5 [\"n 1 → missing\", \"t missing → again\"]")
      #expect(try found(6, 4) == "changed 5 3 [\"n missing → 1\", \"t again → missing\"]")
      #expect(try found(5, 6) == "created 4 5 [\"t missing → again\"]")
      #expect(try found(5, 7) == nil, "it lives at neither")
      #expect(try found(3, 3) == nil)
    }
  }

  @Test func `a record that was never there by the later point is an error, not an empty answer`()
    throws
  {
    try withStore(Self.things()) { store in
      try store.write([.new("x")])
      try store.write([.new("y")])
      let early = refusal {
        _ = try store.difference(of: "thing", "y", from: Self.at(2), to: Self.at(1))
      }
      #expect(early?.code == .notFound)
      #expect(early?.message == "thing/y was not yet created at r2")
      #expect(early?.hints == ["its history tells what came later"])
      let never = refusal { _ = try store.difference(of: "thing", "z", from: Self.at(1)) }
      #expect(never?.code == .notFound && never?.message == "thing/z never existed")
      #expect(code { _ = try store.difference(of: "thong", "x", from: Self.at(1)) } == .usage)
      #expect(code { _ = try store.difference(of: "thing", "x", from: Self.at(9)) } == .notFound)
    }
  }

  @Test func `fields are those of the later point, in its kinds`() throws {
    try withStore(Self.things()) { store in
      try store.write([
        .new("same", ["n": .int(1)]), .new("more", ["n": .int(1), "t": .text("gone")]),
      ])
      let wider = try store.type("thing").changed { fields, _ in
        fields[0].name = "size"
        fields[0].kind = .decimal
        fields.removeLast()
        fields.append(FieldDefinition("new", .text))
      }
      try store.write([.redefine(wider)])
      try store.write([.set("same", ["new": .text("y")])])
      try store.write([.set("more", ["size": .decimal(ExactDecimal(2))])])
      for (from, to) in [(Self.at(2), Point.head), (.head, Self.at(2))] {
        let whole = try store.differences(from: from, to: to)
        #expect(whole.map { $0.changes.map(\.field.name) } == [["size"], ["new"]])
        for difference in whole {
          #expect(
            try store.difference(of: "thing", difference.id, from: from, to: to) == difference
          )
        }
      }
      func places(_ text: String) throws -> [String] {
        let condition = try Condition(parsing: text, for: store.type("thing"))
        return try store.listDifferences(from: Self.at(2), type: "thing", where: condition)
          .map { "\($0.record.id) \($0.kind)" }
      }
      #expect(try places("size > 1.5") == ["more entered"])
      #expect(try places("size = 1") == ["more left", "same changed"])
      #expect(try places("new is null") == ["more changed", "same left"])
      #expect(try places("new = 'y'") == ["same entered"])
    }
  }

  @Test func `a list of a type that is unknown, or by a foreign condition, is refused`() throws {
    try withStore(Self.things()) { store in
      try store.write([.new("x", ["n": .int(1)])])
      func list(_ type: ExactString, _ condition: Condition) -> StoreError.Code? {
        code { _ = try store.listDifferences(from: Self.at(1), type: type, where: condition) }
      }
      #expect(list("thong", .isNull(field: 1)) == .usage)
      #expect(list("thing", .isNull(field: 9)) == .usage)
      #expect(list("thing", .compare(field: 1, .equal, .text("one"))) == .usage)
      #expect(list("thing", .compare(field: 1, .equal, .int(1))) == nil)
    }
  }
}
