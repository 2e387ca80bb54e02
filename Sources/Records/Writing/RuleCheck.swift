package import StoreErrors

extension Value {
  /// The value as a field of a kind keeps it: the same kind, or an int where a decimal or a double can hold it
  /// exactly; nil for anything else.
  func accepted(as kind: Kind) -> Value? {
    switch (self, kind) {
    case (.null, _): self
    case (.int, .decimal), (.int, .double): coerced(to: kind)
    case (.json, .json), (.double, .double): try? canonical()
    default: self.kind == kind ? self : nil
    }
  }
}

extension FieldDefinition {
  /// Refuses a value that a rule of the field forbids; uniqueness is checked elsewhere.
  package func check(_ value: Value?) throws(StoreError) {
    guard let value, !value.isNull else {
      if rules.isRequired { throw refusal("is required") }
      return
    }
    if rules.isRequired, case .text(let text) = value, text.isEmpty {
      throw refusal("must not be empty")
    }
    if rules.minimum != nil || rules.maximum != nil { try checkBounds(of: value) }
    if !rules.oneOf.isEmpty, !rules.oneOf.contains(where: { Value.order($0, value) == 0 }) {
      throw refusal("must be one of " + rules.oneOf.map(\.text).joined(separator: ", "))
    }
  }

  /// Refuses an update of a field that keeps what the record was created with.
  func checkMayChange(from old: Value?) throws(StoreError) {
    guard rules.isImmutable else { return }
    let known = old.map { $0.isNull ? "null" : StoreError.quote($0.text) } ?? "missing"
    throw refusal("is immutable: since the record was created it is \(known)")
  }

  private func checkBounds(of value: Value) throws(StoreError) {
    let measured = Self.measure(value)
    if let minimum = rules.minimum, Value.order(measured, minimum) < 0 {
      throw refusal("\(Self.what(value)) \(measured.text) is under the minimum of \(minimum.text)")
    }
    if let maximum = rules.maximum, Value.order(measured, maximum) > 0 {
      throw refusal("\(Self.what(value)) \(measured.text) is over the maximum of \(maximum.text)")
    }
  }

  /// The error of a value that this field cannot take.
  package func refusal(_ message: String) -> StoreError {
    StoreError(.badData, "\(name) \(message)", field: name.text)
  }

  /// What a minimum or maximum is compared with: the value, or the length of text and bytes.
  private static func measure(_ value: Value) -> Value {
    switch value {
    case .text(let text): .int(Int64(text.unicodeScalars.count))
    case .bytes(let bytes): .int(Int64(bytes.count))
    default: value
    }
  }

  private static func what(_ value: Value) -> String {
    switch value {
    case .text, .bytes: "with length"
    default: "with"
    }
  }
}
