internal import ByteCoding

/// Names one record of a store: the type's number and the id.
package struct RecordKey: Hashable, Comparable, Sendable {
  package let type: UInt32
  package let id: ExactString

  package init(_ type: UInt32, _ id: ExactString) {
    self.type = type
    self.id = id
  }

  /// Reads a key of the views' table `records`.
  ///
  /// - Throws: `damaged` where it is none.
  init(stored key: Span<UInt8>) throws {
    var reader = ByteReader(key)
    type = try reader.fixed32()
    id = try ViewKeys.id(inRecordKey: key)
  }

  package static func < (left: RecordKey, right: RecordKey) -> Bool {
    left.type == right.type ? left.id < right.id : left.type < right.type
  }
}
