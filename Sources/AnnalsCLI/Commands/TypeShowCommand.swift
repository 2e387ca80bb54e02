import Annals
import Records

/// The command `annals type show [NAME]`.
enum TypeShowCommand {
  private static let name = Argument("NAME", "the type; all of them without a name", .optional)

  static let command = Command(
    name: "show",
    abstract: "print types: their fields, rules and views",
    discussion: """
      Fields and views are printed as `type define` takes them. In --plain and --csv each field, each \
      view and the rule for reasons is a line: type, field, view or reason, name, definition.
      """,
    arguments: [name],
    examples: [Example("type show person --at r1", "as it was defined then")],
    access: .reads,
    isPaged: true,
    run: run
  )

  private static func run(_ invocation: Invocation, _ context: Context) throws {
    let store = try context.storeForReading()
    defer { store.close() }
    let point = try context.point(invocation, in: store)
    let types =
      if let name = invocation[name] { [try context.type(name, at: point, in: store)] } else {
        try store.types(at: point)
      }
    let output = context.output
    switch output.form {
    case .json, .jsonLines:
      var list = JSONList("types", form: output.form)
      for type in types { try output.print(json: list.add(.type(type))) }
      try output.print(list.finish())
    case .plain:
      for row in types.flatMap(rows) {
        try output.print(row.map(Escape.plain).joined(separator: "\t") + "\n")
      }
    case .csv:
      let rows = [["type", "what", "name", "definition"]] + types.flatMap(rows)
      for row in rows { try output.print(CSV.line(row.map(CSV.Cell.text))) }
    case .table:
      try output.print(types.map { table($0, output.style) }.joined(separator: "\n"))
    }
  }

  private static func rows(_ type: TypeDefinition) -> [[String]] {
    let fields = type.fields.map { [type.name.text, "field", $0.name.text, FieldSpec.text($0)] }
    let views = type.views.map { view in
      [type.name.text, "view", view.name.text, ViewSpec.text(view, of: type)]
    }
    let reason = type.reasonRule.map { rule in
      [[type.name.text, "reason", "", ReasonOptions.text(rule)]]
    }
    return fields + views + (reason ?? [])
  }

  private static func table(_ type: TypeDefinition, _ style: Style) -> String {
    let reason = type.reasonRule.map { ", needs a reason" + ReasonOptions.words($0) } ?? ""
    var lines = [
      style.bold(Escape.visible(type.name.text))
        + " (version \(type.version)\(Escape.visible(reason)))"
    ]
    let width = type.fields.map { TextWidth.cells(Escape.visible($0.name.text)) }.max() ?? 0
    for field in type.fields {
      let name = TextWidth.padded(Escape.visible(field.name.text), to: width + 2)
      let rules = FieldSpec.ruleTexts(field) + (field.isProvisional ? ["only nulls so far"] : [])
      let kind = field.kind.name + (field.rules.isRequired ? "!" : "")
      let text = ([TextWidth.padded(kind, to: 9)] + rules).joined(separator: " ")
      lines.append("  " + name + Escape.visible(text.trimmingBlanks))
    }
    for view in type.views {
      lines.append(Escape.visible("  view \(view.name) = \(ViewSpec.text(view, of: type))"))
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmingBlanks: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
