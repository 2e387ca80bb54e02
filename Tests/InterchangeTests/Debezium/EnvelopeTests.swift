import Annals
import EventLog
import Interchange
import Testing

@Suite struct `Change events` {
  let store = Store.inMemory()

  @Test func `keys, wrappers and tombstones are understood`() throws {
    let row = #"{"op":"c","after":{"a":1},"source":{"name":"server.db.thing"}}"#
    let gone = #"{"op":"d","before":null,"after":null,"source":{"name":"server.db.thing"}}"#
    let summary = try load(
      [
        #"{"key":{"a":1,"b":"x"},"value":\#(row)}"#, "null", "",
        #"{"key":{"schema":null,"payload":{"k":"y"}},"value":{"schema":{},"payload":\#(row)}}"#,
        #"{"key":"plain","value":\#(row)}"#, #"{"key":"plain","value":\#(gone)}"#,
        #"{"key":"plain","value":null}"#,
      ],
      into: store
    )
    #expect(summary.skipped == 0 && summary.lastLine == 7)
    #expect(Set(try store.rows("thing").keys) == ["1/x", "y"])
    guard case .deleted = try store.lookup("thing", "plain") else {
      Issue.record("plain lives")
      return
    }
  }

  @Test func `an unavailable value keeps what was there`() throws {
    try load(
      [
        line("c", after: #"{"id":1,"big":"long","n":1}"#),
        line("u", after: #"{"id":1,"big":"__debezium_unavailable_value","n":2}"#),
        line("u", after: #"{"id":2,"big":"__debezium_unavailable_value","n":3}"#),
      ],
      into: store
    )
    #expect(try store.rows("person")["1"] == ["id": "1", "big": "\"long\"", "n": "2"])
    #expect(try store.rows("person")["2"] == ["id": "2", "n": "3"])
    #expect(try store.values(of: "big", in: "person") == ["\"long\""])
  }

  @Test func `a truncate ends all lives of its type and no other`() throws {
    try load(
      [
        line("r", after: #"{"id":1}"#), line("r", after: #"{"id":1}"#, table: "other"),
        line("t"), line("u", after: #"{"id":1}"#), line("t", table: "unknown"),
      ],
      into: store
    )
    let record = try #require(try store.lookup("person", "1").record)
    #expect(record.life == 2 && record.version == 3)
    #expect(try store.rows("other").count == 1)
  }

  @Test func `what changes no record is reported and passed over`() throws {
    let reports = Reports()
    let summary = try load(
      [
        #"{"status":"BEGIN","id":"1","event_count":null}"#, line("d", before: #"{"id":9}"#),
        line("c", after: #"{"id":1}"#), #"{"op":"m","message":{}}"#,
        line("d", before: #"{"id":8}"#),
        line("d", before: #"{"id":1}"#), line("d", before: #"{"id":1}"#),
      ],
      into: store
    ) { $0.report = reports.add }
    #expect(reports.lines == [1, 2, 4, 5, 7] && summary.skipped == 5)
    #expect(try store.rows("person").isEmpty)
  }

  @Test(arguments: [
    (
      #""ts_ns":1600000000123456789,"ts_us":1,"ts_ms":1"#, #""ts_ms":5"#,
      "2020-09-13T12:26:40.123456789Z"
    ),
    (#""ts_us":"1600000000123456""#, #""ts_ms":5"#, "2020-09-13T12:26:40.123456Z"),
    (#""ts_ms":0,"snapshot":"true""#, #""ts_ms":"1600000000000""#, "2020-09-13T12:26:40Z"),
    (#""snapshot":"first""#, #""ts_ms":-1"#, "1969-12-31T23:59:59.999Z"),
    (#""ts_ms":0"#, #""ts_ms":null"#, "1970-01-01T00:00:00Z"),
  ])
  func `the time is the source's, else the connector's`(source: String, top: String, time: String)
    throws
  {
    try load(
      [#"{"op":"c","after":{"id":1},\#(top),"source":{"table":"t",\#(source)}}"#],
      into: store
    )
    let header = try store.commit(Revision(1)).header
    #expect(header.time == Instant(time) && header.isImported)
  }

  @Test func `actor, reason and commits come from where the user says`() throws {
    var stream = try byTransaction()
    stream.actorFrom = try JSONPath("source.author")
    stream.reasonFrom = try JSONPath("after.why")
    stream.type = "thing"
    stream.idField = "key"
    try load(
      [
        line("c", after: #"{"key":"a","why":"because"}"#, time: 5000, transaction: 1),
        line("c", after: #"{"key":"b"}"#, time: 7000, transaction: 1),
        line("c", after: #"{"key":"c"}"#, time: 6000, transaction: 2),
        line("c", after: #"{"key":"d"}"#), line("c", after: #"{"key":"e"}"#),
      ],
      into: store,
      stream
    )
    let first = try store.commit(Revision(1))
    #expect(first.header.actor == "ann" && first.header.reason == "because")
    #expect(first.events.map(\.id) == ["thing", "a", "b"] && first.header.time.seconds == 7)
    let second = try store.commit(Revision(2)).header
    // Time does not run backwards; what the source said is kept.
    #expect(second.time.seconds == 7 && second.clock.seconds == 6 && second.isClockStep)
    // Without a transaction each line is a commit.
    #expect(try store.head().revision == Revision(4))
  }
}
