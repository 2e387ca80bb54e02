import Annals
import TestSupport
import Testing

@Suite struct UniqueTests {
  private static let unique = Rules(isUnique: true)

  private func things() throws -> TypeDefinition {
    try .thing(FieldDefinition("u", .text, Self.unique), FieldDefinition("n", .int))
  }

  /// Whether the views are brought up between the commits, or the writer alone remembers.
  @Test(arguments: [false, true]) func `a value belongs to one living record at a time`(
    _ readsBetween: Bool
  ) throws {
    try withStore(things()) { store in
      func write(_ operations: RecordOperation...) throws {
        if readsBetween { _ = try store.fetch(Query("thing")) }
        try store.write(operations)
      }
      func isTaken(_ operations: RecordOperation...) -> Bool {
        let error = refusal { try store.write(operations) }
        return error?.code == .notUnique && error?.field == "u"
      }
      try write(.new("a", ["u": .text("x")]), .new("b", ["u": .text("y")]))
      #expect(isTaken(.new("c", ["u": .text("x")])))
      #expect(isTaken(.set("b", ["u": .text("x")])))
      #expect(isTaken(.new("c", ["u": .text("z")]), .new("d", ["u": .text("z")])))
      // One's own value may be given again.
      try write(.set("a", ["u": .text("x"), "n": .int(1)]))
      // Given up and taken in one commit, and in two.
      try write(.set("a", ["u": .text("z")]), .new("c", ["u": .text("x")]))
      try write(.set("c", ["u": .null]))
      try write(.set("b", ["u": .text("x")]))
      #expect(isTaken(.new("d", ["u": .text("x")])))
      // Exchanged.
      try write(
        .set("a", ["u": nil]),
        .set("b", ["u": .text("z")]),
        .set("a", ["u": .text("x")])
      )
      for value in ["x", "z"] { #expect(isTaken(.new("d", ["u": .text(value)]))) }
      try write(.new("d", ["u": .text("y")]))
      // A deleted record has no value, and gets none back when it lives again.
      try write(.remove("d"))
      try write(.new("e", ["u": .text("y")]))
      #expect(isTaken(.new("d", ["u": .text("y")])))
      try write(.remove("e"), .new("d", ["u": .text("y")]), .new("e"))
      #expect(isTaken(.set("e", ["u": .text("y")])))
    }
  }

  @Test func `null and missing are free, the empty text is not`() throws {
    try withStore(things()) { store in
      try store.write([.new("a", ["u": .null]), .new("b", ["u": .null]), .new("c"), .new("d")])
      try store.write([.set("a", ["u": .text("")])])
      #expect(code { try store.write([.set("b", ["u": .text("")])]) } == .notUnique)
      try store.write([.set("b", ["u": .text("null")])])
    }
  }

  @Test func `long values that differ at their ends are different`() throws {
    try withStore(things()) { store in
      let long = String(repeating: "長い", count: 400)
      try store.write([.new("a", ["u": .text(long + "a")]), .new("b", ["u": .text(long + "b")])])
      _ = try store.fetch(Query("thing"))
      #expect(code { try store.write([.new("c", ["u": .text(long + "b")])]) } == .notUnique)
      try store.write([.new("c", ["u": .text(long)])])
    }
  }

  @Test func `a field becomes unique only where it is so already`() throws {
    try withStore(.thing(FieldDefinition("u", .text))) { store in
      try store.write([.new("a", ["u": .text("x")]), .new("b", ["u": .text("x")]), .new("c")])
      let unique = try store.type("thing").changed { fields, _ in fields[0].rules = Self.unique }
      let error = refusal { try store.write([.redefine(unique)]) }
      #expect(error?.code == .notUnique && error?.field == "u")
      #expect(try store.type("thing").fields[0].rules.isUnique == false)
      try store.write([.set("b", ["u": .text("y")]), .redefine(unique)])
      #expect(code { try store.write([.new("d", ["u": .text("x")])]) } == .notUnique)
    }
  }

  @Test func `a field that has just become unique is so for the same commit and batch`() throws {
    try withStore(.thing(FieldDefinition("u", .text))) { store in
      try store.write([.new("a", ["u": .text("x")])])
      _ = try store.fetch(Query("thing"))
      let unique = try store.type("thing").changed { fields, _ in fields[0].rules = Self.unique }
      let double = RecordOperation.new("b", ["u": .text("x")])
      #expect(code { try store.write([.redefine(unique), double]) } == .notUnique)
      #expect(
        code {
          _ = try store.write([
            Store.Batch(by: "ann", [.redefine(unique)]), .init(by: "b", [double]),
          ])
        } == .notUnique
      )
      try store.write([.redefine(unique), .set("a", ["u": .text("y")]), double])
      #expect(code { try store.write([.set("a", ["u": .text("x")])]) } == .notUnique)
    }
  }

