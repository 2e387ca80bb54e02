import Annals
import Foundation

extension Model {
  /// A type's records in an order, as plain code sorts them: nulls and missing values last in either direction,
  /// ties by the bytes of the id.
  func list(
    _ type: ExactString,
    at revision: Revision,
    by order: [(field: ExactString, isDescending: Bool)],
    where accepts: (Entry) -> Bool = { _ in true }
  ) -> [(id: ExactString, entry: Entry)] {
    living(type, at: revision).filter { accepts($0.entry) }.sorted { left, right in
      for key in order {
        let result = Self.order(
          left.entry.values[key.field],
          right.entry.values[key.field],
          key.isDescending
        )
        if result != 0 { return result < 0 }
      }
      return Array(left.id.text.utf8).lexicographicallyPrecedes(Array(right.id.text.utf8))
    }
  }

  static func order(_ left: Value?, _ right: Value?, _ isDescending: Bool) -> Int {
    let left = left ?? .null
    let right = right ?? .null
    if left.isNull || right.isNull { return (left.isNull ? 1 : 0) - (right.isNull ? 1 : 0) }
    let order = ascending(left, right)
    return isDescending ? -order : order
  }

  static func ascending(_ left: Value, _ right: Value) -> Int {
    func compare<Item: Comparable>(_ a: Item, _ b: Item) -> Int { a < b ? -1 : a == b ? 0 : 1 }
    func bytes(_ a: [UInt8], _ b: [UInt8]) -> Int {
      a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    }
    switch (left, right) {
    case (.int(let a), .int(let b)): return compare(a, b)
    // The decimals of these tests have few digits: a double tells them apart.
    case (.decimal(let a), .decimal(let b)):
      return compare(Double(a.description) ?? .nan, Double(b.description) ?? .nan)
    case (.double(let a), .double(let b)):
      if a.isNaN || b.isNaN { return (a.isNaN ? 1 : 0) - (b.isNaN ? 1 : 0) }
      return compare(a, b)
    case (.text(let a), .text(let b)), (.json(let a), .json(let b)):
      return bytes(Array(a.utf8), Array(b.utf8))
    case (.bytes(let a), .bytes(let b)): return bytes(a, b)
    case (.bool(let a), .bool(let b)): return (a ? 1 : 0) - (b ? 1 : 0)
    case (.instant(let a), .instant(let b)): return compare(a, b)
    case (.date(let a), .date(let b)): return compare(a, b)
    case (.uuid(let a), .uuid(let b)):
      return bytes(Array(a.uuidString.utf8), Array(b.uuidString.utf8))
    default: return 0
    }
  }
}
