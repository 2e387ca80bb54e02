import Annals
import EventLog
import Foundation
import Interchange
import JSONText
import Testing

@Suite struct `Faults in a stream` {
  let store = Store.inMemory()

  static let faults: [(line: String, field: String?)] = [
    (#"{"op":"c","after":"#, nil), (line("x", after: "{}"), "op"), (line("c"), "after"),
    (line("c", after: "{}"), "id"), (line("c", after: #"{"id":null}"#), "id"),
    (line("c", after: #"{"id":[1]}"#), "id"), ("{\"id\":1}", "op"), ("[]", "op"),
    (#"{"op":"c","after":{"id":1}}"#, "source.table"),
    (#"{"op":"c","after":{"id":1},"source":{"table":"t","ts_ms":"soon"}}"#, "ts_ms"),
  ]

  @Test(arguments: faults.indices)
  func `a bad line ends the import, and the commits before it stay`(index: Int) throws {
    let fault = Self.faults[index]
    let good = manyLines(transactions: 3)
    let error = #expect(throws: StoreError.self) {
      try load(
        good[..<25] + [fault.line] + good[25...],
        into: store,
        byTransaction()
      )
    }
    #expect(error?.code == .badData && error?.line == 26 && error?.field == fault.field)
    #expect(error?.hints.last?.contains("--resume") == true)
    // The third commit was open.
    #expect(try store.head().revision == Revision(2))
  }

  @Test(arguments: faults.indices)
  func `or it is passed over, and all the others are taken`(index: Int) throws {
    let reports = Reports()
    let good = manyLines(transactions: 3)
    try load(good[..<25] + [Self.faults[index].line] + good[25...], into: store, byTransaction()) {
      $0.keepsGoing = true
      $0.report = reports.add
    }
    let other = Store.inMemory()
    try load(good, into: other, byTransaction())
    #expect(reports.lines == [26])
    #expect(try store.rows("person") == other.rows("person"))
  }

  private func defineAdults() throws {
    let type = try TypeDefinition(
      name: "person",
      fields: [
        FieldDefinition("id", .int), FieldDefinition("age", .int, Rules(minimum: .int(18))),
        FieldDefinition("code", .text, Rules(isUnique: true)),
      ]
    )
    _ = try store.write(by: "ann", [.define(type)])
  }

  private static let people = (1...40).map { number in
    let age = number % 15 == 0 ? 3 : 30
    let code = number == 20 ? 1 : number
    return line(
      "c",
      after: "{\"id\":\(number),\"age\":\(age),\"code\":\"\(code)\"}",
      transaction: number / 4
    )
  }

  @Test func `a rule that is broken names its line and field`() throws {
    try defineAdults()
    let error = #expect(throws: StoreError.self) {
      try load(Self.people, into: store, byTransaction())
    }
    #expect(error?.code == .badData && error?.line == 15 && error?.field == "age")
    // Line 15 is of the fourth transaction, lines 12 to 15.
    #expect(try store.rows("person").count == 11)
  }

  @Test func `broken rules are passed over one by one`() throws {
    try defineAdults()
    let reports = Reports()
    let summary = try load(Self.people, into: store, byTransaction()) {
      $0.keepsGoing = true
      $0.report = reports.add
    }
    #expect(reports.lines == [15, 20, 30] && summary.skipped == 3)
    #expect(reports.all[1].error.code == .notUnique && reports.all[1].text == "person/20")
    #expect(try store.rows("person").count == 37)
    #expect(summary.commits == 11)
  }

  @Test func `an id too long is refused`() throws {
    let id = String(repeating: "é", count: 128)
    let error = #expect(throws: StoreError.self) {
      try load([line("c", after: "{\"id\":\"\(id)\"}")], into: store)
    }
    #expect(error?.code == .tooLarge && error?.line == 1)
  }

  @Test func `a dry run counts and writes nothing`() throws {
    let summary = try load(manyLines(transactions: 3), into: store, byTransaction()) {
      $0.isDryRun = true
    }
    #expect(summary.commits == 3 && summary.events == 31 && summary.inferred.count == 3)
    #expect(try store.head() == .empty)
  }

  @Test func `a report is JSON Lines`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/report.jsonl"
    let report = try ReportFile(path: file)
    try load(["{\"a\":\"\(String(repeating: "x", count: 300))\"}", "nope"], into: store) {
      $0.keepsGoing = true
      $0.report = report.add
    }
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2)
    let first = try JSONValue(parsing: String(lines[0]))
    #expect(first.member("line")?.number == "1" && first.text("field") == "op")
    #expect(first.text("text").count == ImportReport.textLimit)
    #expect(throws: StoreError.self) { try ReportFile(path: folder.path + "/no/report") }
  }
}
