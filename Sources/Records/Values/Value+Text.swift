internal import EventLog
public import StoreErrors

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Value {
  /// Reads a value from the text that a user gives.
  ///
  /// Text is taken as it is; int, decimal and double by the grammar of JSON numbers with or without a
  /// plus sign, int only if it is whole (`1e3` is); double also as `NaN`, `Infinity` and `-Infinity`;
  /// bool as `true`, `false`, `1` and `0`; instants as RFC 3339 with an offset; dates as `YYYY-MM-DD`;
  /// bytes as padded base64; JSON is made compact, and the JSON `null` is null.
  ///
  /// - Throws: `StoreError` (`badData`) that says what the kind takes and what was given.
  public init(parsing text: String, as kind: Kind) throws(StoreError) {
    let value: Value?
    switch kind {
    case .text: value = .text(text)
    case .int: value = ExactDecimal(text)?.int64.map(Value.int)
    case .decimal: value = ExactDecimal(text).map(Value.decimal)
    case .double: value = Self.double(text).map(Value.double)
    case .bool:
      value =
        switch text {
        case "true", "1": .bool(true)
        case "false", "0": .bool(false)
        default: nil
        }
    case .instant: value = Instant(text).map(Value.instant)
    case .date: value = CalendarDate(text).map(Value.date)
    case .uuid: value = UUID(uuidString: text).map(Value.uuid)
    case .bytes: value = Data(base64Encoded: text).map { .bytes(Array($0)) }
    case .json: value = try Value(parsingJSON: text, as: .json)
    }
    guard let value else { throw kind.refusal(of: text) }
    self = value
  }

  /// The value as text; reading it as the same kind gives an equal value.
  ///
  /// Text is shown as it is, whatever characters it holds; null as `null`.
  public var text: String {
    switch self {
    case .null: "null"
    case .text(let text), .json(let text): text
    case .int(let number): String(number)
    case .double(let number): Self.text(number)
    case .decimal(let number): number.description
    case .bool(let flag): flag ? "true" : "false"
    case .instant(let instant): instant.text()
    case .date(let date): date.description
    case .uuid(let uuid): uuid.uuidString.lowercased()
    case .bytes(let bytes): Data(bytes).base64EncodedString()
    }
  }

  /// A number by the grammar of JSON that is not beyond the range, or one of the three words.
  static func double(_ text: String) -> Double? {
    switch text {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    default:
      guard ExactDecimal(text) != nil, let number = Double(text), number.isFinite else {
        return nil
      }
      return number
    }
  }

  /// The fewest digits that read back as the same number.
  private static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return number.description
  }
}
