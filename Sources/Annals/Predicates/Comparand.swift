internal import EventLog
internal import Records

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a Swift value is among a field's stored values, for comparing.
enum Comparand {
  /// Stored values compare with this one as the Swift values do.
  case value(Records.Value)
  /// Stored values below or above the range compare as the Swift values do; those within may mean the same.
  case near(lowest: Records.Value, highest: Records.Value)
  /// Equal to these stored values and to no others; in no known order to them.
  case oneOf([Records.Value])
  /// Equal to some stored values, which all lie in this range; in no known order to them.
  case within(lowest: Records.Value, above: Records.Value?)
  /// Neither equal to anything nor less or greater: not a number.
  case incomparable

  /// The stored form of a Swift value that is not nil; nil where none is known for a field of the kind.
  init?(_ constant: Any, in kind: Kind) {
    switch (kind, constant) {
    case (.text, let text as String): self.init(text: text)
    case (.int, let number as any FixedWidthInteger):
      guard let number = Int64(exactly: number) else { return nil }
      self = .value(.int(number))
    case (.double, let number as Double):
      self = number.isNaN ? .incomparable : .value(.double(number))
    case (.double, let number as Float): self.init(number)
    case (.decimal, let number as Decimal):
      // A decimal that is no number has another text than a number.
      guard let number = ExactDecimal(number.description) else { return nil }
      self = .value(.decimal(number))
    case (.decimal, let number as ExactDecimal): self = .value(.decimal(number))
    case (.bool, let flag as Bool): self = .value(.bool(flag))
    case (.instant, let instant as Instant): self = .value(.instant(instant))
    case (.instant, let date as Date): self.init(date)
    case (.date, let day as CalendarDate): self = .value(.date(day))
    case (.uuid, let uuid as UUID): self = .value(.uuid(uuid))
    case (.bytes, let data as Data): self = .value(.bytes(Array(data)))
    case (.bytes, let bytes as [UInt8]): self = .value(.bytes(bytes))
    case (_, let constant as any RawRepresentable): self.init(constant, in: kind)
    default: return nil
    }
  }

  /// Text is stored in any spelling; see `CanonicalForms`.
  ///
  /// Swift orders text by composed scalars, the store by bytes as they stand.
  private init(text: String) {
    if let forms = CanonicalForms.all(of: text) {
      self = .oneOf(forms.map { .text($0) })
    } else {
      let prefix = CanonicalForms.commonPrefix(of: text)
      self = .within(lowest: .text(prefix), above: TextPrefix.end(of: prefix).map { .text($0) })
    }
  }

  /// The nearest `Float` is what a stored double is read as.
  private init(_ number: Float) {
    self =
      number.isNaN
      ? .incomparable
      : .near(lowest: .double(Double(number.nextDown)), highest: .double(Double(number.nextUp)))
  }

  /// A date is a binary number of seconds, and the nearest one is what a stored moment is read as.
  private init?(_ date: Date) {
    let seconds = date.timeIntervalSinceReferenceDate
    // Far more than what the roundings on the way can add up to.
    let slack = 4 * seconds.ulp + 4e-6
    guard let lowest = Instant(roughly: date.addingTimeInterval(-slack)),
      let highest = Instant(roughly: date.addingTimeInterval(slack))
    else { return nil }
    self = .near(lowest: .instant(lowest), highest: .instant(highest))
  }

  /// An enumeration is stored by its raw value, and two cases are equal where those are.
  ///
  /// A structure may have an equality of its own, and a `FieldValue` another way to be kept.
  private init?(_ constant: some RawRepresentable, in kind: Kind) {
    guard Mirror(reflecting: constant).displayStyle == .enum, !(constant is any FieldValue),
      let raw = Comparand(constant.rawValue, in: kind)
    else { return nil }
    switch raw {
    case .value(let value): self = .oneOf([value])
    case .near(let lowest, let highest): self = .within(lowest: lowest, above: highest)
    case .oneOf, .within, .incomparable: self = raw
    }
  }

  /// All stored values that are equal to it; nil where they are too many to be named.
  var equals: [Records.Value]? {
    switch self {
    case .value(let value): [value]
    case .oneOf(let values): values
    case .incomparable: []
    case .near, .within: nil
    }
  }
}

extension Instant {
  /// A moment within a microsecond of a date; nil outside the years 1 to 9999.
  fileprivate init?(roughly date: Date) {
    let microseconds = (date.timeIntervalSince1970 * 1e6).rounded()
    guard let count = Int64(exactly: microseconds) else { return nil }
    self.init(count: count, perSecond: 1_000_000)
  }
}
