internal import ByteCoding
internal import StoreErrors

/// What one write did, in the order in which it did it, so that it can be done again.
///
/// For each step: u8 what, the table's name (text), the key (counted) and, where something is stored, the value
/// (counted).
struct RedoRecord {
  private enum Step: UInt8 { case put = 1, append, delete }

  /// What a step has besides its name, key and value, at most: the step and three lengths.
  private static let mostStepBytes = 16

  /// Larger writes are not worth the second copy.
  static let mostBytes = 64 << 10

  private var writer = ByteWriter()

  /// Whether everything that the write did is in here.
  private(set) var isComplete = true

  /// The steps as bytes.
  var bytes: [UInt8] { writer.bytes }

  /// Notes that a value was stored.
  mutating func store(_ table: Table, _ key: Span<UInt8>, _ value: Span<UInt8>, appending: Bool) {
    guard begin(appending ? .append : .put, table, key, value.count) else { return }
    writer.appendVarint(UInt64(value.count))
    writer.append(value)
  }

  /// Notes that a key was deleted.
  mutating func delete(_ table: Table, _ key: Span<UInt8>) { _ = begin(.delete, table, key, 0) }

  /// Notes that the write did something that cannot be noted.
  mutating func giveUp() {
    isComplete = false
    writer = ByteWriter()
  }

  private mutating func begin(
    _ step: Step,
    _ table: Table,
    _ key: Span<UInt8>,
    _ valueBytes: Int
  ) -> Bool {
    guard isComplete else { return false }
    let stepBytes = Self.mostStepBytes + table.name.utf8.count + key.count + valueBytes
    guard writer.count + stepBytes <= Self.mostBytes else {
      giveUp()
      return false
    }
    writer.append(step.rawValue)
    writer.appendText(table.name)
    writer.appendVarint(UInt64(key.count))
    writer.append(key)
    return true
  }

  /// Does again what a record says.
  ///
  /// - Throws: `damaged` for what no record can be, and what the transaction throws.
  static func replay(
    _ bytes: Span<UInt8>,
    in transaction: inout WriteTransaction,
    of tables: [String: Table]
  ) throws {
    var reader = ByteReader(bytes)
    while !reader.isAtEnd {
      let step = Step(rawValue: try reader.byte())
      guard let step, let table = tables[try reader.text()] else {
        throw ByteReader.damaged("the journal names what there is not")
      }
      let key = try reader.counted()
      switch step {
      case .put: try transaction.put(table, key, try reader.counted())
      case .append: try transaction.append(table, key: key, value: try reader.counted())
      case .delete: try transaction.delete(table, key)
      }
    }
  }
}
