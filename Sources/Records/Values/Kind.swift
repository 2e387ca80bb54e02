/// What a field holds.
public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
  /// Any text.
  case text = 1
  /// A 64-bit whole number.
  case int = 2
  /// A 64-bit binary floating point number.
  case double = 3
  /// A decimal number of any length, exactly as written.
  case decimal = 4
  /// True or false.
  case bool = 5
  /// A moment, to the nanosecond.
  case instant = 6
  /// A calendar day.
  case date = 7
  /// A 128-bit identifier.
  case uuid = 8
  /// Any bytes.
  case bytes = 9
  /// Any JSON value, its numbers exactly as written.
  case json = 10

  /// The name that users write.
  public var name: String { "\(self)" }

  /// Finds a kind by the name that users write.
  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}
