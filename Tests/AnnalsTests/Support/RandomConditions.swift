import Annals
import Foundation
import TestSupport

/// Random records and conditions over fields of every kind, and what the conditions mean.
struct RandomConditions {
  var random: SeededGenerator

  /// Views of several shapes over the fields.
  static func definition() throws -> TypeDefinition {
    let fields = Kind.allCases.map { FieldDefinition(ExactString($0.name), $0) }
    func number(_ kind: Kind) -> UInt32 { UInt32(kind.rawValue) }
    func key(_ kind: Kind, down: Bool = false) -> SortKey {
      SortKey(field: number(kind), isDescending: down)
    }
    return try TypeDefinition(
      name: "thing",
      fields: fields,
      views: Kind.allCases.map { kind in
        ViewDefinition(
          "by-\(kind.name)",
          filters: [],
          sorts: [key(kind, down: kind.rawValue % 2 == 0)]
        )
      } + [
        ViewDefinition("owned", filters: [number(.text)], sorts: [key(.int)]),
        ViewDefinition(
          "pairs",
          filters: [number(.bool), number(.int)],
          sorts: [key(.decimal, down: true), key(.double)]
        ),
        ViewDefinition("just-flags", filters: [number(.bool)], sorts: []),
      ]
    )
  }

  mutating func value(of kind: Kind) -> Value {
    func parsed(_ text: String) -> Value { (try? Value(parsing: text, as: kind)) ?? .null }
    switch kind {
    case .text:
      let long = String(repeating: "long ", count: 100)
      return .text(random.pick(["", "a", "b", "ab", "A", "é", "e\u{301}", long, long + "z"]))
    case .int:
      return .int(random.oneIn(9) ? random.pick([.min, .max]) : Int64(random.index(below: 6)) - 2)
    case .double:
      return .double(random.pick([-1.5, -0.0, 0, 0.5, 2, .infinity, -.infinity, .nan]))
    case .decimal:
      return parsed(random.pick(["-1.5", "0", "0.00", "1.5", "1.50", "2", "1E+1", "10"]))
    case .bool: return .bool(random.oneIn(2))
    case .instant: return parsed("2000-01-01T00:00:0\(random.index(below: 4))Z")
    case .date: return parsed("2000-01-0\(1 + random.index(below: 4))")
    case .uuid: return parsed("00000000-0000-0000-0000-00000000000\(random.index(below: 4))")
    case .bytes:
      return .bytes((0..<random.index(below: 3)).map { _ in UInt8(random.index(below: 3)) })
    case .json: return parsed(random.pick(["1", "\"a\"", "[1]", "true", "{}"]))
    }
  }

  mutating func values() -> [Kind: Value] {
    var values: [Kind: Value] = [:]
    for kind in Kind.allCases where !random.oneIn(8) {
      values[kind] = random.oneIn(8) ? .null : value(of: kind)
    }
    return values
  }

  mutating func condition(depth: Int = 3) -> Condition {
    let kind = random.pick(Kind.allCases)
    let field = UInt32(kind.rawValue)
    switch random.index(below: depth > 0 ? 11 : 7) {
    case 0, 1, 2:
      return .compare(field: field, random.pick(Condition.Comparison.allCases), value(of: kind))
    case 3:
      let count = random.index(below: 3)
      return .among(field: field, (0...count).map { _ in value(of: kind) })
    case 4: return .isNull(field: field)
    case 5: return .like(field: 1, pattern: random.pick(["%", "a%", "_", "%b", "l%z"]))
    case 6:
      // Alternatives of one field, which views can answer.
      return .any((0...random.index(below: 3)).map { _ in alternative(of: kind) })
    case 7: return .not(condition(depth: depth - 1))
    case 8: return .any(parts(depth))
    default: return .all(parts(depth))
    }
  }

  private mutating func alternative(of kind: Kind) -> Condition {
    let field = UInt32(kind.rawValue)
    switch random.index(below: 5) {
    case 0: return .isNull(field: field)
    case 1: return .among(field: field, [value(of: kind), value(of: kind)])
    case 2:
      return .all([
        .compare(field: field, .greaterOrEqual, value(of: kind)),
        .compare(field: field, .less, value(of: kind)),
      ])
    default:
      return .compare(field: field, random.pick(Condition.Comparison.allCases), value(of: kind))
    }
  }

  private mutating func parts(_ depth: Int) -> [Condition] {
    (0...random.index(below: 3)).map { _ in condition(depth: depth - 1) }
  }

  mutating func sort() -> [SortKey] {
    var keys: [SortKey] = []
    while random.oneIn(2), keys.count < 3 {
      let field = UInt32(random.pick(Kind.allCases).rawValue)
      if !keys.contains(where: { $0.field == field }) {
        keys.append(SortKey(field: field, isDescending: random.oneIn(2)))
      }
    }
    return keys
  }
}

/// What a condition says of values, by plain code.
func truth(of condition: Condition, _ values: [Kind: Value]) -> Bool? {
  func value(_ field: UInt32) -> Value? {
    let value = Kind(rawValue: UInt8(field)).flatMap { values[$0] }
    return value?.isNull ?? true ? nil : value
  }
  switch condition {
  case .compare(let field, let comparison, let bound):
    guard let value = value(field) else { return nil }
    let order = Model.ascending(value, bound)
    return switch comparison {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  case .among(let field, let list):
    guard let value = value(field) else { return nil }
    return list.contains { Model.ascending(value, $0) == 0 }
  case .isNull(let field): return value(field) == nil
  case .like(let field, let pattern):
    guard case .text(let text)? = value(field) else { return nil }
    let scalars = text.unicodeScalars
    return switch pattern {
    case "%": true
    case "a%": scalars.first == "a"
    case "_": scalars.count == 1
    case "%b": scalars.last == "b"
    default: scalars.first == "l" && scalars.last == "z"
    }
  case .not(let part): return truth(of: part, values).map { !$0 }
  case .all(let parts):
    let truths = parts.map { truth(of: $0, values) }
    return truths.contains(false) ? false : truths.contains(nil) ? nil : true
  case .any(let parts):
    let truths = parts.map { truth(of: $0, values) }
    return truths.contains(true) ? true : truths.contains(nil) ? nil : false
  }
}
