package import ByteCoding
internal import EventLog
package import StoreErrors
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The first byte of a stored value.
///
/// `FORMAT.md` describes what follows each.
private enum ValueTag {
  static let missing: UInt8 = 0
  static let null: UInt8 = 1
  static let text: UInt8 = 2
  static let int: UInt8 = 3
  static let double: UInt8 = 4
  static let decimal: UInt8 = 5
  static let no: UInt8 = 6
  static let yes: UInt8 = 7
  static let instant: UInt8 = 8
  static let date: UInt8 = 9
  static let uuid: UInt8 = 10
  static let bytes: UInt8 = 11
  static let json: UInt8 = 12
}

extension Kind {
  /// Whether the first byte of a stored value is that of null or of this kind.
  func isTag(_ byte: UInt8) -> Bool {
    if byte == ValueTag.null { return true }
    switch self {
    case .text: return byte == ValueTag.text
    case .int: return byte == ValueTag.int
    case .double: return byte == ValueTag.double
    case .decimal: return byte == ValueTag.decimal
    case .bool: return byte == ValueTag.yes || byte == ValueTag.no
    case .instant: return byte == ValueTag.instant
    case .date: return byte == ValueTag.date
    case .uuid: return byte == ValueTag.uuid
    case .bytes: return byte == ValueTag.bytes
    case .json: return byte == ValueTag.json
    }
  }
}

extension ByteWriter {
  /// Writes a value so that it can be read without knowing the field; nil is a missing one.
  package mutating func appendValue(_ value: Value?) {
    switch value {
    case nil: append(ValueTag.missing)
    case .null: append(ValueTag.null)
    case .text(let text):
      append(ValueTag.text)
      appendText(text)
    case .int(let number):
      append(ValueTag.int)
      appendSigned(number)
    case .double(let number):
      append(ValueTag.double)
      appendFixed(number.bitPattern)
    case .decimal(let number):
      append(ValueTag.decimal)
      appendDecimal(number)
    case .bool(let flag): append(flag ? ValueTag.yes : ValueTag.no)
    case .instant(let instant):
      append(ValueTag.instant)
      appendInstant(instant)
    case .date(let date):
      append(ValueTag.date)
      appendSigned(Int64(date.days))
    case .uuid(let uuid):
      append(ValueTag.uuid)
      append(uuid.byteArray)
    case .bytes(let bytes):
      append(ValueTag.bytes)
      appendCounted(bytes)
    case .json(let text):
      append(ValueTag.json)
      appendText(text)
    }
  }

  /// The exponent (signed varint), twice the number of digits plus one if negative (varint), and the digits, two
  /// a byte, the high half first.
  private mutating func appendDecimal(_ number: ExactDecimal) {
    appendSigned(Int64(number.exponent))
    appendVarint(UInt64(number.digits.count) << 1 | (number.isNegative ? 1 : 0))
    for index in stride(from: 0, to: number.digits.count, by: 2) {
      let low = index + 1 < number.digits.count ? number.digits[index + 1] : 0
      append(number.digits[index] << 4 | low)
    }
  }
}

extension ByteReader {
  /// Reads what `appendValue` wrote.
  package mutating func value() throws(StoreError) -> Value? {
    switch try byte() {
    case ValueTag.missing: return nil
    case ValueTag.null: return .null
    case ValueTag.text: return .text(try text())
    case ValueTag.int: return .int(try signed())
    case ValueTag.double: return .double(Double(bitPattern: try fixed64()))
    case ValueTag.decimal: return .decimal(try decimal())
    case ValueTag.no: return .bool(false)
    case ValueTag.yes: return .bool(true)
    case ValueTag.instant: return .instant(try instant())
    case ValueTag.date:
      guard let days = Int32(exactly: try signed()), let date = CalendarDate(days: days) else {
        throw Self.damaged("a date is out of range")
      }
      return .date(date)
    case ValueTag.uuid:
      guard let uuid = UUID(bytes: try bytes(count: 16)) else {
        throw Self.damaged("a uuid is cut short")
      }
      return .uuid(uuid)
    case ValueTag.bytes: return .bytes(try counted())
    case ValueTag.json: return .json(try text())
    case let tag: throw Self.damaged("a value has the unknown kind \(tag)")
    }
  }

  /// The UTF-8 of the text that `appendValue` wrote; nil where it wrote another value.
  @_lifetime(copy self)
  mutating func storedText() throws(StoreError) -> Span<UInt8>? {
    guard try byte() == ValueTag.text else { return nil }
    let length = try count()
    return bytes(offset..<offset + length)
  }

  /// Passes over what `appendValue` wrote.
  ///
  /// - Returns: whether there is a value; false for a missing one.
  package mutating func skipValue() throws(StoreError) -> Bool {
    switch try byte() {
    case ValueTag.missing: return false
    case ValueTag.null, ValueTag.no, ValueTag.yes: break
    case ValueTag.text, ValueTag.bytes, ValueTag.json: try skip(count())
    case ValueTag.int, ValueTag.date: _ = try varint()
    case ValueTag.double: try skip(8)
    case ValueTag.decimal:
      _ = try varint()
      let digits = try varint() >> 1
      guard digits <= 1000 else { throw Self.damaged("a decimal is out of range") }
      try skip((Int(digits) + 1) / 2)
    case ValueTag.instant:
      _ = try varint()
      _ = try varint()
    case ValueTag.uuid: try skip(16)
    case let tag: throw Self.damaged("a value has the unknown kind \(tag)")
    }
    return true
  }

  private mutating func decimal() throws(StoreError) -> ExactDecimal {
    let exponent = try signed()
    let sizeAndSign = try varint()
    let count = sizeAndSign >> 1
    guard count >= 1, count <= 1000, let exponent = Int32(exactly: exponent) else {
      throw Self.damaged("a decimal is out of range")
    }
    let packed = try bytes(count: (Int(count) + 1) / 2)
    let digits = packed.flatMap { [$0 >> 4, $0 & 0xF] }.prefix(Int(count))
    guard
      let number = ExactDecimal(
        isNegative: sizeAndSign & 1 == 1,
        digits: Array(digits),
        exponent: exponent
      )
    else { throw Self.damaged("a decimal has a digit over 9") }
    return number
  }
}
