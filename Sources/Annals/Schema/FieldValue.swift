public import Records
public import StoreErrors

/// A Swift type whose values are kept as a field of one kind, and can be sorted and searched by.
///
/// | Swift | kind |
/// |---|---|
/// | `String`, `URL` | text |
/// | `Int`, `UInt` and those of a fixed width | int |
/// | `Double`, `Float` | double |
/// | `Decimal`, `ExactDecimal` | decimal |
/// | `Bool` | bool |
/// | `Date`, `Instant` | instant |
/// | `CalendarDate` | date |
/// | `UUID` | uuid |
/// | `Data`, `[UInt8]` | bytes |
///
/// A type with a raw value that stands here, such as an enum of texts, is kept as that. Every other `Codable` type is
/// kept as JSON, which can be neither sorted nor searched by.
///
/// An own type conforms by saying how it is kept:
///
/// ```swift
/// struct Celsius: FieldValue {
///   var degrees: Double
///   static var kind: Kind { .double }
///   init(degrees: Double) { self.degrees = degrees }
///   init?(_ value: Value) {
///     guard case .double(let degrees) = value else { return nil }
///     self.init(degrees: degrees)
///   }
///   func kept() throws(StoreError) -> Value { .double(degrees) }
/// }
/// ```
public protocol FieldValue: Codable, Sendable {
  /// The kind of the fields that keep such values.
  static var kind: Kind { get }

  /// Reads a kept value.
  ///
  /// - Returns: nil for one of another kind, or one that this type cannot hold.
  init?(_ value: Value)

  /// The value as it is kept, of the type's kind; reading it gives an equal value.
  ///
  /// - Throws: `StoreError` (`badData`) for what cannot be kept exactly.
  func kept() throws(StoreError) -> Value
}
