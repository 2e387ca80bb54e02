import Annals
import Testing

/// What a prompt offers: ids by their beginning.
@Suite struct NamesTests {
  private static let ids: [ExactString] = [
    "a", "ab", "ab c", "abc", "abd", "b", "e\u{301}", "\u{E9}", "王", "王二", "zz",
  ]

  /// The same as choosing from all ids, which is slower.
  private static func check(_ store: Store, _ living: [ExactString]) throws {
    for prefix in ["", "a", "ab", "abc", "abcd", "e", "\u{E9}", "王", "zzz"] {
      let expected = living.filter { $0.text.utf8.starts(with: prefix.utf8) }.sorted()
      for limit in [0, 1, 3, 100] {
        let found = try store.ids(of: "thing", beginningWith: prefix, limit: limit)
        #expect(found == Array(expected.prefix(limit)), "'\(prefix)' up to \(limit)")
      }
    }
  }

  @Test func `are found by their bytes, also where the views do not show them yet`() throws {
    try withFolder { folder in
      let store = try Store.create(at: folder + "/s", .quick)
      defer { store.close() }
      try store.write([.define(.thing(FieldDefinition("size", .int)))])
      try Self.check(store, [])
      try store.write(Self.ids.map { .new($0, ["size": .int(1)]) })
      try Self.check(store, Self.ids)
      try store.catchUp()
      try Self.check(store, Self.ids)
      try store.write([.remove("ab"), .remove("王"), .new("abb", ["size": .int(1)])])
      try Self.check(store, Self.ids.filter { $0 != "ab" && $0 != "王" } + ["abb"])
      #expect(throws: StoreError.self) { try store.ids(of: "nothing", beginningWith: "", limit: 1) }
    }
  }

  @Test func `are those that the views show where very many events wait`() throws {
    try withFolder { folder in
      let store = try Store.create(at: folder + "/s", .quick)
      defer { store.close() }
      try store.write([.define(.thing(FieldDefinition("size", .int)))])
      try store.write(Self.ids.map { .new($0, ["size": .int(1)]) })
      try store.catchUp()
      try store.write((0..<1500).map { .new(ExactString("n\($0)"), ["size": .int(1)]) })
      #expect(try store.waitingEvents() == 1500)
      try Self.check(store, Self.ids)
      #expect(try store.waitingEvents() == 1500, "nothing was written for a prompt")
    }
  }
}
