internal import Records
internal import StoreErrors

/// How the values of a field are made from those of a field that an earlier program kept.
struct FieldConversion: Sendable {
  /// The earlier field's stored name.
  let name: ExactString
  /// The earlier field's kind.
  let kind: Kind
  /// Makes a kept value of one that is not null.
  let convert: @Sendable (Value) throws -> Value?

  /// What a stored value becomes; nil where there is none.
  ///
  /// - Parameters:
  ///   - value: the earlier field's value.
  ///   - field: the field that is made.
  /// - Throws: `StoreError` (`badData`) with the field.
  func value(of value: Value?, for field: ExactString) throws -> Value? {
    guard let value, !value.isNull else { return nil }
    do { return try convert(value) } catch {
      let reason = (error as? StoreError)?.message ?? "\(error)"
      throw StoreError(
        .badData,
        "\(field) cannot be made from the \(name) \(StoreError.quote(value.text)): \(reason)",
        field: field.text
      )
    }
  }

  /// The error of a value that the earlier property could not have held.
  static func unreadable(_ value: Value, as type: Any.Type) -> StoreError {
    StoreError(.badData, "\(StoreError.quote(value.text)) is no \(type)")
  }
}
