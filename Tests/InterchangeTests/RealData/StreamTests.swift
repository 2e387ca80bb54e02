import Annals
import EventLog
import Foundation
import Interchange
import JSONText
import Testing

@Suite(.enabled(if: RealData.isThere, Comment(rawValue: RealData.absence)))
struct `Real change streams` {
  private func file(_ name: String) throws -> LineSource {
    try LineSource(path: "\(RealData.folder ?? "")/streams/\(name)")
  }

  @Test(arguments: Route.allCases)
  func `products end as SQLite has them`(route: Route) throws {
    try ImportedHistory.products.get().check(route)
  }

  @Test func `products have their kinds, and the times of the stream`() throws {
    let history = try ImportedHistory.products.get()
    #expect(history.lastPlace == 16 && history.skipped == 0)
    try history.withStore { store in
      #expect(try store.type("products").fields.map(\.kind) == [.int, .text, .text, .decimal])
      // The source of a snapshot row says 0, which is no time.
      let first = try store.commit(Revision(1)).header
      #expect(first.time == Instant("2020-05-13T07:40:06.1Z") && first.isImported)
    }
  }

  @Test(arguments: [
    "serde-update", "serde-with-schema", "serde-without-schema", "serde-unknown-property",
  ])
  func `pretty-printed events are read`(name: String) throws {
    let store = Store.inMemory()
    _ = try DebeziumImport.run(
      from: file("02-debezium-serde/\(name).json"),
      into: store,
      DebeziumOptions(),
      ImportOptions(actor: "stream")
    )
    let rows = try store.rows("customers")
    #expect(rows["1004"]?["first_name"] == "\"Anne\"" && rows["1004"]?["id"] == "1004")
    #expect((rows["1004"]?["middle_name"] == "\"L\"") == (name == "serde-unknown-property"))
    // The source's own time is 0, so the connector's counts: 1465491411815 ms.
    let head = try store.commit(store.head().revision).header
    #expect(head.time == Instant("2016-06-09T16:56:51.815Z") && head.isImported)
    #expect(head.time == Instant(count: 1_465_491_411_815, perSecond: 1000))
  }

  @Test func `a row without an envelope is refused`() throws {
    let store = Store.inMemory()
    let error = #expect(throws: StoreError.self) {
      try DebeziumImport.run(
        from: file("02-debezium-serde/serde-unwrapped.json"),
        into: store,
        DebeziumOptions(),
        ImportOptions(actor: "stream")
      )
    }
    #expect(error?.code == .badData && error?.line == 1 && error?.field == "op")
    #expect(try store.head() == .empty)
  }

  @Test func `the documentation's events are taken or reported, one by one`() throws {
    let events = try RealData.lines("streams/03-debezium-docs/events.jsonl").map {
      $0.member("event")?.minified ?? ""
    }
    let store = Store.inMemory()
    var options = ImportOptions(actor: "stream")
    options.keepsGoing = true
    let reports = Reports()
    options.report = reports.add
    _ = try DebeziumImport.run(
      from: LineSource(text: events.joined(separator: "\n")),
      into: store,
      DebeziumOptions(),
      options
    )
    // Without a table or id: 1, 7, 8 and 9; a message: 6; a delete of what is not there: 10.
    #expect(reports.lines == [1, 6, 7, 8, 9, 10])
    #expect(
      try store.rows("customers") == [
        "1004": [
          "id": "1004", "first_name": "\"Anne\"", "last_name": "\"Kretchmar\"",
          "email": "\"annek@noanswer.org\"",
        ]
      ]
    )
    // Deleted by line 4; truncated by 5; a life each for 2 and the update of what did not live.
    guard case .deleted(let last, _) = try store.lookup("customers", "1") else {
      Issue.record("customer 1 lives")
      return
    }
    #expect(last["first_name"] == .text("Anne Marie"))

    var stream = DebeziumOptions()
    stream.type = "t"
    stream.idField = "pk"
    let other = Store.inMemory()
    _ = try DebeziumImport.run(
      from: LineSource(text: events[0]),
      into: other,
      stream,
      ImportOptions(actor: "stream")
    )
    #expect(try other.rows("t") == ["2": ["pk": "\"2\"", "aa": "\"1\""]])
    // To the nanosecond, from a number in quotes: 1580390884335451325.
    #expect(try other.head().time == Instant("2020-01-30T13:28:04.335451325Z"))
  }
}