  @Test func `a unique number stays unique when it widens`() throws {
    try withStore(.thing(FieldDefinition("u", .int, Self.unique))) { store in
      try store.write([.new("a", ["u": .int(7)])])
      _ = try store.fetch(Query("thing"))
      let wide = try store.type("thing").changed { fields, _ in fields[0].kind = .decimal }
      let double = RecordOperation.new("b", ["u": try Value(parsing: "7.0", as: .decimal)])
      #expect(code { try store.write([.redefine(wide), double]) } == .notUnique)
      try store.write([.redefine(wide)])
      #expect(code { try store.write([double]) } == .notUnique)
    }
  }

  @Test func `a process that has just begun knows of a rule that the views do not`() throws {
    try withFolder { folder in
      let store = try Store.create(at: folder + "/s", .quick)
      try store.write([.define(.thing(FieldDefinition("u", .text))), .new("a", ["u": .text("x")])])
      _ = try store.fetch(Query("thing"))
      let unique = try store.type("thing").changed { fields, _ in fields[0].rules = Self.unique }
      try store.write([.redefine(unique)])
      store.close()
      let again = try Store.open(at: folder + "/s", .quick)
      defer { again.close() }
      #expect(code { try again.write([.new("b", ["u": .text("x")])]) } == .notUnique)
    }
  }

  /// Random writes through two stores that share a log, against a plain dictionary.
  @Test func `uniqueness holds in random commits by two writers`() throws {
    var random = SeededGenerator()
    try withFolder { folder in
      let first = try Store.create(at: folder + "/s", .quick)
      defer { first.close() }
      let second = try Store.open(at: folder + "/s", .quick)
      defer { second.close() }
      try first.write([.define(try things())])
      var holders: [ExactString: String?] = [:]
      for _ in 0..<rounds(300) {
        let store = random.oneIn(2) ? first : second
        if random.oneIn(6) { _ = try store.fetch(Query("thing")) }
        var wanted = holders
        var operations: [RecordOperation] = []
        var isAllowed = true
        for _ in 0...random.index(below: 4) where isAllowed {
          let id = random.pick(["a", "b", "c", "d", "e"] as [ExactString])
          let value = random.pick([nil, "1", "2", "3", "4"] as [String?])
          if wanted[id] != nil, random.oneIn(4) {
            operations.append(.remove(id))
            wanted[id] = nil
          } else {
            operations.append(.put(id, ["u": value.map(Value.text) ?? .null]))
            isAllowed = value == nil || !wanted.contains { $0.key != id && $0.value == value }
            wanted[id] = .some(value)
          }
        }
        let found = code { try store.write(operations) }
        #expect(found == (isAllowed ? nil : .notUnique), "\(operations) upon \(holders)")
        if isAllowed { holders = wanted }
      }
      let records = try second.fetch(Query("thing")).records
      let found = records.map { [$0.id.text, ($0["u"] ?? .null).text] }
      #expect(
        found == holders.sorted { $0.key < $1.key }.map { [$0.key.text, $0.value ?? "null"] }
      )
    }
  }
}
