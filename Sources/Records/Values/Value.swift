public import EventLog
internal import OrderedBytes
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A field's value: null, or something of one kind.
///
/// A missing field has no value at all (`Value?` nil).
///
/// Two values are equal when they are stored the same: text by its bytes, doubles by their bits, decimals
/// by digits and scale. `Value.precedes` and queries compare by meaning instead.
public enum Value: Sendable {
  /// Known to be nothing.
  case null
  /// Any text.
  case text(String)
  /// A 64-bit whole number.
  case int(Int64)
  /// A 64-bit binary floating point number.
  case double(Double)
  /// A decimal number, exactly as written.
  case decimal(ExactDecimal)
  /// True or false.
  case bool(Bool)
  /// A moment.
  case instant(Instant)
  /// A calendar day.
  case date(CalendarDate)
  /// A 128-bit identifier.
  case uuid(UUID)
  /// Any bytes.
  case bytes([UInt8])
  /// A JSON value as compact text.
  case json(String)

  /// The kind, or nil for null.
  public var kind: Kind? {
    switch self {
    case .null: nil
    case .text: .text
    case .int: .int
    case .double: .double
    case .decimal: .decimal
    case .bool: .bool
    case .instant: .instant
    case .date: .date
    case .uuid: .uuid
    case .bytes: .bytes
    case .json: .json
    }
  }

  /// Whether this is null.
  public var isNull: Bool { if case .null = self { true } else { false } }
}

extension Value: Hashable {
  /// Whether both are stored the same.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.text(let a), .text(let b)), (.json(let a), .json(let b)): ByteOrder.areEqual(a, b)
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.decimal(let a), .decimal(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.instant(let a), .instant(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.bytes(let a), .bytes(let b)): a == b
    default: false
    }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .text(let text), .json(let text): ExactString(text).hash(into: &hasher)
    case .int(let number): hasher.combine(number)
    case .double(let number): hasher.combine(number.bitPattern)
    case .decimal(let number): hasher.combine(number)
    case .bool(let flag): hasher.combine(flag)
    case .instant(let instant): hasher.combine(instant)
    case .date(let date): hasher.combine(date)
    case .uuid(let uuid): hasher.combine(uuid)
    case .bytes(let bytes): hasher.combine(bytes)
    }
  }
}
