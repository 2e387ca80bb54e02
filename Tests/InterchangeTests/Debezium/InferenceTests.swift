import Annals
import EventLog
import Interchange
import Testing

@Suite struct `Inferred types` {
  let store = Store.inMemory()

  @Test func `each JSON kind gives its kind, and nulls wait for the first value`() throws {
    let summary = try load(
      [
        line("c", after: #"{"id":1,"t":"x","f":1.50,"b":true,"o":{"k":[1.0]},"n":null}"#),
        line("c", after: #"{"id":2,"big":9223372036854775808,"least":-9223372036854775808}"#),
      ],
      into: store
    )
    #expect(
      try store.kinds("person") == [
        "id:int", "t:text", "f:decimal", "b:bool", "o:json", "n:text?", "big:decimal", "least:int",
      ]
    )
    #expect(summary.inferred.count == 8 && summary.inferred.contains("person.f is decimal"))
    let record = try store.lookup("person", "1").record
    #expect(record?["f"] == ExactDecimal("1.50").map(Value.decimal))
    #expect(record?["o"] == .json(#"{"k":[1.0]}"#) && record?["n"] == .null)
    #expect(record?["big"] == nil)
    // Looking ahead, one definition is enough.
    #expect(try store.type("person").version == 1)
    try load([line("c", after: #"{"id":3,"n":4}"#)], into: store)
    #expect(try store.type("person").field("n")?.kind == .int)
    #expect(try store.lookup("person", "1").record?["n"] == .null)
  }

  @Test(arguments: [1, 1000])
  func `kinds widen as later values need it, and no value changes`(eventsPerFlush: Int) throws {
    let values = ["1", "2.50", "3", "\"x\"", "true", "1e400", "-0", "[1]"]
    let lines = values.enumerated().map {
      line("u", after: "{\"id\":\"a\",\"v\":\($1),\"w\":\($0)}")
    }
    try load(lines, into: store) { $0.eventsPerFlush = eventsPerFlush }
    #expect(try store.kinds("person") == ["id:text", "v:json", "w:int"])
    // Decimals were written as such, before a text came.
    let expected = eventsPerFlush == 1 ? ["1", "\"2.50\"", "\"3\""] + values[3...] : values
    #expect(try store.values(of: "v", in: "person") == expected)
    #expect(try store.lookup("person", "a").record?["v"] == .json("[1]"))
    // Once for the first row; where nothing could be looked ahead, once to decimal and once to JSON.
    #expect(try store.type("person").version == (eventsPerFlush == 1 ? 3 : 1))
  }

  @Test func `a number that no decimal can hold stays JSON`() throws {
    let digits = String(repeating: "9", count: 1001)
    try load([line("c", after: "{\"id\":1,\"v\":\(digits)}")], into: store)
    #expect(try store.lookup("person", "1").record?["v"] == .json(digits))
  }

  @Test func `what a user defined takes what fits and refuses the rest`() throws {
    let type = try TypeDefinition(
      name: "person",
      fields: [
        FieldDefinition("id", .text), FieldDefinition("born", .date),
        FieldDefinition("weight", .decimal), FieldDefinition("age", .int),
      ]
    )
    _ = try store.write(by: "ann", [.define(type)])
    try load(
      [line("c", after: #"{"id":"a","born":"1901-12-10","weight":"71.50","age":7,"new":1}"#)],
      into: store
    )
    let record = try store.lookup("person", "a").record
    #expect(record?["born"] == .date(try #require(CalendarDate("1901-12-10"))))
    #expect(record?["weight"] == ExactDecimal("71.50").map(Value.decimal))
    let error = #expect(throws: StoreError.self) {
      try load([line("c", after: #"{"id":"b","age":"seven"}"#)], into: store)
    }
    #expect(error?.code == .badData && error?.line == 1 && error?.field == "age")
    #expect(try store.lookup("person", "b").record == nil)
    // The field that an import added may widen, also in a later run.
    try load([line("u", after: #"{"id":"a","new":"x"}"#)], into: store)
    #expect(try store.type("person").field("new")?.kind == .json)
    #expect(try store.type("person").field("age")?.kind == .int)
  }

  @Test func `rows are whole: what a row lacks becomes missing, what is null is null`() throws {
    try load(
      [
        line("c", after: #"{"id":1,"a":1,"b":2}"#), line("u", after: #"{"id":1,"a":null}"#),
      ],
      into: store
    )
    let record = try #require(try store.lookup("person", "1").record)
    #expect(record["a"] == .some(.null) && record["b"] == nil && record.version == 2)
  }

  @Test func `names are told apart by their bytes`() throws {
    try load([line("c", after: "{\"id\":1,\"é\":1,\"e\u{301}\":2}")], into: store)
    #expect(try store.type("person").fields.count == 3)
  }
}
