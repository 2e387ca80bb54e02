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
      if rules.isRequired { throw refusal("is required", .required) }
      return
    }
    if rules.isRequired, case .text(let text) = value, text.isEmpty {
      throw refusal("must not be empty", .required, text)
    }
    if rules.minimum != nil || rules.maximum != nil { try checkBounds(of: value) }
    if !rules.oneOf.isEmpty, !rules.oneOf.contains(where: { Value.order($0, value) == 0 }) {
      let values = rules.oneOf.map(\.text)
      throw refusal("must be one of " + values.joined(separator: ", "), .oneOf(values), value.text)
    }
  }

  /// Refuses an update of a field that keeps what the record was created with.
  func checkMayChange(from old: Value?) throws(StoreError) {
    guard rules.isImmutable else { return }
    let known = old.map { $0.isNull ? "null" : StoreError.quote($0.text) } ?? "missing"
    throw refusal("is immutable: since the record was created it is \(known)", .immutable)
  }

  private func checkBounds(of value: Value) throws(StoreError) {
    let (measured, isLength) = Self.measure(value)
    let what = isLength ? "with length" : "with"
    if let minimum = rules.minimum, Value.order(measured, minimum) < 0 {
      throw refusal(
        "\(what) \(measured.text) is under the minimum of \(minimum.text)",
        minimum.length(isLength).map(BrokenRule.minimumLength) ?? .minimum(minimum.text),
        value.text
      )
    }
    if let maximum = rules.maximum, Value.order(measured, maximum) > 0 {
      throw refusal(
        "\(what) \(measured.text) is over the maximum of \(maximum.text)",
        maximum.length(isLength).map(BrokenRule.maximumLength) ?? .maximum(maximum.text),
        value.text
      )
    }
  }

  /// The error of a value that this field cannot take.
  package func refusal(_ message: String, _ rule: BrokenRule, _ value: String? = nil) -> StoreError
  {
    var error = StoreError(.badData, "\(name) \(message)", field: name.text)
    error.rule = rule
    error.value = value
    return error
  }

  /// What a minimum or maximum is compared with: the value, or the length of text and bytes.
  private static func measure(_ value: Value) -> (Value, isLength: Bool) {
    switch value {
    case .text(let text): (.int(Int64(text.unicodeScalars.count)), true)
    case .bytes(let bytes): (.int(Int64(bytes.count)), true)
    default: (value, false)
    }
  }
}

extension Value {
  /// The bound of a length as a number; nil where it bounds values.
  fileprivate func length(_ isLength: Bool) -> Int? {
    if isLength, case .int(let number) = self { Int(exactly: number) } else { nil }
  }
}
