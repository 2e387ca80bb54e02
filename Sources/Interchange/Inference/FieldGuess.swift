internal import JSONText
internal import StoreErrors
internal import Records

/// What an import knows of one field: the kind that all values so far fit.
struct FieldGuess {
  let name: ExactString
  private(set) var kind: Kind
  /// Whether nothing but nulls came so far, so that the kind is not settled.
  private(set) var isProvisional: Bool
  /// Whether the kind may widen, since it was an import that chose it: a user's choice stands.
  let isOpen: Bool
  /// Whether values of the window that is being read must become JSON, since the field did after them.
  var becameJSON = false

  /// A field that was not there before.
  init(new name: ExactString) {
    self.name = name
    kind = .text
    isProvisional = true
    isOpen = true
  }

  /// A field as the log has it.
  init(_ field: FieldDefinition, isOpen: Bool) {
    name = field.name
    kind = field.kind
    isProvisional = field.isProvisional
    self.isOpen = isOpen
  }

  /// Reads a value, widening the field where it must be.
  ///
  /// - Returns: the value, and whether the field has changed.
  /// - Throws: `StoreError` (`badData`) where a field that a user defined cannot hold it.
  mutating func take(_ json: JSONNode) throws(StoreError) -> (value: Value, hasChanged: Bool) {
    if json.isNull { return (.null, false) }
    guard isOpen else { return (try chosen(json), false) }
    if kind == .json { return (.json(json.minified), false) }
    let value = Self.natural(json)
    guard let found = value.kind else { return (value, false) }
    if isProvisional {
      isProvisional = false
      kind = found
      return (value, true)
    }
    switch (kind, found) {
    case (.decimal, .int): return (value, false)
    case _ where kind == found: return (value, false)
    case (.int, .decimal):
      kind = .decimal
      return (value, true)
    default:
      kind = .json
      becameJSON = true
      return (.json(json.minified), true)
    }
  }

  /// The value as the kind that a user chose.
  private func chosen(_ json: JSONNode) throws(StoreError) -> Value {
    do { return try Value(json: json, as: kind) } catch {
      var error = error
      error.field = name.text
      error.message = "\(name): \(error.message)"
      throw error
    }
  }

  /// A value in the kind that JSON gives it: whole numbers within 64 bits int, other numbers decimal.
  private static func natural(_ json: JSONNode) -> Value {
    switch json.kind {
    case .null: .null
    case .bool: .bool(json.bool == true)
    case .string: .text(json.string ?? "")
    case .number: number(json)
    case .array, .object: .json(json.minified)
    }
  }

  private static func number(_ json: JSONNode) -> Value {
    if let number = json.int64, number != 0 { return .int(number) }
    let text = json.number ?? ""
    if text == "0" { return .int(0) }
    // A zero with a sign is a decimal; what is beyond a decimal's limits stays JSON.
    return ExactDecimal(text).map(Value.decimal) ?? .json(text)
  }
}
