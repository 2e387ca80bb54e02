internal import EventLog
package import OrderedBytes

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Value {
  /// How two values of a field stand by meaning: −1 where the left comes first, 0 where they mean the same,
  /// 1 where the right comes first.
  ///
  /// Null and missing (nil) mean the same here and come last in both directions. Text, bytes, UUIDs and
  /// compact JSON go by their bytes; decimals by value, so that 1.5 and 1.50 mean the same; doubles
  /// by value with NaN greatest; false comes before true. Values of different kinds go by kind.
  public static func order(_ left: Value?, _ right: Value?, descending: Bool = false) -> Int {
    guard let left, !left.isNull else { return right?.isNull ?? true ? 0 : 1 }
    guard let right, !right.isNull else { return -1 }
    let order = left.order(against: right)
    return descending ? -order : order
  }

  /// Whether the left value comes first by meaning; see `order`.
  public static func precedes(_ left: Value?, _ right: Value?) -> Bool { order(left, right) < 0 }

  private func order(against other: Value) -> Int {
    switch (self, other) {
    case (.text(let a), .text(let b)), (.json(let a), .json(let b)): Self.order(a, b)
    case (.int(let a), .int(let b)): Self.order(a, b)
    case (.double(let a), .double(let b)): Self.order(a, b)
    case (.decimal(let a), .decimal(let b)): a.compare(to: b)
    case (.bool(let a), .bool(let b)): Self.order(a ? 1 : 0, b ? 1 : 0)
    case (.instant(let a), .instant(let b)): Self.order(a, b)
    case (.date(let a), .date(let b)): Self.order(a, b)
    case (.uuid(let a), .uuid(let b)): Self.order(a.byteArray.span, b.byteArray.span)
    case (.bytes(let a), .bytes(let b)): Self.order(a.span, b.span)
    default: Self.order(kind?.rawValue ?? 0, other.kind?.rawValue ?? 0)
    }
  }

  private static func order<Item: Comparable>(_ left: Item, _ right: Item) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  private static func order(_ left: Double, _ right: Double) -> Int {
    if left.isNaN || right.isNaN { return (left.isNaN ? 1 : 0) - (right.isNaN ? 1 : 0) }
    return left < right ? -1 : left == right ? 0 : 1
  }

  private static func order(_ left: String, _ right: String) -> Int {
    order(left.utf8Span.span, right.utf8Span.span)
  }

  private static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index] ? -1 : 1
    }
    return order(left.count, right.count)
  }

  /// Adds key bytes that stand to those of other values of the kind as `order` says.
  package func appendKey(to key: inout KeyBytes, descending: Bool = false) {
    key.append(isPresent: !isNull)
    if descending {
      key.appendDescending { appendBody(to: &$0) }
    } else {
      appendBody(to: &key)
    }
  }

  private func appendBody(to key: inout KeyBytes) {
    switch self {
    case .null: break
    case .text(let text), .json(let text): key.append(text: text)
    case .int(let number): key.append(number)
    case .double(let number): key.append(number)
    case .decimal(let number):
      key.appendDecimal(
        isNegative: number.isNegative,
        digits: number.digits,
        exponent: number.exponent
      )
    case .bool(let flag): key.append(flag)
    case .instant(let instant):
      key.append(instant.seconds)
      key.append(instant.nanoseconds)
    case .date(let date): key.append(date.days)
    case .uuid(let uuid): key.append(raw: uuid.byteArray)
    case .bytes(let bytes): key.append(escaping: bytes)
    }
  }
}

extension Value? {
  /// Adds the key bytes of a value that may be missing, which then stands as null does.
  package func appendKey(to key: inout KeyBytes, descending: Bool = false) {
    (self ?? .null).appendKey(to: &key, descending: descending)
  }
}
