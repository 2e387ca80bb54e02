import Annals
import Foundation
import JSONText
import Testing

/// A table of people with what is given of it: facts, and sorted and filtered lists.
struct PeopleTable {
  let name: String
  let owner: ExactString
  let sort: ExactString
  let columns: [ExactString]
  let rows: [[String]]
  let lists: [JSONValue]
  let facts: JSONValue

  init(_ name: String) throws {
    self.name = name
    func lines(_ file: String) throws -> [JSONValue] {
      try RealData.lines("people-csv/\(file)").filter { $0.text("file") == name }
    }
    facts = try #require(lines("facts.jsonl").first)
    lists = try lines("views.jsonl")
    owner = ExactString(facts.text("owner_column"))
    sort = ExactString(facts.text("sort_column"))
    let all = Self.rows(
      of: String(decoding: try RealData.bytes("people-csv/\(name)"), as: UTF8.self)
    )
    columns = all.first?.map { ExactString($0) } ?? []
    rows = Array(all.dropFirst())
  }

  /// Splits CSV into rows and cells.
  private static func rows(of text: String) -> [[String]] {
    var rows: [[String]] = [[]]
    var cell = ""
    var isQuoted = false
    var scalars = text.unicodeScalars.drop { $0 == "\u{FEFF}" }
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"" where isQuoted && scalars.first == "\"":
        cell.unicodeScalars.append(scalars.removeFirst())
      case "\"": isQuoted.toggle()
      case "," where !isQuoted, "\n" where !isQuoted:
        rows[rows.count - 1].append(cell)
        cell = ""
        if scalar == "\n" { rows.append([]) }
      case "\r" where !isQuoted: continue
      default: cell.unicodeScalars.append(scalar)
      }
    }
    return rows.filter { !$0.isEmpty }
  }

  /// The number of a row as an id, so that rows that sort alike stay in the order of the file.
  static func id(_ row: Int) -> ExactString {
    ExactString(String(String(row + 10_001).dropFirst()))
  }

  func type() throws -> TypeDefinition {
    let named = columns.filter { !$0.text.isEmpty }
    let fields = named.map { FieldDefinition($0, $0 == sort ? .decimal : .text) }
    let number = { (name: ExactString) in UInt32((named.firstIndex(of: name) ?? 0) + 1) }
    let views = [false, true].flatMap { isDescending in
      [[], [number(owner)]].map { filters in
        ViewDefinition(
          ExactString("\(filters.count) \(isDescending)"),
          filters: filters,
          sorts: [SortKey(field: number(sort), isDescending: isDescending)]
        )
      }
    }
    return try TypeDefinition(name: "row", fields: fields, views: views)
  }

  /// Creates the records of some rows; empty cells are missing, and what has no number is null.
  ///
  /// Of a text that begins with a number (`977 combined`) that counts, as SQLite had it when it made the lists.
  func creations(_ range: Range<Int>) -> [RecordOperation] {
    range.map { index in
      var fields: [(ExactString, Value)] = []
      for (column, cell) in zip(columns, rows[index]) where !column.text.isEmpty && !cell.isEmpty {
        let digits = String(cell.prefix { $0.isNumber || $0 == "." })
        let number = ExactDecimal(digits).map(Value.decimal) ?? .null
        fields.append((column, column == sort ? number : .text(cell)))
      }
      return .create(type: "row", id: Self.id(index), fields)
    }
  }

  /// Compares all lists with what a store shows at a point.
  func expectLists(in store: Store, at point: Point = .head) throws {
    let type = try store.type("row", at: point)
    for list in lists {
      var words = "\(sort) is not null"
      if let name = list.member("owner")?.string { words += " and \(owner) = '\(name)'" }
      let order = (list.text("order") == "desc" ? "-" : "") + sort.text
      var query = Query(type.name, sort: try SortKey.parse(order, for: type))
      query.condition = try Condition(parsing: words, for: type)
      #expect(try store.count(query, at: point) == list.whole("rows_with_a_value"), "\(words)")
      let ids = list.member("first_40_ids")?.elements?.compactMap(\.string) ?? []
      query.limit = ids.count
      let found = try store.fetch(query, at: point).records.map { record in
        facts.member("id_column")?.string.map { record[ExactString($0)]?.text ?? "" }
          ?? "\(Int(record.id.text) ?? 0)"
      }
      #expect(found == ids, "\(words) by \(order) at \(point)")
    }
  }
}
