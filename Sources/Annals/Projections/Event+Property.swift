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
  /// What the event did to a property, found by the stored name of its field.
  ///
  /// - Parameter keyPath: the property, as `\Person.age`.
  /// - Returns: old and new; nil where the event left the property alone or is of another type.
  /// - Throws: `StoreError` (`badData`) for a value that the property cannot hold.
  @_disfavoredOverload
  public func change<T: Record, Value>(of keyPath: KeyPath<T, Value>) throws -> PropertyChange<
    Value
  >? {
    try change(ofProperty: keyPath)
  }

  /// What the event did to a property that may be nil, found by the stored name of its field.
  ///
  /// - Parameter keyPath: the property, as `\Person.location`.
  /// - Returns: old and new; nil where the event left the property alone or is of another type.
  /// - Throws: `StoreError` (`badData`) for a value that the property cannot hold.
  public func change<T: Record, Value>(of keyPath: KeyPath<T, Value?>) throws -> PropertyChange<
    Value
  >? {
    try change(ofProperty: keyPath)
  }

  private func change<T: Record, Value>(
    ofProperty keyPath: PartialKeyPath<T>
  ) throws -> PropertyChange<Value>? {
    guard definition.name == ExactString(T.schema.name),
      let field = T.schema.fields.first(where: { $0.keyPath == keyPath }),
      let codec = field.codec as? FieldCodec<Value>,
      let change = change(of: field.definition.name)
    else { return nil }
    func read(_ value: Records.Value?) throws -> Value? {
      guard let value, !value.isNull else { return nil }
      if let read = try codec.read(value) ?? codec.read(value.widened(to: codec.kind)) {
        return read
      }
      throw StoreError(
        .badData,
        "\(definition.name)/\(id) has a \(change.field.name) that \(keyPath) cannot hold",
        field: change.field.name.text
      )
    }
    return PropertyChange(old: try read(change.old), new: try read(change.new))
  }
}
