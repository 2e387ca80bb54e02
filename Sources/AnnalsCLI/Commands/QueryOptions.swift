import Annals
import StoreErrors
import Records

/// What `list`, `count` and `explain` have in common.
enum QueryOptions {
  static let type = Argument("TYPE", "the type's name")
  static let view = Option.value(
    "view",
    "V",
    "read this view; its order is kept unless --sort is given"
  )
  static let sort = Option.value(
    "sort",
    "FIELDS",
    "the order: age,-name; minus is descending, nulls last"
  )
  static let limit = Option.value("limit", "N", "at most so many")
  static let offset = Option.value("offset", "N", "pass over so many first")
  static let after = Option.value("after", "TOKEN", "go on where a page ended")
  static let deleted = Option.flag("deleted", "those that were deleted, as they were last")

  static let ofList: [Option] = [view, .condition, sort, limit, offset, after, deleted]
  static let ofCount: [Option] = [view, .condition]

  static let conditionHelp = """
    Conditions are SQL's: = <> < <= > >= and or not, is null, is not null, in (…), between … and …, like \
    with % and _. Text stands in single quotes, doubled to escape. A comparison with null or a missing \
    field is not fulfilled.
    """

  /// The query that a command line asks for.
  ///
  /// - Throws: `StoreError` (`usage`) for an unknown type, field or view or a broken expression.
  static func query(
    _ invocation: Invocation,
    of type: TypeDefinition
  ) throws -> Query {
    var query = Query(type.name)
    if let text = invocation[.condition] {
      query.condition = try Condition(parsing: text, for: type)
    }
    if let text = invocation[sort] { query.sort = try SortKey.parse(text, for: type) }
    query.view = invocation[view].map { ExactString($0) }
    query.limit = try invocation.number(limit)
    query.offset = try invocation.number(offset) ?? 0
    query.after = invocation[after].map(PageToken.init)
    return query
  }
}
