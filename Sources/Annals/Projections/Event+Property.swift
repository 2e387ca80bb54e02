public import Records
internal import StoreErrors

/// What an event did to one property of a record.
public struct PropertyChange<Value> {
  /// What it held before; nil where the record was created, or had no value.
  public let old: Value?
  /// What it held after; nil where the record was deleted, or has no value.
  public let new: Value?
}

extension PropertyChange: Sendable where Value: Sendable {}

extension Event {
  /// What the event did to a property, found by the stored name of its field, or by the name that it had then.
  ///
  /// - Parameter keyPath: the property, as `\Person.age`.
  /// - Returns: old and new; nil where the event left the property alone or is of another type.
  /// - Throws: `StoreError` (`badData`) for a value that the property cannot hold, or that cannot be converted.
  @_disfavoredOverload
  public func change<T: Record, Value>(of keyPath: KeyPath<T, Value>) throws -> PropertyChange<
    Value
  >? {
    try change(ofProperty: keyPath)
  }

  /// What the event did to a property that may be nil, found by the stored name of its field, or by the name that it had
  /// then.
  ///
  /// - Parameter keyPath: the property, as `\Person.location`.
  /// - Returns: old and new; nil where the event left the property alone or is of another type.
  /// - Throws: `StoreError` (`badData`) for a value that the property cannot hold, or that cannot be converted.
  public func change<T: Record, Value>(of keyPath: KeyPath<T, Value?>) throws -> PropertyChange<
    Value
  >? {
    try change(ofProperty: keyPath)
  }

  private func change<T: Record, Value>(
    ofProperty keyPath: PartialKeyPath<T>
  ) throws -> PropertyChange<Value>? {
    let schema = T.schema
    guard definition.name == ExactString(schema.name),
      let field = schema.fields.first(where: { $0.keyPath == keyPath }),
      let codec = field.codec as? FieldCodec<Value>
    else { return nil }
    let origin = schema.origin(of: field, in: definition)
    guard let name = origin.name, let change = change(of: name) else { return nil }
    func read(_ value: Records.Value?) throws -> Value? {
      let value = try origin.value(of: value, for: field.definition.name)
      guard let value, !value.isNull else { return nil }
      if let read = try codec.read(value) ?? codec.read(value.widened(to: codec.kind)) {
        return read
      }
      throw StoreError(
        .badData,
        "\(definition.name)/\(id) has a \(name) that \(keyPath) cannot hold",
        field: name.text
      )
    }
    return PropertyChange(old: try read(change.old), new: try read(change.new))
  }
}

extension FieldOrigin {
  /// The stored name of the field that the values come from; nil where there is none, or it does not fit.
  fileprivate var name: ExactString? {
    switch self {
    case .field(let field): field.name
    case .conversion(let conversion): conversion.name
    case .unfit, .nothing: nil
    }
  }

  /// What a value of that field is to the property.
  ///
  /// - Throws: `StoreError` (`badData`) for one that cannot be converted.
  fileprivate func value(of stored: Value?, for field: ExactString) throws -> Value? {
    guard case .conversion(let conversion) = self else { return stored }
    return try conversion.value(of: stored, for: field)
  }
}
