internal import Foundation
internal import Records
internal import StoreErrors

// What people type into forms and command lines: texts, by the names of the fields.

extension Record {
  /// Makes a record of what a form holds.
  ///
  /// Each text is read by its field's kind: `41`, `true` or `1`, `2024-03-01T09:30:00Z`. An empty text is nil where the
  /// property is optional. A field without a text has its default.
  ///
  /// ```swift
  /// let person = try Person(texts: ["name": "张三", "age": "41"])
  /// ```
  ///
  /// - Parameters:
  ///   - texts: by the stored names of the fields.
  ///   - id: the id; nil for one that is computed from fields, and for a new UUID (version 7) where the id is a UUID or
  ///     a text.
  /// - Throws: `StoreError`: `badData` for texts that are of another kind or break rules: `violations` has all of them,
  ///   each with its field; `usage` for a name that is no field.
  /// - Complexity: O(fields).
  public init(texts: [String: String], id: ID? = nil) throws {
    let form = Form<Self>()
    let newID = id?.recordID ?? UUID.version7().uuidString.lowercased()
    self = try form.record(newID, form.values(texts, upon: nil))
    guard let id, ExactString(self.id.recordID) != ExactString(id.recordID) else { return }
    throw StoreError(
      .badData,
      "these fields make the id \(StoreError.quote(self.id.recordID)), not \(StoreError.quote(id.recordID))",
      field: "id"
    )
  }

  /// Takes over what a form holds; what it does not name stays as it is.
  ///
  /// ```swift
  /// try store.update(Person.self, id, by: "ann") { try $0.set(["age": "900"]) }
  /// ```
  ///
  /// - Parameter texts: by the stored names of the fields; read as by `init(texts:id:)`. A field that the id is computed
  ///   from can only be given what it is already.
  /// - Throws: `StoreError` as `init(texts:id:)`, with each field that the id is computed from where it would change;
  ///   nothing is taken over then.
  /// - Complexity: O(fields).
  public mutating func set(_ texts: [String: String]) throws {
    let form = Form<Self>()
    let known = try RecordEncoder(form.table).values(of: self)
    let changed = try form.record(id.recordID, form.values(texts, upon: known))
    guard ExactString(changed.id.recordID) == ExactString(id.recordID) else {
      throw changedID(to: changed)
    }
    self = changed
  }
}

/// Reads texts into the fields of a record.
private struct Form<Root: Record> {
  let table = FieldTable(Root.schema)

  /// The values of all fields.
  ///
  /// - Parameters:
  ///   - texts: by the names of the fields.
  ///   - known: what fields without a text hold; nil for a record that is new.
  func values(_ texts: [String: String], upon known: [Value?]?) throws -> [Value?] {
    try checkNames(texts.keys)
    let texts = Dictionary(texts.map { (ExactString($0), $1) }) { first, _ in first }
    var values: [Value?] = []
    var refusals: [StoreError] = []
    for (place, field) in Root.schema.fields.enumerated() {
      let old = known?[place]
      var value = known == nil ? field.definition.rules.defaultValue : old
      do {
        if let text = texts[table.names[place]] { value = try field.value(of: text) }
        if known == nil || value != old { try field.check(value) }
      } catch { refusals.append(error) }
      values.append(value)
    }
    guard var refusal = refusals.first else { return values }
    refusal.others = Array(refusals.dropFirst())
    throw refusal
  }

  func record(_ id: String, _ values: [Value?]) throws -> Root {
    try RecordDecoder(table).decode(Root.self, id, values, at: Array(values.indices))
  }

  private func checkNames(_ names: some Sequence<String>) throws(StoreError) {
    let unknown = Set(names.map { ExactString($0) }).subtracting(table.names)
    guard let name = unknown.min() else { return }
    throw StoreError(
      .usage,
      "\(table.typeName) has no field \(StoreError.quote(name.text))",
      hints: ["its fields are " + table.names.map(\.text).joined(separator: ", ")],
      field: name.text
    )
  }
}

extension Field {
  /// Reads what was typed for this field.
  fileprivate func value(of text: String) throws(StoreError) -> Value? {
    if text.isEmpty, isOptional { return nilIsNull ? .null : nil }
    if text.isEmpty, definition.kind != .text {
      throw definition.refusal("must not be empty", .required, text)
    }
    do { return try Value(parsing: text, as: definition.kind) } catch {
      let kind = definition.kind
      throw definition.refusal(
        "must be \(kind.accepts), not \(StoreError.quote(text))",
        .kind(kind.name),
        text
      )
    }
  }

  /// Refuses a value that a rule forbids, and nil where the property is not optional.
  fileprivate func check(_ value: Value?) throws(StoreError) {
    try definition.check(value)
    if value == nil, !isOptional { throw definition.refusal("is required", .required) }
  }
}
