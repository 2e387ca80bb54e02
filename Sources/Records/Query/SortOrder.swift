internal import OrderedBytes

/// A total order of records: by some fields, nulls last, then by id.
package struct SortOrder: Sendable {
  package let keys: [SortKey]

  package init(_ keys: [SortKey]) { self.keys = keys }

  /// Bytes that compare as the records do: the sort values, then the id.
  package func key(of record: StoredRecord) -> [UInt8] {
    var bytes = KeyBytes(reserving: 48)
    for key in keys {
      let index = record.definition.index(ofNumber: key.field)
      let value = index.flatMap { record.values[$0] } ?? .null
      value.appendKey(to: &bytes, descending: key.isDescending)
    }
    bytes.append(text: record.id.text)
    return bytes.bytes
  }
}
