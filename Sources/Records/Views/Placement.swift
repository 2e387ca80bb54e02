internal import EventLog
internal import OrderedBytes
internal import StoreErrors

/// Where one record stands in all views of its type at some moment: a key for each, or none while it does not live.
struct Placement {
  private(set) var keys = FlatKeys()
  /// Where in each key the id begins.
  private(set) var idOffsets: [Int] = []
  /// Whether the record lives.
  private(set) var isAlive = false

  /// Forgets where the record stood, but keeps the memory.
  mutating func removeAll() {
    keys.removeAll()
    idOffsets.removeAll(keepingCapacity: true)
    isAlive = false
  }

  /// Takes in where a record stands now.
  ///
  /// - Parameter id: the bytes of its id.
  mutating func set(_ state: RecordState, _ id: Span<UInt8>, under definition: TypeDefinition)
    throws
  {
    removeAll()
    isAlive = state.isAlive
    guard isAlive else { return }
    for view in definition.views {
      var idOffset = 0
      try keys.append { key in
        let start = key.count
        try RecordIndexes.appendEntry(of: state, in: view, of: definition, to: &key)
        idOffset = key.count - start
        key.append(escaping: id)
      }
      idOffsets.append(idOffset)
    }
  }

  /// Whether both stand at the same place in a view.
  func isSame(as other: Placement, inView index: Int) -> Bool {
    ByteOrder.compare(keys[index], other.keys[index]) == 0
  }
}
