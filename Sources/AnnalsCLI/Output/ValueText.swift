import Records

/// Shows values as text; null, missing, empty text and the text "null" never look alike.
struct ValueText {
  /// The zone in which moments are shown to people.
  let zone: Zone
  /// Colours of changes.
  var style = Style(isOn: false)

  /// A cell of a table: text stands bare unless it could be taken for something else.
  func cell(_ value: Value?) -> Table.Cell {
    switch value {
    case nil: Table.Cell(text: "missing", isDim: true)
    case .null: Table.Cell(text: "null", isDim: true)
    case .text(let text):
      Table.Cell(
        text: ["", "null", "missing"].contains(text) || text.hasPrefix("'")
          ? Self.inQuotes(text) : Escape.visible(text)
      )
    case let value?: Table.Cell(text: Escape.visible(bare(value)))
    }
  }

  /// A cell of plain text: `\N` is null and `\M` missing; in text a backslash is always doubled.
  func plain(_ value: Value?) -> String {
    switch value {
    case nil: "\\M"
    case .null: "\\N"
    case let value?: Escape.plain(bare(value))
    }
  }

  /// A cell of CSV, with moments in UTC.
  func csv(_ value: Value?) -> CSV.Cell {
    switch value {
    case nil: .missing
    case .null: .null
    case let value?: .text(value.text)
    }
  }

  /// As a log shows it: text in single quotes, as in a condition.
  func quoted(_ value: Value?) -> String {
    switch value {
    case nil: "missing"
    case .text(let text): Self.inQuotes(text)
    case let value?: Escape.visible(bare(value))
    }
  }

  /// A changed field as a log shows it: `age 40 → 41`, the old value in red and the new one in green, as in git.
  ///
  /// - Parameter isOneSided: whether the record begins or ends with the change, so that what is missing on its
  ///   other side goes without saying: `age 41`.
  func change(_ change: Event.Change, isOneSided: Bool) -> String {
    let name = Escape.visible(change.field.name.text)
    let old = change.old.map { style.red(quoted($0)) } ?? quoted(nil)
    let new = change.new.map { style.green(quoted($0)) } ?? quoted(nil)
    if isOneSided, change.old == nil { return "\(name) \(new)" }
    if isOneSided, change.new == nil { return "\(name) \(old)" }
    return "\(name) \(old) → \(new)"
  }

  private func bare(_ value: Value) -> String {
    if case .instant(let instant) = value { return zone.text(instant) }
    return value.text
  }

  private static func inQuotes(_ text: String) -> String {
    Escape.visible(text).quoted(by: "'")
  }
}
