import Annals
import EventLog
import Foundation
import Interchange
import Testing

@Suite struct `Exported logs` {
  /// A store with a bit of everything.
  private func store() throws -> Store {
    let store = Store.inMemory()
    let fields = Kind.allCases.map { FieldDefinition(ExactString($0.name), $0) }
    let type = try TypeDefinition(
      name: "every kind",
      fields: fields + [
        FieldDefinition(
          "rule",
          .int,
          Rules(
            isRequired: true,
            minimum: .int(-1),
            maximum: .int(9),
            oneOf: [.int(0), .int(7)],
            defaultValue: .int(7)
          )
        ),
        FieldDefinition("code", .text, Rules(isUnique: true, maximum: .int(5))),
        FieldDefinition("fixed", .text, Rules(isImmutable: true)),
        FieldDefinition("later", .text, isProvisional: true),
      ],
      views: [ViewDefinition("v", filters: [1], sorts: [SortKey(field: 2, isDescending: true)])],
      reasonRule: .required(pattern: "^[^#]*$")
    )
    _ = try store.write(by: "ann", because: "let there be\na \"type\"", [.define(type)])
    var keyed = Store.WriteOptions()
    keyed.key = "once \u{1F511}"
    _ = try store.write(
      by: "张三",
      because: "first",
      [
        .create(
          type: "every kind",
          id: "a/b c",
          [
            ("text", .text("e\u{301} \u{0}\u{7f}\u{2028}\"\\")), ("int", .int(.min)),
            ("double", .double(-0.0)), ("decimal", ExactDecimal("1.50e-7").map(Value.decimal)),
            ("bool", .bool(false)),
            ("instant", Instant("0001-01-01T00:00:00.000000001Z").map(Value.instant)),
            ("date", CalendarDate("9999-12-31").map(Value.date)), ("uuid", .uuid(UUID())),
            ("bytes", .bytes([0, 255, 10])), ("json", .json(#"{"a":[1.0,1e400,null,"\u0001"]}"#)),
            ("code", .text("x")),
          ]
        ),
        .create(
          type: "every kind",
          id: "nan",
          [("double", .double(.nan)), ("int", .null), ("bytes", .bytes([]))]
        ),
      ],
      keyed
    )
    var timed = Store.WriteOptions()
    timed.time = .source(try #require(Instant("1969-07-20T20:17:40Z")))
    timed.bookmark = Bookmark(source: .max, place: .max)
    _ = try store.write(
      by: "bob",
      because: "r",
      [
        .update(
          type: "every kind",
          id: "nan",
          [("double", .double(.infinity)), ("int", nil), ("rule", .int(0))]
        )
      ],
      timed
    )
    _ = try store.write(by: "bob", because: "r", [.delete(type: "every kind", id: "a/b c")])
    let known = try store.type("every kind")
    let next = try TypeDefinition(
      name: "every kind",
      fields: known.fields.filter { $0.name != "bool" } + [FieldDefinition("bool", .text)],
      views: [ViewDefinition("w", filters: [], sorts: [SortKey(field: 2)])]
    )
    _ = try store.write(
      by: "ann",
      because: "r",
      [
        .redefine(next),
        .create(type: "every kind", id: "a/b c", [("bool", .text("again")), ("code", .text("x"))]),
      ]
    )
    return store
  }

  private func export(_ store: Store, through revision: Revision? = nil) throws -> String {
    var bytes: [UInt8] = []
    try JSONLinesExport.run(from: store, through: revision) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @discardableResult
  private func restore(_ text: String, into store: Store, isResuming: Bool = false) throws
    -> ImportSummary
  {
    var options = ImportOptions(actor: "nobody")
    options.isResuming = isResuming
    options.eventsPerFlush = 2
    return try JSONLinesImport.run(from: LineSource(text: text), into: store, options)
  }

  @Test func `make the same log again, revision by revision`() throws {
    let store = try store()
    let copy = Store.inMemory()
    try restore(try export(store), into: copy)
    let head = try store.head()
    #expect(try copy.head() == head)
    for number in 1...head.revision.rawValue {
      let revision = Revision(number)
      #expect(try copy.header(of: revision) == store.header(of: revision))
      #expect(try copy.commit(revision).events == store.commit(revision).events)
    }
    #expect(try copy.types() == store.types())
    #expect(try copy.rows("every kind") == store.rows("every kind"))
    // The restored store goes on as the first would: keys are known, unique values held, versions counted.
    var keyed = Store.WriteOptions()
    keyed.key = "once \u{1F511}"
    let error = #expect(throws: StoreError.self) {
      try copy.write(by: "eve", because: "r", [.delete(type: "every kind", id: "nan")], keyed)
    }
    #expect(error?.code == .keyReused)
    let taken = #expect(throws: StoreError.self) {
      try copy.write(
        by: "eve",
        because: "r",
        [.update(type: "every kind", id: "nan", [("code", .text("x"))])]
      )
    }
    #expect(taken?.code == .notUnique)
    #expect(try copy.lookup("every kind", "a/b c").record?.life == 2)
  }

  @Test func `stop where they are told to, and are resumed`() throws {
    let store = try store()
    let copy = Store.inMemory()
    #expect(try restore(export(store, through: Revision(2)), into: copy).commits == 2)
    #expect(try copy.head().chain == store.header(of: Revision(2))?.chain)
    let whole = try export(store)
    let error = #expect(throws: StoreError.self) { try restore(whole, into: copy) }
    #expect(error?.code == .conflict)
    #expect(try restore(whole, into: copy, isResuming: true).commits == 3)
    #expect(try copy.head() == store.head())
    #expect(try restore(whole, into: copy, isResuming: true).commits == 0)
    // A store with other commits is no beginning of this log.
    let other = Store.inMemory()
    let type = try TypeDefinition(name: "t", fields: [FieldDefinition("a", .int)])
    _ = try other.write(by: "ann", [.define(type)])
    let foreign = #expect(throws: StoreError.self) {
      try restore(whole, into: other, isResuming: true)
    }
    #expect(foreign?.code == .conflict)
    #expect(try restore(export(Store.inMemory()), into: Store.inMemory()).commits == 0)
  }

  @Test(arguments: [
    ("\"op\":\"delete\"", "\"op\":\"destroy\""), ("\"life\":1", "\"life\":2"),
    ("\"version\":2", "\"version\":3"), ("\"old\":\"NaN\"", "\"old\":1"),
    ("\"new\":\"Infinity\"", "\"new\":1"), ("\"actor\":\"bob\"", "\"actor\":\"rob\""),
    ("\"reason\":\"r\"", "\"reason\":\"s\""), ("\"clock\":\"1969", "\"clock\":\"1968"),
    ("\"source\":\"1844", "\"source\":\"1843"), ("\"name\":\"once", "\"name\":\"twice"),
    ("\"requiresReason\":true,", ""), ("\"kind\":\"int\"", "\"kind\":\"nothing\""),
    ("\"chain\":\"", "\"chain\":\"00"), ("\"revision\":3", "\"revision\":4"),
    ("{\"revision\":4", "{\"revision\":4,"), ("\"maximum\"", "\"maximum\""),
  ])
  func `that were changed are refused with the line`(part: String, other: String) throws {
    let lines = try export(store()).split(separator: "\n").map(String.init)
    guard let index = lines.firstIndex(where: { $0.contains(part) }), part != other else { return }
    var changed = lines
    changed[index] = changed[index].replacing(part, with: other, maxReplacements: 1)
    let copy = Store.inMemory()
    let error = #expect(throws: StoreError.self) {
      try restore(changed.joined(separator: "\n"), into: copy)
    }
    #expect(error?.code == .badData)
    // The line itself, or the first of its commit.
    #expect((error?.line ?? 0) <= index + 1 && (error?.line ?? 0) >= index)
  }

  @Test func `that were cut off keep their whole commits and say so`() throws {
    let store = try store()
    let lines = try export(store).split(separator: "\n")
    for count in 1..<lines.count {
      let copy = Store.inMemory()
      let error = #expect(throws: StoreError.self) {
        try restore(lines.prefix(count).joined(separator: "\n"), into: copy)
      }
      #expect(error?.code == .badData)
      let head = try copy.head()
      #expect(try head.chain == store.header(of: head.revision)?.chain ?? .empty)
      try restore(lines.joined(separator: "\n"), into: copy, isResuming: true)
      #expect(try copy.head() == store.head())
    }
    #expect(throws: StoreError.self) { try restore("", into: Store.inMemory()) }
    #expect(throws: StoreError.self) { try restore("{}", into: Store.inMemory()) }
  }
}
