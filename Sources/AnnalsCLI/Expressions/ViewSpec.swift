import StoreErrors
import Records

/// How a view is written on the command line: `NAME=FILTER,…,SORT,…`, such as `by-owner=owner,age`.
///
/// From the first descending field on (`-age`), or else the last field alone, fields sort; those before
/// them filter. A slash says it outright: `by-owner=owner/age,name`.
enum ViewSpec {
  /// Reads a view over fields that are numbered already.
  ///
  /// - Throws: `StoreError` (`usage`) for another form or an unknown field.
  static func read(_ text: String, fields: [FieldDefinition]) throws(StoreError) -> ViewDefinition {
    let sides = text.split(separator: "=", maxSplits: 1)
    guard sides.count == 2 else {
      throw StoreError(
        .usage,
        "\(text.quoted) defines no view",
        hints: ["write NAME=FILTER,SORT, such as by-owner=owner,age or by-age=-age"]
      )
    }
    let view = String(sides[0])
    let (filters, sorts) = parts(String(sides[1]))
    var filterNumbers: [UInt32] = []
    for name in filters { filterNumbers.append(try number(of: name, in: fields, view)) }
    var sortKeys: [SortKey] = []
    for sort in sorts {
      let isDescending = sort.hasPrefix("-")
      let name = isDescending ? String(sort.dropFirst()) : sort
      sortKeys.append(
        SortKey(field: try number(of: name, in: fields, view), isDescending: isDescending)
      )
    }
    return ViewDefinition(ExactString(view), filters: filterNumbers, sorts: sortKeys)
  }

  private static func parts(_ spec: String) -> (filters: [String], sorts: [String]) {
    let halves = spec.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if halves.count == 2 { return (names(halves[0]), names(halves[1])) }
    let all = names(spec[...])
    let split = all.firstIndex { $0.hasPrefix("-") } ?? max(0, all.count - 1)
    return (Array(all[..<split]), Array(all[split...]))
  }

  private static func names(_ text: Substring) -> [String] {
    text.split(separator: ",").map(String.init)
  }

  private static func number(
    of name: String,
    in fields: [FieldDefinition],
    _ view: String
  ) throws(StoreError) -> UInt32 {
    if let field = fields.first(where: { $0.name == ExactString(name) }) { return field.number }
    let known = fields.map(\.name.text)
    let near = Suggestion.closest(to: name, among: known)
    throw StoreError(
      .usage,
      "the view \(view) names a field that is not there (\(name.quoted))",
      hints: [
        near.map { "did you mean \($0)?" } ?? "the fields are \(known.joined(separator: ", "))"
      ]
    )
  }

  /// A view's fields as they are written on the command line.
  static func text(_ view: ViewDefinition, of type: TypeDefinition) -> String {
    let (filters, sorts) = names(view, of: type)
    return filters.joined(separator: ",") + "/" + sorts.joined(separator: ",")
  }

  /// The names of a view's filter fields, and of its sort fields with `-` for descending.
  static func names(
    _ view: ViewDefinition,
    of type: TypeDefinition
  ) -> (filters: [String], sorts: [String]) {
    let name = { (number: UInt32) in
      type.index(ofNumber: number).map { type.fields[$0].name.text } ?? "field \(number)"
    }
    return (
      view.filters.map(name), view.sorts.map { ($0.isDescending ? "-" : "") + name($0.field) }
    )
  }
}
