internal import JSONText
internal import PageStore
internal import StoreErrors
internal import Records

/// Finds out what change events are about: the type, the id and who made them.
struct ChangeEvents {
  /// One change of one record, or of all records of a type.
  struct Event {
    enum Content {
      case row(JSONNode)
      case delete
      case truncate
    }

    let content: Content
    let type: ExactString
    /// Empty for a truncate.
    let id: ExactString
  }

  /// What a line means.
  enum Meaning {
    case change(Event)
    /// Nothing that changes a record, and why.
    case nothing(String)
  }

  private let options: DebeziumOptions
  private var tables = TextMemory()
  private var actors = TextMemory()
  private var reasons = TextMemory()

  init(_ options: DebeziumOptions) { self.options = options }

  /// What an envelope is about.
  ///
  /// - Throws: `StoreError` (`badData`) where the type or the id cannot be told, or there is no row.
  mutating func event(of envelope: ChangeEnvelope) throws(StoreError) -> Meaning {
    switch try envelope.content() {
    case .nothing(let reason): return .nothing(reason)
    case .row(let row):
      return .change(
        Event(content: .row(row), type: try type(of: envelope), id: try id(of: row, envelope))
      )
    case .delete(let row):
      return .change(
        Event(content: .delete, type: try type(of: envelope), id: try id(of: row, envelope))
      )
    case .truncate:
      return .change(Event(content: .truncate, type: try type(of: envelope), id: ""))
    }
  }

  /// Who made the change, if the line says.
  mutating func actor(of envelope: ChangeEnvelope) -> String? {
    nonEmpty(actors.text(of: options.actorFrom?.find(in: envelope.root)))
  }

  /// Why the change was made, if the line says.
  mutating func reason(of envelope: ChangeEnvelope) -> String? {
    nonEmpty(reasons.text(of: options.reasonFrom?.find(in: envelope.root)))
  }

  private func nonEmpty(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }

  private mutating func type(of envelope: ChangeEnvelope) throws(StoreError) -> ExactString {
    if let type = options.type { return ExactString(type) }
    if let table = tables.text(of: envelope.source?.member("table")), !table.isEmpty {
      return ExactString(table)
    }
    // The name of a topic, such as server.database.table.
    if let topic = envelope.source?.member("name")?.string,
      let last = topic.split(separator: ".").last
    {
      return ExactString(String(last))
    }
    throw StoreError(
      .badData,
      "the line does not say which type its row has",
      hints: ["name the type: --type NAME"],
      field: "source.table"
    )
  }

  private func id(of row: JSONNode?, _ envelope: ChangeEnvelope) throws(StoreError) -> ExactString {
    if options.idField == nil, let key = envelope.key { return try id(of: key) }
    let field = options.idField ?? "id"
    guard let value = row?.member(field) else {
      throw StoreError(
        .badData,
        "there is no id: the row has no field \(field)",
        hints: ["say which field is the id: --id FIELD"],
        field: field
      )
    }
    return try id(value, in: field)
  }

  /// The columns of a key, joined with slashes.
  private func id(of key: JSONNode) throws(StoreError) -> ExactString {
    guard key.kind == .object, key.count > 0 else { return try id(key, in: "key") }
    var parts: [String] = []
    for column in key.members { parts.append(try id(column.value, in: column.key).text) }
    return ExactString(parts.joined(separator: "/"))
  }

  private func id(_ value: JSONNode, in field: String) throws(StoreError) -> ExactString {
    if let text = value.plainText, !text.isEmpty { return ExactString(text) }
    throw StoreError(
      .badData,
      "an id is text or a number, not \(StoreError.quote(value.minified))",
      field: field
    )
  }
}
