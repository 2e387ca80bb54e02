internal import EventLog
internal import JSONText
internal import StoreErrors
internal import Records

// A type's whole definition as JSON, with the numbers that its fields and views have in the log.

extension JSONWriter {
  /// Writes a definition.
  mutating func append(_ definition: TypeDefinition) {
    beginObject()
    append(definition.number, as: "number")
    append(definition.version, as: "version")
    flag(definition.requiresReason, "requiresReason")
    if let rule = definition.reasonRule, rule.minimumLength > 1 {
      key("reasonLength")
      integer(UInt64(rule.minimumLength))
    }
    if let pattern = definition.reasonRule?.pattern {
      key("reasonPattern")
      string(pattern)
    }
    append(definition.nextFieldNumber, as: "nextField")
    append(definition.nextViewNumber, as: "nextView")
    key("fields")
    beginArray()
    for field in definition.fields { append(field) }
    endArray()
    key("views")
    beginArray()
    for view in definition.views { append(view) }
    endArray()
    endObject()
  }

  private mutating func append(_ field: FieldDefinition) {
    beginObject()
    append(field.number, as: "number")
    key("name")
    string(field.name.text)
    key("kind")
    string(field.kind.name)
    flag(field.rules.isRequired, "required")
    flag(field.rules.isUnique, "unique")
    flag(field.rules.isImmutable, "immutable")
    flag(field.isProvisional, "provisional")
    append(field.rules.minimum, as: "min")
    append(field.rules.maximum, as: "max")
    append(field.rules.defaultValue, as: "default")
    if !field.rules.oneOf.isEmpty {
      key("oneOf")
      beginArray()
      for value in field.rules.oneOf { append(value) }
      endArray()
    }
    endObject()
  }

  private mutating func append(_ view: ViewDefinition) {
    beginObject()
    append(view.number, as: "number")
    key("name")
    string(view.name.text)
    key("filters")
    beginArray()
    for field in view.filters { integer(UInt64(field)) }
    endArray()
    key("sorts")
    beginArray()
    // A minus means descending.
    for sort in view.sorts { integer(sort.isDescending ? -Int64(sort.field) : Int64(sort.field)) }
    endArray()
    endObject()
  }

  private mutating func append(_ number: UInt32, as name: String) {
    key(name)
    integer(UInt64(number))
  }

  private mutating func flag(_ isSet: Bool, _ name: String) {
    guard isSet else { return }
    key(name)
    bool(true)
  }
}

extension TypeDefinition {
  /// Reads a definition.
  ///
  /// - Throws: `StoreError` (`badData`) for what is missing or of the wrong form; as `TypeDefinition.init`.
  convenience init(_ json: JSONNode, name: ExactString) throws(StoreError) {
    var fields: [FieldDefinition] = []
    for node in json.member("fields")?.elements ?? json.elements {
      fields.append(try FieldDefinition(node))
    }
    var views: [ViewDefinition] = []
    for node in json.member("views")?.elements ?? json.elements {
      views.append(try ViewDefinition(node))
    }
    try self.init(
      number: json.number32("number"),
      version: json.number32("version"),
      name: name,
      fields: fields,
      views: views,
      reasonRule: try ReasonRule(json),
      nextFieldNumber: json.number32("nextField"),
      nextViewNumber: json.number32("nextView")
    )
  }
}

extension ReasonRule {
  /// Reads the rule among a definition's members; nil where no reason is required.
  fileprivate init?(_ json: JSONNode) throws(StoreError) {
    guard json.member("requiresReason")?.bool == true else { return nil }
    let length = json.member("reasonLength") == nil ? 1 : try json.number64("reasonLength")
    let pattern = json.member("reasonPattern") == nil ? nil : try json.text("reasonPattern")
    self.init(minimumLength: Int(clamping: length), pattern: pattern)
  }
}

extension FieldDefinition {
  fileprivate init(_ json: JSONNode) throws(StoreError) {
    guard let kind = Kind(name: try json.text("kind")) else {
      throw StoreError(.badData, "there is no such kind", field: "kind")
    }
    let measure: Kind = kind == .text || kind == .bytes ? .int : kind
    var rules = Rules(
      isRequired: json.member("required")?.bool == true,
      isUnique: json.member("unique")?.bool == true,
      isImmutable: json.member("immutable")?.bool == true,
      minimum: try json.value("min", as: measure),
      maximum: try json.value("max", as: measure),
      defaultValue: try json.value("default", as: kind)
    )
    if let choices = json.member("oneOf") {
      for choice in choices.elements { rules.oneOf.append(try Value(json: choice, as: kind)) }
    }
    self.init(
      ExactString(try json.text("name")),
      kind,
      rules,
      number: try json.number32("number"),
      isProvisional: json.member("provisional")?.bool == true
    )
  }
}

extension ViewDefinition {
  fileprivate init(_ json: JSONNode) throws(StoreError) {
    var filters: [UInt32] = []
    var sorts: [SortKey] = []
    if let nodes = json.member("filters") {
      for node in nodes.elements {
        filters.append(UInt32(clamping: try node.wholeNumber("filters")))
      }
    }
    if let nodes = json.member("sorts") {
      for node in nodes.elements {
        let number = try node.wholeNumber("sorts")
        let field = UInt32(clamping: number.magnitude)
        sorts.append(SortKey(field: field, isDescending: number < 0))
      }
    }
    self.init(
      ExactString(try json.text("name")),
      filters: filters,
      sorts: sorts,
      number: try json.number32("number")
    )
  }
}

extension JSONNode {
  /// The text of a member.
  ///
  /// - Throws: `StoreError` (`badData`) where there is none.
  func text(_ name: String) throws(StoreError) -> String {
    guard let text = member(name)?.string else { throw Self.missing(name, "a text") }
    return text
  }

  /// The whole number of a member.
  ///
  /// - Throws: `StoreError` (`badData`) where there is none.
  func number64(_ name: String) throws(StoreError) -> UInt64 {
    guard let node = member(name), let number = node.int64 else {
      throw Self.missing(name, "a whole number")
    }
    return UInt64(clamping: number)
  }

  func number32(_ name: String) throws(StoreError) -> UInt32 {
    UInt32(clamping: try number64(name))
  }

  /// The value of a member; nil where it is not there.
  func value(_ name: String, as kind: Kind) throws(StoreError) -> Value? {
    guard let node = member(name) else { return nil }
    return try Value(json: node, as: kind)
  }

  fileprivate func wholeNumber(_ name: String) throws(StoreError) -> Int64 {
    guard let number = int64 else { throw Self.missing(name, "whole numbers") }
    return number
  }

  private static func missing(_ name: String, _ what: String) -> StoreError {
    StoreError(.badData, "\(name) must be \(what)", field: name)
  }
}
