#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What can name a record: anything with a text of 1 to 255 UTF-8 bytes that it can be read from again.
///
/// Ids are compared and ordered by these bytes: the number 10 comes before the number 9. Each id should be read from one
/// text only: a fetch by an id looks for that text.
public protocol RecordID: Hashable, Sendable {
  /// Reads an id.
  ///
  /// - Returns: nil for a text that names nothing.
  init?(recordID: String)

  /// The id as it is kept.
  var recordID: String { get }
}

extension String: RecordID {
  /// Takes the text.
  public init?(recordID: String) { self = recordID }

  /// The text itself.
  public var recordID: String { self }
}

extension UUID: RecordID {
  /// Reads the usual form, wholly in lower or in upper case.
  public init?(recordID: String) {
    self.init(uuidString: recordID)
    guard recordIDs.contains(recordID) else { return nil }
  }

  /// The usual form, in lower case.
  public var recordID: String { uuidString.lowercased() }
}

extension FixedWidthInteger where Self: RecordID {
  /// Reads decimal digits, without leading zeros, so that each number has one text.
  public init?(recordID: String) {
    guard let number = Self(recordID), String(number) == recordID else { return nil }
    self = number
  }

  /// Decimal digits.
  public var recordID: String { String(self) }
}

extension Int: RecordID {}
extension Int8: RecordID {}
extension Int16: RecordID {}
extension Int32: RecordID {}
extension Int64: RecordID {}
extension UInt: RecordID {}
extension UInt8: RecordID {}
extension UInt16: RecordID {}
extension UInt32: RecordID {}
extension UInt64: RecordID {}

extension RecordID {
  /// All texts that the id is read from.
  var recordIDs: [String] { (self as? UUID).map { [$0.recordID, $0.uuidString] } ?? [recordID] }
}
