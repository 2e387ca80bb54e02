import Records
import StoreErrors

/// What `log -S VALUE` looks for: events with which a value came into a field or went out of it.
///
/// As with git's pickaxe, what counts is how often the value occurs before and after. In text and JSON it may be
/// a part; anything else holds it or does not.
struct Pickaxe {
  private let text: String
  private let bytes: [UInt8]

  /// - Throws: `StoreError` (`usage`) for an empty value, which occurs everywhere.
  init(_ text: String) throws(StoreError) {
    guard !text.isEmpty else {
      throw StoreError(.usage, "-S needs a value to look for", hints: ["see annals help log"])
    }
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Whether the value occurs more or less often in a field than before.
  ///
  /// - Parameters:
  ///   - old: what the field held; nil for missing.
  ///   - new: what it holds.
  func finds(_ old: Value?, _ new: Value?) -> Bool { occurrences(in: old) != occurrences(in: new) }

  private func occurrences(in value: Value?) -> Int {
    switch value {
    case nil, .null: return 0
    case .text(let text), .json(let text): return Self.occurrences(of: bytes, in: Array(text.utf8))
    case let value?:
      // Read by the field's kind, so that 1.5 finds 1.50 and an instant is found in any zone.
      guard let kind = value.kind, let sought = try? Value(parsing: text, as: kind) else {
        return 0
      }
      return Value.order(value, sought) == 0 ? 1 : 0
    }
  }

  /// How often bytes occur in others, without overlapping.
  private static func occurrences(of part: [UInt8], in whole: [UInt8]) -> Int {
    var count = 0
    var place = 0
    while place + part.count <= whole.count {
      if whole[place] == part[0], whole[place..<place + part.count].elementsEqual(part) {
        count += 1
        place += part.count
      } else {
        place += 1
      }
    }
    return count
  }
}
