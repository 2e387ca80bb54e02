/// The values of a statement's parameters in PostgreSQL's binary form, side by side.
struct PostgresParameters {
  /// Where a value lies in `bytes`; nil for null.
  private(set) var places: [Range<Int>?] = []
  private(set) var bytes: [UInt8] = []

  /// Adds a `text`: its UTF-8.
  mutating func add(_ text: String) { add { $0.append(contentsOf: text.utf8) } }

  /// Adds a `bigint`: 8 bytes, the most significant first.
  mutating func add(_ number: Int64) {
    add { bytes in
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
  }

  mutating func addNull() { places.append(nil) }

  /// Makes room for another statement's values.
  mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ append: (inout [UInt8]) -> Void) {
    let start = bytes.count
    append(&bytes)
    places.append(start..<bytes.count)
  }
}
