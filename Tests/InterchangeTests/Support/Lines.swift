import Annals
import EventLog
import Interchange
import JSONText

/// A line of a Debezium stream, from the JSON of its rows.
func line(
  _ op: String,
  before: String? = nil,
  after: String? = nil,
  table: String = "person",
  time: Int = 1_600_000_000_000,
  transaction: Int? = nil
) -> String {
  let rest = transaction.map { ",\"transaction\":{\"id\":\"\($0)\"}" } ?? ""
  return
    "{\"op\":\"\(op)\",\"ts_ms\":1,\"before\":\(before ?? "null"),\"after\":\(after ?? "null"),"
    + "\"source\":{\"table\":\"\(table)\",\"ts_ms\":\(time),\"author\":\"ann\"}\(rest)}"
}

/// Imports lines as a stream.
@discardableResult
func load(
  _ lines: [String],
  into store: Store,
  _ stream: DebeziumOptions = DebeziumOptions(),
  _ change: (inout ImportOptions) -> Void = { _ in }
) throws -> ImportSummary {
  var options = ImportOptions(actor: "stream")
  change(&options)
  return try DebeziumImport.run(
    from: LineSource(text: lines.joined(separator: "\n")),
    into: store,
    stream,
    options
  )
}

/// Options by which lines of one transaction are one commit.
func byTransaction() throws -> DebeziumOptions {
  var stream = DebeziumOptions()
  stream.commitBy = try JSONPath("transaction.id")
  return stream
}

/// Lines that make 10 changes in each of so many transactions, to few records, so that they live, die and change.
func manyLines(transactions: Int) -> [String] {
  (0..<transactions * 10).map { number in
    let id = number * 7 % 97
    let row =
      "{\"id\":\(id),\"turn\":\(number),\"half\":\(number % 3 == 0 ? "null" : "\(number).5")}"
    let isDeath = number % 10 == 9 && number >= 97
    return line(
      isDeath ? "d" : "u",
      before: row,
      after: isDeath ? nil : row,
      time: 1_600_000_000_000 + number,
      transaction: number / 10
    )
  }
}

extension Store {
  /// The kinds of a type's fields by name; provisional ones with a question mark.
  func kinds(_ name: ExactString) throws -> [String] {
    try type(name).fields.map { "\($0.name):\($0.kind.name)\($0.isProvisional ? "?" : "")" }
  }

  /// Each value that a field ever held, as text, oldest first.
  func values(of field: ExactString, in type: ExactString) throws -> [String] {
    var values: [String] = []
    try events(in: Revision(1)...head().revision) { event in
      guard event.op != .define, event.definition.name == type else { return true }
      for change in event.changes where change.field.name == field {
        var writer = JSONWriter()
        writer.append(change.new ?? .null)
        values.append(writer.text)
      }
      return true
    }
    return values
  }
}
