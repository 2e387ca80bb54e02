internal import OrderedBytes

/// Text that is compared by its exact UTF-8 bytes.
///
/// Swift's `String` calls composed and decomposed letters equal; names and ids must not, so sets,
/// dictionaries and comparisons of them use this type.
public struct ExactString: Sendable {
  /// The text.
  public let text: String

  /// Wraps a text.
  public init(_ text: String) { self.text = text }
}

extension ExactString: Hashable {
  /// Whether both have the same bytes.
  public static func == (left: ExactString, right: ExactString) -> Bool {
    ByteOrder.areEqual(left.text, right.text)
  }
}

extension ExactString: Comparable {
  /// Whether the left bytes come first.
  public static func < (left: ExactString, right: ExactString) -> Bool {
    ByteOrder.precedes(left.text, right.text)
  }
}

extension ExactString: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Wraps a literal.
  public init(stringLiteral text: String) { self.text = text }

  /// The text.
  public var description: String { text }
}
