public import Records
public import StoreErrors

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UUID: FieldValue {
  /// UUID.
  public static var kind: Kind { .uuid }

  /// Reads a UUID.
  public init?(_ value: Value) {
    guard case .uuid(let uuid) = value else { return nil }
    self = uuid
  }

  /// The UUID.
  public func kept() throws(StoreError) -> Value { .uuid(self) }
}

extension Data: FieldValue {
  /// Bytes.
  public static var kind: Kind { .bytes }

  /// Reads bytes.
  public init?(_ value: Value) {
    guard case .bytes(let bytes) = value else { return nil }
    self.init(bytes)
  }

  /// The bytes.
  public func kept() throws(StoreError) -> Value { .bytes(Array(self)) }
}

extension URL: FieldValue {
  /// Text.
  public static var kind: Kind { .text }

  /// Reads a text that is a URL.
  public init?(_ value: Value) {
    guard case .text(let text) = value else { return nil }
    self.init(string: text)
  }

  /// The URL's text.
  ///
  /// - Throws: `StoreError` (`badData`) for one that is relative to a base, which the text would not name.
  public func kept() throws(StoreError) -> Value {
    guard baseURL == nil else {
      throw StoreError(
        .badData,
        "\(StoreError.quote(relativeString)) is relative to another URL",
        hints: ["give its absoluteURL"]
      )
    }
    return .text(absoluteString)
  }
}

extension Decimal: FieldValue {
  /// Decimal.
  public static var kind: Kind { .decimal }

  /// Reads a number of at most 38 digits that this type holds exactly.
  ///
  /// Zeros at the end of a fraction are no part of it: 1.50 reads as 1.5.
  public init?(_ value: Value) {
    guard case .decimal(let exact) = value else { return nil }
    guard let number = Decimal(string: exact.description, locale: nil) else { return nil }
    guard let again = ExactDecimal(number.description), again.compare(to: exact) == 0 else {
      return nil
    }
    self = number
  }

  /// The number.
  ///
  /// - Throws: `StoreError` (`badData`) for what is not a number.
  public func kept() throws(StoreError) -> Value {
    guard !isNaN, let exact = ExactDecimal(description) else {
      throw StoreError(.badData, "\(description) is not a number that a decimal field holds")
    }
    return .decimal(exact)
  }
}

extension ExactDecimal: FieldValue {
  /// Decimal.
  public static var kind: Kind { .decimal }

  /// Reads a number.
  public init?(_ value: Value) {
    guard case .decimal(let number) = value else { return nil }
    self = number
  }

  /// The number with all its digits.
  public func kept() throws(StoreError) -> Value { .decimal(self) }
}
