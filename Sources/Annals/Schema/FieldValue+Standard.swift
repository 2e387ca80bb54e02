public import Records
public import StoreErrors

extension String: FieldValue {
  /// Text.
  public static var kind: Kind { .text }

  /// Reads a text.
  public init?(_ value: Value) {
    guard case .text(let text) = value else { return nil }
    self = text
  }

  /// The text, byte for byte.
  public func kept() throws(StoreError) -> Value { .text(self) }
}

extension Bool: FieldValue {
  /// Bool.
  public static var kind: Kind { .bool }

  /// Reads true or false.
  public init?(_ value: Value) {
    guard case .bool(let flag) = value else { return nil }
    self = flag
  }

  /// True or false.
  public func kept() throws(StoreError) -> Value { .bool(self) }
}

extension Double: FieldValue {
  /// Double.
  public static var kind: Kind { .double }

  /// Reads a number.
  public init?(_ value: Value) {
    guard case .double(let number) = value else { return nil }
    self = number
  }

  /// The number, bit for bit, but that there is one NaN only.
  public func kept() throws(StoreError) -> Value { .double(isNaN ? .nan : self) }
}

extension Float: FieldValue {
  /// Double.
  public static var kind: Kind { .double }

  /// Reads a number, the nearest that there is.
  public init?(_ value: Value) {
    guard case .double(let number) = value else { return nil }
    self.init(number)
  }

  /// The number, exactly, but that there is one NaN only.
  public func kept() throws(StoreError) -> Value { .double(isNaN ? .nan : Double(self)) }
}

extension FixedWidthInteger where Self: FieldValue {
  /// Int.
  public static var kind: Kind { .int }

  /// Reads a number that is in this type's range.
  public init?(_ value: Value) {
    guard case .int(let number) = value, let own = Self(exactly: number) else { return nil }
    self = own
  }

  /// The number.
  ///
  /// - Throws: `StoreError` (`badData`) for one over 2⁶³ − 1.
  public func kept() throws(StoreError) -> Value {
    guard let number = Int64(exactly: self) else {
      throw StoreError(
        .badData,
        "\(self) is over \(Int64.max), the greatest number that an int field holds",
        hints: ["declare the property as a Decimal"]
      )
    }
    return .int(number)
  }
}

extension Int: FieldValue {}
extension Int8: FieldValue {}
extension Int16: FieldValue {}
extension Int32: FieldValue {}
extension Int64: FieldValue {}
extension UInt: FieldValue {}
extension UInt8: FieldValue {}
extension UInt16: FieldValue {}
extension UInt32: FieldValue {}
extension UInt64: FieldValue {}

extension Array: FieldValue where Element == UInt8 {
  /// Bytes.
  public static var kind: Kind { .bytes }

  /// Reads bytes.
  public init?(_ value: Value) {
    guard case .bytes(let bytes) = value else { return nil }
    self = bytes
  }

  /// The bytes.
  public func kept() throws(StoreError) -> Value { .bytes(self) }
}
