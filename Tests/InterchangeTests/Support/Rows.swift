import Annals
import JSONText

/// Fields by name, each as JSON text: what a row of an oracle and a record have in common.
typealias Row = [ExactString: String]

/// A row of an oracle.
func row(_ json: JSONValue) -> Row {
  Row(uniqueKeysWithValues: (json.members ?? []).map { (ExactString($0.key), $0.value.minified) })
}

/// A record as an oracle would show it: decimals as numbers, nothing that is missing.
func row(_ record: StoredRecord) -> Row {
  var row: Row = [:]
  for (field, value) in zip(record.definition.fields, record.values) {
    guard let value else { continue }
    if case .decimal(let number) = value {
      row[field.name] = number.description
    } else {
      var writer = JSONWriter()
      writer.append(value)
      row[field.name] = writer.text
    }
  }
  return row
}

/// The rows of JSON Lines.
func rows(_ lines: [JSONValue]) -> [ExactString: Row] {
  Dictionary(uniqueKeysWithValues: lines.map { (ExactString(id($0)), row($0)) })
}

/// A row's id as text.
func id(_ json: JSONValue) -> String {
  let id = json.member("id")
  return id?.string ?? id?.number ?? ""
}

extension Store {
  /// All records of a type at a point.
  func rows(_ type: ExactString, at point: Point = .head) throws -> [ExactString: Row] {
    var rows: [ExactString: Row] = [:]
    guard try types(at: point).contains(where: { $0.name == type }) else { return rows }
    try forEach(Query(type), at: point) { record in
      rows[record.id] = row(record)
      return true
    }
    return rows
  }

  /// All records at a point by type, folded from the log itself.
  func replayedRows(to point: Point, useSnapshots: Bool) throws -> [ExactString: [ExactString: Row]]
  {
    var rows: [ExactString: [ExactString: Row]] = [:]
    try replay(to: point, useSnapshots: useSnapshots) { record in
      rows[record.definition.name, default: [:]][record.id] = row(record)
      return true
    }
    return rows
  }
}
