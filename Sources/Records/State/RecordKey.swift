/// Names one record of a store: the type's number and the id.
package struct RecordKey: Hashable, Comparable, Sendable {
  package let type: UInt32
  package let id: ExactString

  package init(_ type: UInt32, _ id: ExactString) {
    self.type = type
    self.id = id
  }

  package static func < (left: RecordKey, right: RecordKey) -> Bool {
    left.type == right.type ? left.id < right.id : left.type < right.type
  }
}
