import StoreErrors
import Records

/// The values that a command line gives to fields: `FIELD=VALUE`, `FIELD:=JSON`, `--unset FIELD`.
enum Assignments {
  /// Reads assignments.
  ///
  /// - Parameters:
  ///   - words: the arguments.
  ///   - unset: the values of `--unset`.
  ///   - type: the type whose fields are meant.
  /// - Throws: `StoreError`: `usage` for an unknown field, one set twice or a word without `=`; `badData`
  ///   for a value that is not of the field's kind.
  static func read(
    _ words: [String],
    unset: [String],
    for type: TypeDefinition
  ) throws(StoreError) -> RecordOperation.Assignments {
    var assignments: RecordOperation.Assignments = []
    for word in words { assignments.append(try read(word, for: type)) }
    for name in unset {
      assignments.append((try type.requireField(ExactString(name)).name, nil))
    }
    var seen: Set<ExactString> = []
    for assignment in assignments where !seen.insert(assignment.name).inserted {
      throw StoreError(
        .usage,
        "the field \(assignment.name) is set twice",
        field: assignment.name.text
      )
    }
    return assignments
  }

  private static func read(
    _ word: String,
    for type: TypeDefinition
  ) throws(StoreError) -> (name: ExactString, value: Value?) {
    let scalars = word.unicodeScalars
    guard let equals = scalars.firstIndex(of: "=") else {
      throw StoreError(
        .usage,
        "\(word.quoted) sets nothing",
        hints: ["write FIELD=VALUE, or FIELD:=JSON for null and exact JSON"]
      )
    }
    let text = String(scalars[scalars.index(after: equals)...])
    let left = scalars[..<equals]
    let isJSON = left.last == ":"
    let field = try type.requireField(ExactString(String(isJSON ? left.dropLast() : left)))
    do {
      let value =
        try isJSON ? Value(parsingJSON: text, as: field.kind) : Value(parsing: text, as: field.kind)
      return (field.name, value)
    } catch { throw error.of(field) }
  }
}

extension StoreError {
  /// The same error, said of a field.
  func of(_ field: FieldDefinition) -> StoreError {
    var copy = self
    copy.field = field.name.text
    copy.message = "\(field.name): \(message)"
    return copy
  }
}
